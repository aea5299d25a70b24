/* SPDX-License-Identifier: GPL-2.0 */
/* Pins: extents that are to stay on a level. They stand in the entries of the map. */
#ifndef DM_TIER_PIN_H
#define DM_TIER_PIN_H

#include "engine/tier.h"

/**
 * tier_pin_set() - pin an extent to a level
 * @tier:   the volume
 * @extent: logical extent, below extents
 * @level:  below levels_count
 *
 * Moves nothing. A first write to an extent that is pinned goes to its level, if
 * there is room above the reserve. Durable with the next commit.
 *
 * Context: may sleep for a move of the extent or a commit; no lock is held.
 * Return: 0, also if it is pinned there already; -EROFS; -EINTR; -EAGAIN if the
 * volume is suspended.
 */
int tier_pin_set(struct tier *tier, u64 extent, unsigned int level);

/**
 * tier_pin_clear() - an extent may move
 * @tier:   the volume
 * @extent: logical extent, below extents
 *
 * Context, return: as tier_pin_set().
 */
int tier_pin_clear(struct tier *tier, u64 extent);

#endif /* DM_TIER_PIN_H */
