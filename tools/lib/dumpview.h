/* SPDX-License-Identifier: GPL-2.0 */
/* The metadata of a closed volume, shown. */
#ifndef TIERSETUP_DUMPVIEW_H
#define TIERSETUP_DUMPVIEW_H

struct offline;
struct report;

/**
 * dumpview_report() - show all of it
 * @report:  gets it, and frees @offline
 * @offline: from malloc(); read
 */
void dumpview_report(struct report *report, struct offline *offline);

#endif /* TIERSETUP_DUMPVIEW_H */
