// SPDX-License-Identifier: GPL-2.0
/*
 * The gate: I/O under way, by extent. See gate.h.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "gate.h"

int tier_gate_init(struct tier_gate *gate)
{
	gate->slots = kvcalloc(1 << TIER_GATE_BITS, sizeof(*gate->slots), GFP_KERNEL);
	if (!gate->slots)
		return -ENOMEM;

	mutex_init(&gate->drain_lock);
	init_waitqueue_head(&gate->wait);
	return 0;
}

void tier_gate_exit(struct tier_gate *gate)
{
	if (!gate->slots)
		return;

	mutex_destroy(&gate->drain_lock);
	kvfree(gate->slots);
	gate->slots = NULL;
}

/*
 * Two turns, as SRCU does it: an I/O may have read the phase before the last
 * drain turned it and counted itself after, so it stands in the counter that
 * is not the current one. If only one counter was waited for, the home of
 * that I/O would be given away under it: another extent's data overwritten.
 */
void tier_gate_drain(struct tier_gate *gate, u64 extent)
{
	struct tier_gate_slot *slot = &gate->slots[hash_64(extent, TIER_GATE_BITS)];
	unsigned int turn, phase;

	/* The busy mark is seen before the counters: pairs with tier_gate_enter(). */
	smp_mb();
	if (!atomic_read(&slot->inflight[0]) && !atomic_read(&slot->inflight[1]))
		return;

	mutex_lock(&gate->drain_lock);
	for (turn = 0; turn < 2; turn++) {
		phase = slot->phase;
		WRITE_ONCE(slot->phase, !phase);
		/* The turn is seen before the counter is read. */
		smp_mb();
		wait_event(gate->wait, !atomic_read(&slot->inflight[phase]));
	}
	mutex_unlock(&gate->drain_lock);
}
