// SPDX-License-Identifier: GPL-2.0
/*
 * First writes to extents that have no home. See fresh.h for the steps.
 */
#include <linux/slab.h>

#include "engine/change.h"
#include "engine/commit.h"
#include "engine/fresh.h"
#include "engine/hold.h"
#include "engine/member.h"
#include "engine/partial.h"
#include "engine/pool.h"
#include "engine/zero.h"
#include "glue/io.h"

#define TIER_FRESH_MIN	64

/**
 * struct tier_fresh - a first write under way
 * @tier:  the volume
 * @hold:  of the extent
 * @list:  in tier->fresh_done
 * @home:  entry with the new home
 * @partial: memory for a write of a part of a block, or NULL
 * @bio:   the write
 * @iter:  of it, as it came
 * @opf:   of it, as it came
 * @left:  parts (zeros before, zeros behind, the write) that are not done
 * @error: of any part
 */
struct tier_fresh {
	struct tier *tier;
	struct tier_hold hold;
	struct list_head list;
	u64 home;
	struct tier_partial *partial;
	struct bio *bio;
	struct bvec_iter iter;
	blk_opf_t opf;
	atomic_t left;
	blk_status_t error;
};

int tier_fresh_init(struct tier *tier)
{
	return mempool_init_kmalloc_pool(&tier->fresh_pool, TIER_FRESH_MIN,
					 sizeof(struct tier_fresh));
}

void tier_fresh_exit(struct tier *tier)
{
	mempool_exit(&tier->fresh_pool);
}

static void part_done(struct tier_fresh *fresh, blk_status_t error)
{
	struct tier *tier = fresh->tier;
	unsigned long flags;

	if (error)
		WRITE_ONCE(fresh->error, error);
	if (!atomic_dec_and_test(&fresh->left))
		return;

	spin_lock_irqsave(&tier->queue_lock, flags);
	list_add_tail(&fresh->list, &tier->fresh_done);
	spin_unlock_irqrestore(&tier->queue_lock, flags);
	queue_work(tier->wq, &tier->deferred_work);
}

static void zero_done(void *context, int error)
{
	part_done(context, errno_to_blk_status(error));
}

void tier_fresh_bio_done(struct tier_fresh *fresh, blk_status_t error)
{
	part_done(fresh, error);
}

/* Step 2 */
static void send(struct tier_fresh *fresh)
{
	struct tier *tier = fresh->tier;
	struct tier_member *member = &tier->members[tier_entry_member(fresh->home)];
	sector_t home = tier_home_sector(tier, fresh->home);
	sector_t offset = tier_offset_in_extent(tier, tier_bio_sector(tier, fresh->bio));
	sector_t end = offset + bio_sectors(fresh->bio);
	sector_t size = (sector_t)1 << tier->extent_shift;
	struct bio *bio = fresh->bio;

	if (fresh->partial && !member->coarse) {
		tier_partial_free(fresh->partial);
		fresh->partial = NULL;
	}
	if (fresh->partial) {
		/* Its block is written whole. */
		offset = tier_sector_block_start(offset);
		end = tier_sector_block_end(end);
	}

	atomic_set(&fresh->left, 1 + (offset > 0) + (end < size));
	if (offset > 0)
		tier_zero(tier, member, home, offset, zero_done, fresh);
	if (end < size)
		tier_zero(tier, member, home + end, size - end, zero_done, fresh);

	fresh->iter = bio->bi_iter;
	fresh->opf = bio->bi_opf;
	/* Its home is not durable: FUA takes a commit. */
	tier_io_fua_by_commit(bio);
	tier_io_of(bio)->fresh = fresh;
	if (fresh->partial)
		tier_io_send_partial(tier, bio, fresh->home, fresh->partial);
	else
		tier_io_send(tier, bio, fresh->home);
}

/* Memory for a first write of @bio. Return: NULL: none now. */
static struct tier_fresh *alloc(struct tier *tier, struct bio *bio)
{
	struct tier_fresh *fresh = mempool_alloc(&tier->fresh_pool, GFP_NOWAIT | __GFP_NOWARN);

	if (!fresh)
		return NULL;
	*fresh = (struct tier_fresh) { .tier = tier, .bio = bio, .error = BLK_STS_OK };
	if (!tier_io_partial(tier, bio))
		return fresh;
	fresh->partial = tier_partial_alloc(tier);
	if (fresh->partial)
		return fresh;
	mempool_free(fresh, &tier->fresh_pool);
	return NULL;
}

