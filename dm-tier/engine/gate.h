/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gate: counts the I/O that is under way to the extents, so that whoever
 * is about to change an extent's home can wait for all I/O that still knows
 * the old one.
 *
 * Extents share counters (by hash); each has two phases, so that I/O that
 * arrives while someone waits is counted apart and a busy neighbour cannot
 * keep the waiter for ever. Entering takes no lock.
 */
#ifndef DM_TIER_GATE_H
#define DM_TIER_GATE_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/mutex.h>
#include <linux/wait.h>

#define TIER_GATE_BITS	10

struct tier_gate_slot {
	atomic_t inflight[2];
	unsigned int phase;	/* written under struct tier_gate.drain_lock */
} ____cacheline_aligned_in_smp;

struct tier_gate {
	struct tier_gate_slot *slots;
	struct mutex drain_lock;
	wait_queue_head_t wait;
};

/**
 * tier_gate_init() - no I/O under way
 * @gate: to set up
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_gate_init(struct tier_gate *gate);

/**
 * tier_gate_exit() - free the counters
 * @gate: nobody is inside; also one that tier_gate_init() failed on or that is all zero
 */
void tier_gate_exit(struct tier_gate *gate);

/**
 * tier_gate_enter() - I/O to an extent begins
 * @gate:   of the volume
 * @extent: logical extent
 *
 * The map entry must be read after this. The full barrier here pairs with the
 * one in tier_gate_drain(): either the drainer sees this I/O counted, or this
 * I/O sees the entry marked busy.
 *
 * Context: any. Return: what tier_gate_leave() wants.
 */
static inline atomic_t *tier_gate_enter(struct tier_gate *gate, u64 extent)
{
	struct tier_gate_slot *slot = &gate->slots[hash_64(extent, TIER_GATE_BITS)];
	atomic_t *inflight = &slot->inflight[READ_ONCE(slot->phase)];

	atomic_inc(inflight);
	/* Pairs with tier_gate_drain(). */
	smp_mb__after_atomic();
	return inflight;
}

/**
 * tier_gate_leave() - I/O to an extent has ended
 * @gate:     of the volume
 * @inflight: from tier_gate_enter()
 *
 * Context: any.
 */
static inline void tier_gate_leave(struct tier_gate *gate, atomic_t *inflight)
{
	/* A fully ordered operation: waitqueue_active() needs no other barrier. */
	if (atomic_dec_and_test(inflight) && waitqueue_active(&gate->wait))
		wake_up(&gate->wait);
}

/**
 * tier_gate_drain() - wait until all I/O to an extent that began before is over
 * @gate:   of the volume
 * @extent: logical extent, whose entry the caller has marked busy before
 *
 * Context: process, may sleep as long as a member takes for the I/O it has.
 */
void tier_gate_drain(struct tier_gate *gate, u64 extent);

#endif /* DM_TIER_GATE_H */
