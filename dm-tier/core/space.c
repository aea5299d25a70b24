// SPDX-License-Identifier: GPL-2.0
#include "space.h"

void tier_space_init(struct tier_space *space, u64 *bits, u64 extents)
{
	space->bits = bits;
	space->extents = extents;
	space->used = 0;
	space->hint = 0;
	memset(bits, 0, tier_space_words(extents) * sizeof(*bits));
}

bool tier_space_test(const struct tier_space *space, u64 pext)
{
	return space->bits[pext >> 6] >> (pext & 63) & 1;
}

bool tier_space_take(struct tier_space *space, u64 pext)
{
	if (pext >= space->extents || tier_space_test(space, pext))
		return false;
	space->bits[pext >> 6] |= 1ULL << (pext & 63);
	space->used++;
	return true;
}

bool tier_space_give(struct tier_space *space, u64 pext)
{
	if (pext >= space->extents || !tier_space_test(space, pext))
		return false;
	space->bits[pext >> 6] &= ~(1ULL << (pext & 63));
	space->used--;
	return true;
}

/* Free extents of a word as set bits; those that do not exist are not free. */
static u64 free_bits(const struct tier_space *space, u64 word)
{
	u64 free = ~space->bits[word];
	u64 left = space->extents - (word << 6);

	return left < 64 ? free & ((1ULL << left) - 1) : free;
}

u64 tier_space_alloc(struct tier_space *space)
{
	u64 words = tier_space_words(space->extents);
	u64 hint = space->hint < space->extents ? space->hint : 0;
	u64 word = hint >> 6;
	u64 free, pext, i;

	if (space->used >= space->extents)
		return TIER_SPACE_NONE;

	free = free_bits(space, word) & (~0ULL << (hint & 63));
	/* One step more than words: the last one is the first word's part before the hint. */
	for (i = 0; !free && i < words; i++) {
		word = word + 1 < words ? word + 1 : 0;
		free = free_bits(space, word);
	}
	if (!free)
		return TIER_SPACE_NONE;

	pext = (word << 6) + tier_lowest_bit(free);
	tier_space_take(space, pext);
	space->hint = pext + 1;
	return pext;
}
