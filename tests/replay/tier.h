/* SPDX-License-Identifier: GPL-2.0 */
/* The core's policy over a trace. */
#ifndef DM_TIER_REPLAY_TIER_H
#define DM_TIER_REPLAY_TIER_H

#include "peer.h"

/**
 * struct tier_wish - how the policy is to run
 * @copies:      64 KiB copies with shadows, or extents that move as a whole
 * @cap_percent: bytes moved for each 100 bytes of the user, 0: no cap
 * @window:      requests of a window of which the hits are wanted, or 0
 */
struct tier_wish {
	bool copies;
	u32 cap_percent;
	u32 window;
};

/**
 * struct tier_score - what it did
 * @score:   as of the peers; @ms_shadow or @ms_moves is what counts, both are set
 * @move_ms: of it for moves
 * @window:  share of hits in each window; to be freed
 * @windows: how many
 * @window_moved: bytes moved in each; to be freed
 */
struct tier_score {
	struct score score;
	double move_ms;
	double *window;
	double *window_moved;
	u32 windows;
};

void tier_replay(struct tier_score *score, const struct cut *cut, u64 level_bytes, const struct tier_wish *wish);

#endif /* DM_TIER_REPLAY_TIER_H */
