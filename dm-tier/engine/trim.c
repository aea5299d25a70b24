// SPDX-License-Identifier: GPL-2.0
/*
 * DISCARD and WRITE ZEROES. See trim.h.
 */
#include <linux/completion.h>
#include <linux/sched.h>

#include "engine/change.h"
#include "engine/commit.h"
#include "engine/hold.h"
#include "engine/member.h"
#include "engine/mover.h"
#include "engine/partial.h"
#include "engine/trim.h"
#include "engine/zero.h"

void tier_trim_bio(struct tier *tier, struct bio *bio)
{
	unsigned long flags;

	spin_lock_irqsave(&tier->queue_lock, flags);
	bio_list_add(&tier->trims, bio);
	spin_unlock_irqrestore(&tier->queue_lock, flags);
	queue_work(tier->trim_wq, &tier->trim_work);
}

/*
 * Wait until nobody holds the extent. A hold ends by itself (a first write
 * waits for its member only), and is rare here.
 */
static void wait_for_hold(struct tier *tier, u64 extent)
{
	while (READ_ONCE(tier->map[extent]) & TIER_ENTRY_BUSY)
		schedule_timeout_uninterruptible(1);
}

/* Take an extent's home away. */
static void unmap(struct tier *tier, u64 extent)
{
	struct tier_change_record *record;
	struct tier_hold hold;
	u64 entry;

	for (;;) {
		wait_for_hold(tier, extent);
		if (!tier_entry_mapped(READ_ONCE(tier->map[extent])))
			return;

		spin_lock(&tier->map_lock);
		entry = tier->map[extent];
		if (tier_entry_mapped(entry) && !(entry & TIER_ENTRY_BUSY))
			break;
		spin_unlock(&tier->map_lock);
	}
	__tier_hold(tier, &hold, extent);
	spin_unlock(&tier->map_lock);

	/*
	 * I/O that knows the home must be over before the home can get to
	 * another extent, or it would read or write that one's data.
	 */
	tier_gate_drain(&tier->gate, extent);
	record = tier_change_alloc(tier);

	spin_lock(&tier->map_lock);
	tier_change_apply(tier, record, extent, tier_entry_rehome(tier->map[extent], 0));
	__tier_hold_release(tier, &hold);
	spin_unlock(&tier->map_lock);
}

struct zero_range {
	struct tier_range range;
	struct completion granted;
};

static void wake(struct tier_range *range)
{
	complete(&container_of(range, struct zero_range, range)->granted);
}

/* On a coarse member, where a part of a block is read, zeroed and written. */
static int zero_coarse(struct tier *tier, struct tier_member *member, sector_t home,
		       sector_t sector, sector_t sectors)
{
	struct zero_range zero = {
		.range.extent = tier_extent_of(tier, sector),
		.range.first = sector / DM_TIER_BLOCK_SECTORS,
		.range.last = (sector + sectors - 1) / DM_TIER_BLOCK_SECTORS,
		.range.alone = true,
		.range.granted = wake,
	};
	int r;

	init_completion(&zero.granted);
	if (!tier_range_begin(&tier->ranges, &zero.range))
		wait_for_completion_io(&zero.granted);
	r = tier_partial_zero(tier, member, home, tier_offset_in_extent(tier, sector), sectors);
	tier_range_end(&tier->ranges, &zero.range);
	return r;
}

/* In the home that @entry has; inside of the gate. */
static int zero_home(struct tier *tier, u64 entry, sector_t sector, sector_t sectors)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];
	sector_t home = tier_home_sector(tier, entry);

	if (!tier_member_writable(member))
		return -EIO;
	if (entry & TIER_ENTRY_MOVING)
		tier_move_mark(tier, sector, sectors);
	if (member->coarse)
		return zero_coarse(tier, member, home, sector, sectors);
	return tier_zero_wait(tier, member, home + tier_offset_in_extent(tier, sector), sectors);
}

/* Zero a part of an extent in its home, if it has one. */
static blk_status_t zero_part(struct tier *tier, sector_t sector, sector_t sectors)
{
	u64 extent = tier_extent_of(tier, sector);
	atomic_t *inflight;
	u64 entry;
	int r = 0;

	if (!sectors)
		return BLK_STS_OK;

	for (;;) {
		inflight = tier_gate_enter(&tier->gate, extent);
		entry = READ_ONCE(tier->map[extent]);
		if (!(entry & TIER_ENTRY_BUSY))
			break;
		tier_gate_leave(&tier->gate, inflight);
		wait_for_hold(tier, extent);
	}

	if (tier_entry_mapped(entry))
		r = zero_home(tier, entry, sector, sectors);
	tier_gate_leave(&tier->gate, inflight);
	return errno_to_blk_status(r);
}

static blk_status_t trim(struct tier *tier, struct bio *bio)
{
	bool keep = bio_op(bio) == REQ_OP_WRITE_ZEROES && (bio->bi_opf & REQ_NOUNMAP);
	struct tier_span span = tier_span_cut(tier_bio_sector(tier, bio), bio_sectors(bio),
					      tier->extent_shift);
	blk_status_t status;
	u64 extent;

	if (tier->state >= TIER_READONLY)
		return BLK_STS_IOERR;

	status = zero_part(tier, span.head_sector, span.head_sectors);
	for (extent = span.first; !status && extent < span.first + span.count; extent++) {
		if (keep)
			status = zero_part(tier, extent << tier->extent_shift,
					   (sector_t)1 << tier->extent_shift);
		else
			unmap(tier, extent);
		cond_resched();
	}
	if (!status)
		status = zero_part(tier, span.tail_sector, span.tail_sectors);
	return status;
}

void tier_trim_work(struct work_struct *work)
{
	struct tier *tier = container_of(work, struct tier, trim_work);
	struct bio_list bios;
	struct bio *bio;

	bio_list_init(&bios);
	spin_lock_irq(&tier->queue_lock);
	bio_list_merge(&bios, &tier->trims);
	bio_list_init(&tier->trims);
	spin_unlock_irq(&tier->queue_lock);

	while ((bio = bio_list_pop(&bios))) {
		tier_commit_throttle(tier);
		bio->bi_status = trim(tier, bio);
		bio_endio(bio);
	}
}
