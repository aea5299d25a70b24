// SPDX-License-Identifier: GPL-2.0
#include "sector.h"

struct tier_span tier_span_cut(u64 sector, u64 sectors, unsigned int extent_shift)
{
	struct tier_span span = { 0 };
	u64 mask = (1ULL << extent_shift) - 1;
	u64 end = sector + sectors;
	/* Not (sector + mask) >> extent_shift: that sum may run over. */
	u64 first = (sector >> extent_shift) + !!(sector & mask);
	u64 behind = end >> extent_shift;

	if (!sectors)
		return span;

	if (first < behind) {
		span.first = first;
		span.count = behind - first;
	} else if (first > behind || !(sector & mask)) {
		/* No border inside, or only the one that it begins on. */
		span.head_sector = sector;
		span.head_sectors = sectors;
		return span;
	}

	if (sector & mask) {
		span.head_sector = sector;
		span.head_sectors = (first << extent_shift) - sector;
	}
	if (end & mask) {
		span.tail_sector = behind << extent_shift;
		span.tail_sectors = end & mask;
	}
	return span;
}
