// SPDX-License-Identifier: GPL-2.0
/*
 * I/O. See io.h.
 */
#include <linux/blkdev.h>

#include "engine/commit.h"
#include "engine/fresh.h"
#include "engine/hold.h"
#include "engine/member.h"
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
 * Point a bio at the member that has its extent.
 * Return: false if that member cannot take it.
 */
static bool remap(struct tier *tier, struct bio *bio, u64 entry)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];
	sector_t sector = tier_bio_sector(tier, bio);

	if (unlikely(!member->dev))
		return false;
	if (bio_data_dir(bio) == WRITE) {
		if (unlikely(test_bit(TIER_MEMBER_FAILED, &member->flags)))
			return false;
		tier_io_of(bio)->member = member;
		if (unlikely(entry & TIER_ENTRY_VOLATILE))
			tier_io_fua_by_commit(bio);
	}
	count(tier, bio, member, sector);
	bio_set_dev(bio, member->dev->bdev);
	bio->bi_iter.bi_sector = tier_home_sector(tier, entry) +
				 tier_offset_in_extent(tier, sector);
	return true;
}

void tier_io_send(struct tier *tier, struct bio *bio, u64 entry)
{
	if (remap(tier, bio, entry)) {
		submit_bio_noacct(bio);
	} else {
		bio->bi_status = BLK_STS_IOERR;
		bio_endio(bio);
	}
}

static void defer(struct tier *tier, struct bio *bio)
{
	struct bio_list bios;

	bio_list_init(&bios);
	bio_list_add(&bios, bio);
	tier_defer(tier, &bios);
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

	io->inflight = NULL;
	io->member = NULL;
	io->fresh = NULL;
	io->commit = false;

	if (unlikely(write && READ_ONCE(tier->state) >= TIER_READONLY && bio_sectors(bio)))
		return DM_MAPIO_KILL;
	if (unlikely(!bio_has_data(bio)))
		return map_special(tier, bio);

	extent = tier_extent_of(tier, tier_bio_sector(tier, bio));
	io->inflight = tier_gate_enter(&tier->gate, extent);
	entry = READ_ONCE(tier->map[extent]);
	if (likely(tier_entry_mapped(entry) && !(entry & TIER_ENTRY_BUSY))) {
		if (likely(remap(tier, bio, entry)))
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
	defer(tier, bio);
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
		bio->bi_status = BLK_STS_IOERR;
		bio_endio(bio);
		return true;
	}

	io->inflight = tier_gate_enter(&tier->gate, extent);
	entry = READ_ONCE(tier->map[extent]);
	if (tier_entry_mapped(entry) && !(entry & TIER_ENTRY_BUSY)) {
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
		defer(tier, bio);
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
