// SPDX-License-Identifier: GPL-2.0
/*
 * I/O. See io.h.
 */
#include <linux/blkdev.h>

#include "engine/commit.h"
#include "engine/fresh.h"
#include "engine/hold.h"
#include "engine/member.h"
#include "engine/mover.h"
#include "engine/trim.h"
#include "glue/io.h"

static void count(struct tier *tier, struct bio *bio, const struct tier_member *member,
		  sector_t sector)
{
	unsigned int write = bio_data_dir(bio) == WRITE;
	struct tier_stats *stats = get_cpu_ptr(tier->stats);

	stats->ios[member->info->level][write]++;
	stats->sectors[member->info->level][write] += bio_sectors(bio);
	if (write && tier_sector_misaligned(sector, bio_sectors(bio))) {
		stats->misaligned_writes++;
		stats->sub_block_writes += tier_sector_sub_block(bio_sectors(bio));
	}
	put_cpu_ptr(tier->stats);
}

/*
 * A bio is about to go to the member that has its extent.
 * Return: false if that member cannot take it.
 */
static bool admit(struct tier *tier, struct bio *bio, u64 entry, sector_t sector)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];

	if (unlikely(!member->dev))
		return false;
	if (unlikely(test_bit(TIER_MEMBER_FAILED, &member->flags)) &&
	    (bio_data_dir(bio) == WRITE || (entry & TIER_ENTRY_VOLATILE))) {
		/*
		 * No more writes. And what its cache lost was all that a home
		 * that is not durable ever held: perhaps another extent's data
		 * lies there now.
		 */
		return false;
	}
	if (bio_data_dir(bio) == WRITE) {
		tier_io_of(bio)->member = member;
		if (unlikely(entry & TIER_ENTRY_VOLATILE))
			tier_io_fua_by_commit(bio);
		if (unlikely(entry & TIER_ENTRY_MOVING))
			tier_move_mark(tier, sector, bio_sectors(bio));
	}
	count(tier, bio, member, sector);
	return true;
}

/* Point a bio, of which @sector is the place in the volume, at its member. */
static bool remap(struct tier *tier, struct bio *bio, u64 entry, sector_t sector)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];

	if (unlikely(!admit(tier, bio, entry, sector)))
		return false;
	bio_set_dev(bio, member->dev->bdev);
	bio->bi_iter.bi_sector = tier_home_sector(tier, entry) +
				 tier_offset_in_extent(tier, sector);
	return true;
}

static void end_io_error(struct bio *bio)
{
	bio->bi_status = BLK_STS_IOERR;
	bio_endio(bio);
}

void tier_io_send(struct tier *tier, struct bio *bio, u64 entry)
{
	if (remap(tier, bio, entry, tier_bio_sector(tier, bio)))
		submit_bio_noacct(bio);
	else
		end_io_error(bio);
}

void tier_io_send_partial(struct tier *tier, struct bio *bio, u64 entry,
			  struct tier_partial *partial)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];
	sector_t sector = tier_bio_sector(tier, bio);
	sector_t offset = tier_offset_in_extent(tier, sector);
	sector_t home = tier_home_sector(tier, entry);
	bool fresh = tier_io_of(bio)->fresh;

	if (!admit(tier, bio, entry, sector)) {
		tier_partial_free(partial);
		end_io_error(bio);
		return;
	}
	if (bio_data_dir(bio) == READ) {
		tier_partial_read(partial, bio, member, home, offset);
		return;
	}
	if (!fresh && bio_sectors(bio) < DM_TIER_BLOCK_SECTORS)
		this_cpu_inc(tier->stats->rmw_foreground);
	tier_partial_write(partial, bio, member, home, offset, fresh);
}

/*
 * Does each block lie in one piece in memory? A device may have to send two pieces
 * as two requests, and none of them would be a whole sector of its own. The first
 * @sectors are looked at.
 */
static bool blocks_in_one_piece(const struct bio *bio, u32 sectors)
{
	u32 left = sectors << SECTOR_SHIFT;
	struct bvec_iter iter;
	struct bio_vec bvec;

	bio_for_each_bvec(bvec, bio, iter) {
		u32 length = min(bvec.bv_len, left);

		if (length & (DM_TIER_BLOCK_SIZE - 1))
			return false;
		left -= length;
		if (!left)
			break;
	}
	return true;
}

