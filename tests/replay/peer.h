/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The policies that the core's is measured against, ported from sim/tiersim.py, which says how close each
 * is to what it stands for. They are told of each access and say whether its extent was on level 0.
 */
#ifndef DM_TIER_REPLAY_PEER_H
#define DM_TIER_REPLAY_PEER_H

#include "cut.h"

/**
 * struct peer - one policy at work; each has it as its first member
 * @kind:    what it is
 * @cut:     the trace
 * @slots:   extents that level 0 holds
 * @dirty:   of each extent: written while on level 0
 * @promoted: extents moved up
 * @demoted: extents moved down
 * @demoted_dirty: those of them that were written while on level 0
 */
struct peer {
	const struct peer_kind *kind;
	const struct cut *cut;
	u32 slots;
	u8 *dirty;
	u64 promoted;
	u64 demoted;
	u64 demoted_dirty;
};

/**
 * struct peer_kind - a policy
 * @name:      as in tiersim.py
 * @size:      of its state, struct peer included
 * @at_access: promotes what the head is over, or else later at the full price
 * @init:      the rest of the state is zeroed
 * @access:    access @i happens; returns whether its extent was on level 0
 * @resident:  is @extent on level 0?
 * @exit:      gives back what init took
 */
struct peer_kind {
	const char *name;
	size_t size;
	bool at_access;
	void (*init)(struct peer *peer);
	bool (*access)(struct peer *peer, u32 i);
	bool (*resident)(struct peer *peer, u32 extent);
	void (*exit)(struct peer *peer);
};

/**
 * struct score - what a policy did with a trace
 * @hit:       share of requests that level 0 served
 * @ms:        of the slow device per request, for the misses alone
 * @ms_moves:  and each move at its full price
 * @ms_shadow: and moves as with shadows: promotion on the miss at media time, clean demotion free
 * @moved:     bytes moved per byte of the user, with shadows
 * @moved_all: without
 */
struct score {
	double hit;
	double ms;
	double ms_moves;
	double ms_shadow;
	double moved;
	double moved_all;
};

extern const struct peer_kind peer_lru, peer_sieve, peer_s3fifo, peer_arc, peer_larc, peer_wtlfu, peer_tlfu,
	peer_lfudecay, peer_smq, peer_topk50, peer_topk4, peer_btier;
extern const struct peer_kind *const peers[];

/* Extent leaves level 0. */
void peer_out(struct peer *peer, u32 extent);

void peer_replay(struct score *score, const struct peer_kind *kind, const struct cut *cut, u32 slots);

/* Least ms per request that any schedule of moves can reach, see tiersim.py. */
double bound_find(const struct cut *cut, u32 slots, bool shadow);

#endif /* DM_TIER_REPLAY_PEER_H */