/* It was not sent. */
static void drop(struct tier_fresh *fresh)
{
	if (fresh->partial)
		tier_partial_free(fresh->partial);
	mempool_free(fresh, &fresh->tier->fresh_pool);
}

bool tier_fresh_write(struct tier *tier, struct bio *bio)
{
	u64 extent = tier_extent_of(tier, tier_bio_sector(tier, bio));
	struct tier_fresh *fresh;
	struct tier_hold *other;
	bool starved;

	/*
	 * Not to be waited for: those in use come back through this very
	 * worker, which finds the bio again when one does.
	 */
	fresh = alloc(tier, bio);
	if (!fresh)
		return false;

	/* Step 1 */
	spin_lock(&tier->map_lock);
	other = __tier_hold_find(tier, extent);
	if (other) {
		bio_list_add(&other->waiting, bio);
		goto drop;
	}
	if (tier_entry_mapped(tier->map[extent])) {
		/* Somebody was faster. */
		tier_defer_bio(tier, bio);
		goto drop;
	}
	fresh->home = __tier_pool_take(tier, tier->map[extent]);
	if (!fresh->home)
		goto no_room;
	__tier_hold(tier, &fresh->hold, extent);
	spin_unlock(&tier->map_lock);

	send(fresh);
	return true;

no_room:
	/* Extents that are free as soon as the changes are durable. */
	starved = tier->changes.pending_count > tier->changes.stuck ||
		  !RB_EMPTY_ROOT(&tier->changes.committing);
	if (starved) {
		spin_lock_irq(&tier->queue_lock);
		bio_list_add(&tier->starved, bio);
		spin_unlock_irq(&tier->queue_lock);
	}
	spin_unlock(&tier->map_lock);
	drop(fresh);
	if (starved) {
		tier_commit_kick(tier);
		return true;
	}
	DMERR_LIMIT("%s: no member has room for another extent", tier_name(tier));
	/* The volume is no larger than its members: with all of them there is room. */
	bio->bi_status = tier_pool_lost(tier) ? BLK_STS_IOERR : BLK_STS_NOSPC;
	bio_endio(bio);
	return true;

drop:
	spin_unlock(&tier->map_lock);
	drop(fresh);
	return true;
}

/*
 * Make the bio what it was before it was sent, as dm's multipath and mirror do,
 * and let the worker find another member for it, or none.
 */
static void again(struct tier_fresh *fresh)
{
	struct bio *bio = fresh->bio;

	tier_io_of(bio)->commit = false;
	bio->bi_status = BLK_STS_OK;
	bio->bi_opf = fresh->opf;
	bio->bi_iter = fresh->iter;
	atomic_set(&bio->__bi_remaining, 1);
	tier_defer_bio(fresh->tier, bio);
}

/* Step 3 */
static void finish(struct tier_fresh *fresh)
{
	struct tier_change_record *record = NULL;
	struct tier *tier = fresh->tier;
	struct bio *bio = fresh->bio;
	u64 extent = fresh->hold.extent;

	if (fresh->error)
		tier_member_close(tier, &tier->members[tier_entry_member(fresh->home)]);
	else
		record = tier_change_alloc(tier);

	spin_lock(&tier->map_lock);
	if (record)
		tier_change_apply(tier, record, extent,
				  tier_entry_rehome(tier->map[extent], fresh->home));
	else
		__tier_pool_give(tier, fresh->home);
	__tier_hold_release(tier, &fresh->hold);
	spin_unlock(&tier->map_lock);

	tier_io_of(bio)->fresh = NULL;
	if (fresh->error)
		again(fresh);
	mempool_free(fresh, &tier->fresh_pool);
	if (!record)
		return;

	if (tier_io_of(bio)->commit)
		tier_commit_bio(tier, bio);
	else
		bio_endio(bio);
}

void tier_fresh_finish(struct tier *tier)
{
	struct tier_fresh *fresh, *next;
	LIST_HEAD(done);

	spin_lock_irq(&tier->queue_lock);
	list_splice_init(&tier->fresh_done, &done);
	spin_unlock_irq(&tier->queue_lock);

	list_for_each_entry_safe(fresh, next, &done, list)
		finish(fresh);
}
