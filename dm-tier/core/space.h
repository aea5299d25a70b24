/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which physical extents of one member are in use: a bitmap with a count and
 * a hint where to look next. Pure; the caller serialises and owns the memory.
 */
#ifndef DM_TIER_CORE_SPACE_H
#define DM_TIER_CORE_SPACE_H

#include "env.h"

/**
 * struct tier_space - use of one member
 * @bits:    one bit for each extent, set: in use; tier_space_words() words
 * @extents: how many there are
 * @used:    how many are in use
 * @hint:    where the next search starts
 */
struct tier_space {
	u64 *bits;
	u64 extents;
	u64 used;
	u64 hint;
};

#define TIER_SPACE_NONE		(~0ULL)

/* Words of 64 bits that tier_space_init() needs for @extents. */
static inline u64 tier_space_words(u64 extents)
{
	return (extents >> 6) + !!(extents & 63);
}

/**
 * tier_space_init() - all extents free
 * @space:   to set up
 * @bits:    tier_space_words(@extents) words, will be cleared
 * @extents: how many
 */
void tier_space_init(struct tier_space *space, u64 *bits, u64 extents);

/* Is @pext (below extents) in use? */
bool tier_space_test(const struct tier_space *space, u64 pext);

/**
 * tier_space_take() - mark one extent as in use
 * Return: false if it was in use already (nothing changed) or does not exist.
 */
bool tier_space_take(struct tier_space *space, u64 pext);

/**
 * tier_space_give() - mark one extent as free
 * Return: false if it was free already (nothing changed) or does not exist.
 */
bool tier_space_give(struct tier_space *space, u64 pext);

/**
 * tier_space_alloc() - find a free extent and take it
 *
 * Searches from the hint on and once round, whole words at a time; the hint
 * then points behind what was found, so that a stream that is written first
 * time gets neighbouring extents.
 *
 * Return: the extent, or TIER_SPACE_NONE.
 */
u64 tier_space_alloc(struct tier_space *space);

static inline u64 tier_space_free(const struct tier_space *space)
{
	return space->extents - space->used;
}

#endif /* DM_TIER_CORE_SPACE_H */
