/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ranges: which blocks are being written on members whose logical sector is
 * larger than the volume's.
 *
 * A part of a block is written there by reading the block, changing it and
 * writing it back. Whatever else is written to the block in between would be
 * undone, so such a write has its blocks alone: it waits for the writes to them
 * that came before, and those that come later wait for it. Writes of whole
 * blocks do not wait for each other.
 *
 * Volumes on which no member needs this never come here.
 */
#ifndef DM_TIER_RANGE_H
#define DM_TIER_RANGE_H

#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#define TIER_RANGE_BITS	8

struct tier_range;

/**
 * typedef tier_range_fn - a range that had to wait has its blocks now
 * @range: which
 *
 * Context: any; no lock is held.
 */
typedef void (*tier_range_fn)(struct tier_range *range);

/**
 * struct tier_range - blocks of one write
 * @list:    in its bucket, in the order in which they came
 * @extent:  logical extent; a range does not leave it
 * @first:   first block of 4096 bytes, counted from the start of the volume
 * @last:    last block
 * @alone:   nobody else may write to these blocks
 * @waits:   has not got them yet; protected by the bucket's lock
 * @granted: called when it has, if it had to wait
 * @context: for @granted
 */
struct tier_range {
	struct list_head list;
	u64 extent;
	u64 first;
	u64 last;
	bool alone;
	bool waits;
	tier_range_fn granted;
	void *context;
};

struct tier_range_bucket {
	spinlock_t lock;	/* taken in end_io: interrupts off */
	struct list_head ranges;	/* protected by lock */
	unsigned int waiting;		/* of these; protected by lock */
};

struct tier_ranges {
	struct tier_range_bucket *buckets;
};

/**
 * tier_ranges_init() - nothing is being written
 * @ranges: to set up
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_ranges_init(struct tier_ranges *ranges);

/**
 * tier_ranges_exit() - free the buckets
 * @ranges: empty; also one that tier_ranges_init() failed on or that is all zero
 */
void tier_ranges_exit(struct tier_ranges *ranges);

/**
 * tier_range_begin() - a write wants its blocks
 * @ranges: of the volume
 * @range:  the caller's until tier_range_end(); all but list and waits is set
 *
 * Whoever waits does so inside of the gate. This is no deadlock: the writes
 * that it waits for need nothing but their member.
 *
 * Context: any. Return: true: it has them; false: @range->granted will be called,
 * perhaps before this returns.
 */
bool tier_range_begin(struct tier_ranges *ranges, struct tier_range *range);

/**
 * tier_range_end() - a write is over
 * @ranges: of the volume
 * @range:  has its blocks
 *
 * Context: any.
 */
void tier_range_end(struct tier_ranges *ranges, struct tier_range *range);

#endif /* DM_TIER_RANGE_H */
