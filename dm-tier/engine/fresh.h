/* SPDX-License-Identifier: GPL-2.0 */
/*
 * First writes: an extent that has no home gets one.
 *
 *	1. take a home and hold the extent;
 *	2. zero what the write does not cover, and write;
 *	3. when both are done, put the home into the map; it becomes durable
 *	   with the next commit, which flushes the member first.
 *
 * If a part of 2 fails, the member gets no new extents any more, and the write
 * is made again on another.
 *
 * The home is not in the map before zeros and data are there, so neither a
 * read nor a crash ever shows what another extent left on the member.
 */
#ifndef DM_TIER_FRESH_H
#define DM_TIER_FRESH_H

#include "engine/tier.h"

struct tier_fresh;

/**
 * tier_fresh_write() - begin a first write
 * @tier: the volume
 * @bio:  a write inside of an extent that had no home when it was looked at
 *
 * Context: the worker; may sleep for memory.
 * Return: true: the bio is sent, queued or ended; false: no memory now, try
 * again when a first write has ended, which wakes the worker.
 */
bool tier_fresh_write(struct tier *tier, struct bio *bio);

/**
 * tier_fresh_bio_done() - the write of a first write has ended
 * @fresh: from struct tier_io
 * @error: of the write
 *
 * Context: any (end_io).
 */
void tier_fresh_bio_done(struct tier_fresh *fresh, blk_status_t error);

/**
 * tier_fresh_finish() - put the homes of all that is done into the map
 * @tier: the volume
 *
 * Context: the worker; may sleep for memory.
 */
void tier_fresh_finish(struct tier *tier);

/**
 * tier_fresh_init() - make memory ready
 * @tier: the volume
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_fresh_init(struct tier *tier);

/**
 * tier_fresh_exit() - the memory is not needed any more
 * @tier: the volume; also one that tier_fresh_init() failed on
 */
void tier_fresh_exit(struct tier *tier);

#endif /* DM_TIER_FRESH_H */
