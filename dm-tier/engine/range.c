// SPDX-License-Identifier: GPL-2.0
/*
 * Blocks that are being written. See range.h.
 */
#include <linux/hash.h>
#include <linux/mm.h>

#include "engine/range.h"

int tier_ranges_init(struct tier_ranges *ranges)
{
	unsigned int i;

	ranges->buckets = kvcalloc(1 << TIER_RANGE_BITS, sizeof(*ranges->buckets), GFP_KERNEL);
	if (!ranges->buckets)
		return -ENOMEM;
	for (i = 0; i < 1 << TIER_RANGE_BITS; i++) {
		spin_lock_init(&ranges->buckets[i].lock);
		INIT_LIST_HEAD(&ranges->buckets[i].ranges);
	}
	return 0;
}

void tier_ranges_exit(struct tier_ranges *ranges)
{
	kvfree(ranges->buckets);
	ranges->buckets = NULL;
}

static struct tier_range_bucket *bucket_of(struct tier_ranges *ranges,
					   const struct tier_range *range)
{
	return &ranges->buckets[hash_64(range->extent, TIER_RANGE_BITS)];
}

static bool overlap(const struct tier_range *a, const struct tier_range *b)
{
	return (a->alone || b->alone) && a->first <= b->last && b->first <= a->last;
}

/*
 * Does one that came before stand in the way? Also one that waits itself: who
 * wants a block alone would else starve under a stream of whole blocks.
 */
static bool __must_wait(const struct tier_range_bucket *bucket, const struct tier_range *range)
{
	const struct tier_range *other;

	lockdep_assert_held(&bucket->lock);

	list_for_each_entry(other, &bucket->ranges, list) {
		if (other == range)
			return false;
		if (overlap(other, range))
			return true;
	}
	return false;
}

bool tier_range_begin(struct tier_ranges *ranges, struct tier_range *range)
{
	struct tier_range_bucket *bucket = bucket_of(ranges, range);
	unsigned long flags;
	bool waits;

	spin_lock_irqsave(&bucket->lock, flags);
	waits = __must_wait(bucket, range);
	range->waits = waits;
	bucket->waiting += waits;
	list_add_tail(&range->list, &bucket->ranges);
	spin_unlock_irqrestore(&bucket->lock, flags);
	return !waits;
}

/*
 * One that waits no more now that @range has ended. Only those that overlap it can
 * have waited for it, so the others are not looked at: with many small writes in
 * flight each end would else walk the list for each of them.
 */
static struct tier_range *__ready(const struct tier_range_bucket *bucket,
				  const struct tier_range *range)
{
	struct tier_range *other;

	lockdep_assert_held(&bucket->lock);

	if (!bucket->waiting)
		return NULL;
	list_for_each_entry(other, &bucket->ranges, list)
		if (other->waits && overlap(other, range) && !__must_wait(bucket, other))
			return other;
	return NULL;
}

void tier_range_end(struct tier_ranges *ranges, struct tier_range *range)
{
	struct tier_range_bucket *bucket = bucket_of(ranges, range);
	struct tier_range *ready;
	unsigned long flags;

	spin_lock_irqsave(&bucket->lock, flags);
	list_del(&range->list);
	while ((ready = __ready(bucket, range))) {
		ready->waits = false;
		bucket->waiting--;
		/*
		 * It may be gone as soon as it knows, so the lock is given up, and
		 * the list looked at anew.
		 */
		spin_unlock_irqrestore(&bucket->lock, flags);
		ready->granted(ready);
		spin_lock_irqsave(&bucket->lock, flags);
	}
	spin_unlock_irqrestore(&bucket->lock, flags);
}
