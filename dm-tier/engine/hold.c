// SPDX-License-Identifier: GPL-2.0
/*
 * Extents whose entry is about to change. See hold.h.
 */
#include "engine/hold.h"

struct tier_hold *__tier_hold_find(struct tier *tier, u64 extent)
{
	struct tier_hold *hold;

	lockdep_assert_held(&tier->map_lock);

	hash_for_each_possible(tier->holds, hold, node, extent) {
		if (hold->extent == extent)
			return hold;
	}
	return NULL;
}

void __tier_hold(struct tier *tier, struct tier_hold *hold, u64 extent)
{
	lockdep_assert_held(&tier->map_lock);

	hold->extent = extent;
	bio_list_init(&hold->waiting);
	hash_add(tier->holds, &hold->node, extent);
	WRITE_ONCE(tier->map[extent], tier->map[extent] | TIER_ENTRY_BUSY);
}

void __tier_hold_release(struct tier *tier, struct tier_hold *hold)
{
	lockdep_assert_held(&tier->map_lock);

	hash_del(&hold->node);
	WRITE_ONCE(tier->map[hold->extent], tier->map[hold->extent] & ~TIER_ENTRY_BUSY);
	if (!bio_list_empty(&hold->waiting))
		tier_defer(tier, &hold->waiting);
}

void tier_defer(struct tier *tier, struct bio_list *bios)
{
	unsigned long flags;

	spin_lock_irqsave(&tier->queue_lock, flags);
	bio_list_merge(&tier->deferred, bios);
	spin_unlock_irqrestore(&tier->queue_lock, flags);
	bio_list_init(bios);
	queue_work(tier->wq, &tier->deferred_work);
}

void tier_defer_bio(struct tier *tier, struct bio *bio)
{
	struct bio_list bios;

	bio_list_init(&bios);
	bio_list_add(&bios, bio);
	tier_defer(tier, &bios);
}
