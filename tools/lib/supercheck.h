/* SPDX-License-Identifier: GPL-2.0 */
/* What is to be said of the superblocks of a closed volume. */
#ifndef TIERSETUP_SUPERCHECK_H
#define TIERSETUP_SUPERCHECK_H

struct offline;

/**
 * supercheck_run() - look at all superblocks
 * @offline: its members are read and, if @known, placed; gets the findings
 */
void supercheck_run(struct offline *offline);

#endif /* TIERSETUP_SUPERCHECK_H */
