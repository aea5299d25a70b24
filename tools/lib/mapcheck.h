/* SPDX-License-Identifier: GPL-2.0 */
/* Findings of the recovery, in words and with their places. */
#ifndef TIERSETUP_MAPCHECK_H
#define TIERSETUP_MAPCHECK_H

struct offline;
struct tier_finding_info;

/* One finding of tier_replay_run(). */
void mapcheck_finding(struct offline *offline,
		      const struct tier_finding_info *info);

/* What there is to say when it is over; @error is what it returned. */
void mapcheck_result(struct offline *offline, int error);

/* No copy of the metadata can be used. */
void mapcheck_no_copy(struct offline *offline);

#endif /* TIERSETUP_MAPCHECK_H */
