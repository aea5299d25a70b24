/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pool: on which level and member a fresh extent gets its home.
 */
#ifndef DM_TIER_POOL_H
#define DM_TIER_POOL_H

#include "engine/tier.h"

/**
 * __tier_pool_take() - find a home for a fresh extent
 * @tier:  the volume
 * @entry: of the extent, which has none
 *
 * On the level that it is pinned to, else on the fastest that has room above its
 * reserve, there on the member with the most room. The reserves are touched only when nothing else is left.
 *
 * Context: map_lock is held.
 * Return: an entry with the home, or 0 if no member has room.
 */
u64 __tier_pool_take(struct tier *tier, u64 entry);

/**
 * __tier_pool_take_on() - find a home on a level
 * @tier:  the volume
 * @level: 0 is the fastest
 *
 * On the member with the most room; the reserve is for this. Context: map_lock is
 * held.
 * Return: an entry with the home, or 0 if the level has no room.
 */
u64 __tier_pool_take_on(struct tier *tier, unsigned int level);

/**
 * tier_pool_lost() - is there a member that cannot get new extents?
 * @tier: the volume
 *
 * Context: any.
 */
bool tier_pool_lost(const struct tier *tier);

/**
 * __tier_pool_give() - a home is free again
 * @tier:  the volume
 * @entry: with the home; no durable entry speaks of it
 *
 * Context: map_lock is held.
 */
void __tier_pool_give(struct tier *tier, u64 entry);

/**
 * tier_pool_level_extents() - extents of a level
 * @tier:  the volume
 * @level: 0 is the fastest
 * @used:  set to those in use
 *
 * Context: any but interrupt; takes map_lock. Return: how many there are.
 */
u64 tier_pool_level_extents(struct tier *tier, unsigned int level, u64 *used);

#endif /* DM_TIER_POOL_H */
