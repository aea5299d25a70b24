/* SPDX-License-Identifier: GPL-2.0 */
/*
 * I/O: what happens to a bio on its way to a member and back.
 */
#ifndef DM_TIER_IO_H
#define DM_TIER_IO_H

#include "engine/partial.h"
#include "engine/tier.h"

/**
 * tier_io_map() - the map method of the target
 * @ti:  the target
 * @bio: inside of one extent, or a FLUSH, DISCARD or WRITE ZEROES
 *
 * Never waits: what cannot go on at once is given to a worker.
 */
int tier_io_map(struct dm_target *ti, struct bio *bio);

/**
 * tier_io_end() - the end_io method of the target
 * @ti:    the target
 * @bio:   comes back from a member, or is ended by us
 * @error: of it
 */
int tier_io_end(struct dm_target *ti, struct bio *bio, blk_status_t *error);

/**
 * tier_io_send() - send a bio to the member that has its extent
 * @tier:  the volume
 * @bio:   to be sent
 * @entry: with the home
 *
 * Context: process.
 */
void tier_io_send(struct tier *tier, struct bio *bio, u64 entry);

/**
 * tier_io_partial() - would a coarse member need a page for a bio?
 * @tier: the volume
 * @bio:  to be sent
 *
 * Return: true if it is not made of whole blocks of 4096 bytes, on the member and
 * in memory; never if no member is coarse.
 */
bool tier_io_partial(const struct tier *tier, const struct bio *bio);

/**
 * tier_io_send_partial() - send a bio by way of a page
 * @tier:    the volume
 * @bio:     inside of one block
 * @entry:   with the home, on a coarse member
 * @partial: memory, taken over
 *
 * Context: process.
 */
void tier_io_send_partial(struct tier *tier, struct bio *bio, u64 entry,
			  struct tier_partial *partial);

/**
 * tier_io_fua_by_commit() - let a commit do what FUA cannot
 * @bio: a write to a home that is not durable: FUA on the member would keep the
 *       data, and a crash would lose the way to it
 */
static inline void tier_io_fua_by_commit(struct bio *bio)
{
	if (bio->bi_opf & REQ_FUA) {
		bio->bi_opf &= ~REQ_FUA;
		tier_io_of(bio)->commit = true;
	}
}

/**
 * tier_io_work() - the worker for bios that could not go on at once
 * @work: in struct tier
 */
void tier_io_work(struct work_struct *work);

#endif /* DM_TIER_IO_H */