bool tier_io_partial(const struct tier *tier, const struct bio *bio)
{
	return tier->coarse &&
	       (tier_sector_misaligned(tier_bio_sector(tier, bio), bio_sectors(bio)) ||
		!blocks_in_one_piece(bio, bio_sectors(bio)));
}

/*
 * Where a member is coarse, parts of blocks come alone, wherever their extent is
 * today: device-mapper sends what is left over again.
 */
static void cut(struct tier *tier, struct bio *bio)
{
	u32 sectors = tier_sector_piece(tier_bio_sector(tier, bio), bio_sectors(bio));

	if (sectors > DM_TIER_BLOCK_SECTORS && !blocks_in_one_piece(bio, sectors))
		sectors = DM_TIER_BLOCK_SECTORS;
	if (sectors < bio_sectors(bio))
		dm_accept_partial_bio(bio, sectors);
}

static void granted(struct tier_range *range)
{
	struct tier_io *io = container_of(range, struct tier_io, range);

	tier_defer_bio(range->context, dm_bio_from_per_bio_data(io, sizeof(*io)));
}

/* Return: false: the bio waits for its blocks. */
static bool begin_range(struct tier *tier, struct bio *bio, bool alone)
{
	struct tier_io *io = tier_io_of(bio);
	sector_t sector = tier_bio_sector(tier, bio);

	io->ranged = true;
	io->range.extent = tier_extent_of(tier, sector);
	io->range.first = sector / DM_TIER_BLOCK_SECTORS;
	io->range.last = (sector + bio_sectors(bio) - 1) / DM_TIER_BLOCK_SECTORS;
	io->range.alone = alone;
	io->range.granted = granted;
	io->range.context = tier;
	return tier_range_begin(&tier->ranges, &io->range);
}

/*
 * Send a bio, which is inside of the gate, to a coarse member.
 * Return: false: there is no memory for it now.
 */
static bool send_coarse(struct tier *tier, struct bio *bio, u64 entry)
{
	bool part = tier_io_partial(tier, bio);
	struct tier_partial *partial;

	if (bio_data_dir(bio) == WRITE && !tier_io_of(bio)->ranged &&
	    !begin_range(tier, bio, part))
		return true;
	if (!part) {
		tier_io_send(tier, bio, entry);
		return true;
	}
	partial = tier_partial_alloc(tier);
	if (!partial)
		return false;
	tier_io_send_partial(tier, bio, entry, partial);
	return true;
}

/* Anything but a read or a write of data. */
static int map_special(struct tier *tier, struct bio *bio)
{
	switch (bio_op(bio)) {
	case REQ_OP_WRITE:
		tier_commit_bio(tier, bio);
		return DM_MAPIO_SUBMITTED;
	case REQ_OP_DISCARD:
	case REQ_OP_WRITE_ZEROES:
		tier_trim_bio(tier, bio);
		return DM_MAPIO_SUBMITTED;
	default:
		bio->bi_status = BLK_STS_NOTSUPP;
		bio_endio(bio);
		return DM_MAPIO_SUBMITTED;
	}
}

int tier_io_map(struct dm_target *ti, struct bio *bio)
{
	bool write = bio_data_dir(bio) == WRITE;
	struct tier_io *io = tier_io_of(bio);
	struct tier *tier = ti->private;
	u64 extent, entry;
	sector_t sector;

	io->inflight = NULL;
	io->member = NULL;
	io->fresh = NULL;
	io->commit = false;
	io->ranged = false;

	if (unlikely(write && READ_ONCE(tier->state) >= TIER_READONLY && bio_sectors(bio)))
		return DM_MAPIO_KILL;
	if (unlikely(!bio_has_data(bio)))
		return map_special(tier, bio);

	if (unlikely(tier->coarse))
		cut(tier, bio);

	sector = tier_bio_sector(tier, bio);
	extent = tier_extent_of(tier, sector);
	io->inflight = tier_gate_enter(&tier->gate, extent);
	entry = READ_ONCE(tier->map[extent]);
	if (likely(tier_entry_mapped(entry) && !(entry & TIER_ENTRY_BUSY))) {
		if (unlikely(tier->members[tier_entry_member(entry)].coarse)) {
			if (!send_coarse(tier, bio, entry))
				tier_defer_bio(tier, bio);
			return DM_MAPIO_SUBMITTED;
		}
		if (likely(remap(tier, bio, entry, sector)))
			return DM_MAPIO_REMAPPED;
		/* end_io does not see what is killed. */
		tier_gate_leave(&tier->gate, io->inflight);
		return DM_MAPIO_KILL;
	}

	tier_gate_leave(&tier->gate, io->inflight);
	io->inflight = NULL;
	if (!write && !tier_entry_mapped(entry)) {
		zero_fill_bio(bio);
		bio_endio(bio);
		return DM_MAPIO_SUBMITTED;
	}
	tier_defer_bio(tier, bio);
	return DM_MAPIO_SUBMITTED;
}

