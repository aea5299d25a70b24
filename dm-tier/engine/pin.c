// SPDX-License-Identifier: GPL-2.0
/*
 * Pins. See pin.h.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "engine/change.h"
#include "engine/mover.h"
#include "engine/pin.h"

/* Give the extent the pin of @pin, an entry without a home. */
static int change(struct tier *tier, u64 extent, u64 pin)
{
	struct tier_change_record *record = tier_change_alloc(tier);
	u64 entry, changed;
	int r;

	for (;;) {
		spin_lock(&tier->map_lock);
		r = __tier_mover_ready(tier);
		if (r)
			break;
		entry = tier->map[extent];
		if (!(entry & (TIER_ENTRY_BUSY | TIER_ENTRY_MOVING)))
			break;
		/* Whoever is about to change the entry has read it already. */
		spin_unlock(&tier->map_lock);
		if (fatal_signal_pending(current)) {
			tier_change_free(tier, record);
			return -EINTR;
		}
		schedule_timeout_uninterruptible(1);
	}
	if (!r) {
		changed = tier_entry_rehome(pin, tier_entry_home(entry));
		if (changed != tier_entry_durable(entry)) {
			tier_change_apply(tier, record, extent, changed);
			record = NULL;
		}
	}
	spin_unlock(&tier->map_lock);
	if (record)
		tier_change_free(tier, record);
	return r;
}

int tier_pin_set(struct tier *tier, u64 extent, unsigned int level)
{
	return change(tier, extent, tier_entry_pin(level));
}

int tier_pin_clear(struct tier *tier, u64 extent)
{
	return change(tier, extent, 0);
}
