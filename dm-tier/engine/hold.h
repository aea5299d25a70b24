/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Holds: extents whose entry is about to change. While an extent is held its
 * entry is BUSY, and bios that need to wait for the change gather here.
 */
#ifndef DM_TIER_HOLD_H
#define DM_TIER_HOLD_H

#include "engine/tier.h"

struct tier_hold {
	struct hlist_node node;		/* in tier->holds; protected by map_lock */
	u64 extent;
	struct bio_list waiting;	/* protected by map_lock */
};

/**
 * __tier_hold_find() - who holds an extent?
 * @tier:   the volume
 * @extent: logical extent
 *
 * Context: map_lock is held. Return: the hold or NULL.
 */
struct tier_hold *__tier_hold_find(struct tier *tier, u64 extent);

/**
 * __tier_hold() - hold an extent
 * @tier:   the volume
 * @hold:   the caller's, until released
 * @extent: logical extent, which nobody holds
 *
 * Context: map_lock is held.
 */
void __tier_hold(struct tier *tier, struct tier_hold *hold, u64 extent);

/**
 * __tier_hold_release() - the entry is as it shall be
 * @tier: the volume
 * @hold: from __tier_hold()
 *
 * The bios that waited are given to the worker again.
 *
 * Context: map_lock is held.
 */
void __tier_hold_release(struct tier *tier, struct tier_hold *hold);

/**
 * tier_defer() - let the worker look at bios
 * @tier: the volume
 * @bios: not empty, emptied
 *
 * Context: any.
 */
void tier_defer(struct tier *tier, struct bio_list *bios);

/**
 * tier_defer_bio() - let the worker look at a bio
 * @tier: the volume
 * @bio:  to be looked at
 *
 * Context: any.
 */
void tier_defer_bio(struct tier *tier, struct bio *bio);

#endif /* DM_TIER_HOLD_H */