int tier_io_end(struct dm_target *ti, struct bio *bio, blk_status_t *error)
{
	struct tier_io *io = tier_io_of(bio);
	struct tier *tier = ti->private;

	if (io->member) {
		tier_member_wrote(io->member);
		io->member = NULL;
	}
	if (unlikely(io->ranged)) {
		tier_range_end(&tier->ranges, &io->range);
		io->ranged = false;
	}
	if (io->inflight) {
		tier_gate_leave(&tier->gate, io->inflight);
		io->inflight = NULL;
	}
	if (unlikely(io->fresh)) {
		/* It comes back when its extent has its home, or not. */
		tier_fresh_bio_done(io->fresh, *error);
		return DM_ENDIO_INCOMPLETE;
	}
	if (unlikely(io->commit && !*error)) {
		/* It comes back when it is durable, with commit cleared. */
		tier_commit_bio(tier, bio);
		return DM_ENDIO_INCOMPLETE;
	}
	return DM_ENDIO_DONE;
}

/*
 * Look at a bio again, with time to wait.
 * Return: false: there is no memory for it now.
 */
static bool work_on(struct tier *tier, struct bio *bio)
{
	u64 extent = tier_extent_of(tier, tier_bio_sector(tier, bio));
	struct tier_io *io = tier_io_of(bio);
	struct tier_hold *hold;
	u64 entry;

	if (bio_data_dir(bio) == WRITE && READ_ONCE(tier->state) >= TIER_READONLY) {
		end_io_error(bio);
		return true;
	}

	/* It waited inside of the gate, for its blocks or for memory: its home is the same. */
	if (io->inflight)
		return send_coarse(tier, bio, READ_ONCE(tier->map[extent]));

	io->inflight = tier_gate_enter(&tier->gate, extent);
	entry = READ_ONCE(tier->map[extent]);
	if (tier_entry_mapped(entry) && !(entry & TIER_ENTRY_BUSY)) {
		if (tier->members[tier_entry_member(entry)].coarse)
			return send_coarse(tier, bio, entry);
		tier_io_send(tier, bio, entry);
		return true;
	}
	tier_gate_leave(&tier->gate, io->inflight);
	io->inflight = NULL;

	if (bio_data_dir(bio) == WRITE && !tier_entry_mapped(entry))
		return tier_fresh_write(tier, bio);

	spin_lock(&tier->map_lock);
	hold = __tier_hold_find(tier, extent);
	if (hold) {
		bio_list_add(&hold->waiting, bio);
		spin_unlock(&tier->map_lock);
		return true;
	}
	spin_unlock(&tier->map_lock);

	/* It was released, or it is a read of what has lost its home. */
	if (!tier_entry_mapped(READ_ONCE(tier->map[extent])) && bio_data_dir(bio) == READ) {
		zero_fill_bio(bio);
		bio_endio(bio);
	} else {
		tier_defer_bio(tier, bio);
	}
	return true;
}

void tier_io_work(struct work_struct *work)
{
	struct tier *tier = container_of(work, struct tier, deferred_work);
	struct bio_list bios, later;
	struct bio *bio;

	tier_fresh_finish(tier);

	bio_list_init(&bios);
	bio_list_init(&later);
	spin_lock_irq(&tier->queue_lock);
	bio_list_merge(&bios, &tier->deferred);
	bio_list_init(&tier->deferred);
	spin_unlock_irq(&tier->queue_lock);

	while ((bio = bio_list_pop(&bios)))
		if (!work_on(tier, bio))
			bio_list_add(&later, bio);

	/* Not by tier_defer(): the end of a first write wakes the worker. */
	spin_lock_irq(&tier->queue_lock);
	bio_list_merge_head(&tier->deferred, &later);
	spin_unlock_irq(&tier->queue_lock);
}
