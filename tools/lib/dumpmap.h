/* SPDX-License-Identifier: GPL-2.0 */
/* The map of a closed volume as ranges, one after the other. */
#ifndef TIERSETUP_DUMPMAP_H
#define TIERSETUP_DUMPMAP_H

struct offline;
struct report;

/**
 * dumpmap_report() - put the map at the end of a report
 * @report:  gets it, and frees @offline
 * @offline: from malloc(); read
 */
void dumpmap_report(struct report *report, struct offline *offline);

#endif /* TIERSETUP_DUMPMAP_H */
