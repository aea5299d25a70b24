/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Partial blocks: I/O to a part of a block, on a member that takes whole blocks
 * only, by way of a page.
 *
 * A read reads the block and copies the part. A write
 *
 *	1. reads the block, unless it is written whole or the rest is zeros;
 *	2. copies the part over it;
 *	3. writes the block.
 *
 * The writer has the block alone all the while (range.h). A member writes each
 * logical sector, of which a block has one or a few, whole or not at all, and the
 * neighbours of the part are written as they were: a crash in 3 leaves them so.
 *
 * Blocks are counted from the start of the extent, here as in range.h. A member
 * whose sectors are smaller than a block may have its data off the border of one.
 */
#ifndef DM_TIER_PARTIAL_H
#define DM_TIER_PARTIAL_H

#include "engine/tier.h"

struct tier_partial;

/**
 * tier_partials_init() - make memory ready
 * @tier: the volume
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_partials_init(struct tier *tier);

/**
 * tier_partials_exit() - the memory is not needed any more
 * @tier: the volume; also one that tier_partials_init() failed on
 */
void tier_partials_exit(struct tier *tier);

/**
 * tier_partial_alloc() - memory for one partial block
 * @tier: the volume
 *
 * Not to be waited for: what is in use comes back by itself, and then the worker
 * of deferred bios runs.
 *
 * Context: any but interrupt. Return: the memory or NULL.
 */
struct tier_partial *tier_partial_alloc(struct tier *tier);

/**
 * tier_partial_free() - the memory was not needed
 * @partial: from tier_partial_alloc(), not sent
 *
 * Context: any.
 */
void tier_partial_free(struct tier_partial *partial);

/**
 * tier_partial_read() - read a part of a block
 * @partial: from tier_partial_alloc(), taken over
 * @bio:     inside of one block; ended when it is done
 * @member:  that has the extent
 * @home:    sector of it where the extent begins
 * @offset:  sectors behind that, where the part begins
 *
 * Context: process.
 */
void tier_partial_read(struct tier_partial *partial, struct bio *bio,
		       struct tier_member *member, sector_t home, sector_t offset);

/**
 * tier_partial_write() - write a part of a block
 * @partial: from tier_partial_alloc(), taken over
 * @bio:     inside of one block, which its writer has alone; ended when it is done
 * @member:  that has the extent
 * @home:    sector of it where the extent begins
 * @offset:  sectors behind that, where the part begins
 * @fresh:   the rest of the block is to be zero, whatever the member has there
 *
 * Context: process.
 */
void tier_partial_write(struct tier_partial *partial, struct bio *bio,
			struct tier_member *member, sector_t home, sector_t offset,
			bool fresh);

/**
 * tier_partial_zero() - zero a range of which the ends are parts of blocks
 * @tier:    the volume
 * @member:  that has the extent
 * @home:    sector of it where the extent begins
 * @offset:  sectors behind that, where the range begins
 * @sectors: not 0; the caller has all blocks of the range alone
 *
 * Context: may sleep. Return: 0; -EIO; -ENOMEM.
 */
int tier_partial_zero(struct tier *tier, struct tier_member *member, sector_t home,
		      sector_t offset, sector_t sectors);

/**
 * tier_partial_work() - steps 2 and 3 of the writes that have read their block
 * @work: in struct tier
 */
void tier_partial_work(struct work_struct *work);

#endif /* DM_TIER_PARTIAL_H */
