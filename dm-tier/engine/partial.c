// SPDX-License-Identifier: GPL-2.0
/*
 * Parts of blocks. See partial.h.
 */
#include <linux/bvec.h>
#include <linux/highmem.h>
#include <linux/slab.h>

#include "engine/member.h"
#include "engine/partial.h"
#include "engine/zero.h"

#define TIER_PARTIAL_MIN	64

/* What a write's own bio takes over from the bio that it is made for. */
#define TIER_PARTIAL_FLAGS	(REQ_FUA | REQ_SYNC | REQ_META | REQ_PRIO | REQ_IDLE | REQ_BACKGROUND)

/**
 * struct tier_partial - a part of a block under way
 * @tier:   the volume
 * @list:   in tier->partials.ready
 * @bio:    that it is made for; its bi_iter is not touched
 * @member: that has the block
 * @block:  sector on @member where the block begins
 * @offset: of the part in the block, bytes
 * @page:   the block
 * @own:    what is sent to the member
 * @vec:    of @own
 */
struct tier_partial {
	struct tier *tier;
	struct list_head list;
	struct bio *bio;
	struct tier_member *member;
	sector_t block;
	unsigned int offset;
	struct page *page;
	struct bio own;
	struct bio_vec vec;
};

int tier_partials_init(struct tier *tier)
{
	struct tier_partials *partials = &tier->partials;
	int r;

	INIT_LIST_HEAD(&partials->ready);
	INIT_WORK(&partials->work, tier_partial_work);
	r = mempool_init_kmalloc_pool(&partials->pool, TIER_PARTIAL_MIN,
				      sizeof(struct tier_partial));
	if (r)
		return r;
	/* tier_partial_zero() takes of these, too. It may wait for them: they come back. */
	return mempool_init_page_pool(&partials->pages, TIER_PARTIAL_MIN, 0);
}

void tier_partials_exit(struct tier *tier)
{
	mempool_exit(&tier->partials.pages);
	mempool_exit(&tier->partials.pool);
}

static struct tier_partial *try_alloc(struct tier *tier)
{
	struct tier_partials *partials = &tier->partials;
	struct tier_partial *partial;

	partial = mempool_alloc(&partials->pool, GFP_NOWAIT | __GFP_NOWARN);
	if (!partial)
		return NULL;
	partial->tier = tier;
	partial->page = mempool_alloc(&partials->pages, GFP_NOWAIT | __GFP_NOWARN);
	if (partial->page)
		return partial;
	mempool_free(partial, &partials->pool);
	return NULL;
}

struct tier_partial *tier_partial_alloc(struct tier *tier)
{
	struct tier_partial *partial = try_alloc(tier);

	if (partial)
		return partial;
	WRITE_ONCE(tier->partials.wanted, true);
	/*
	 * Pairs with tier_partial_free(): either the second try finds what was
	 * given back, or whoever gives it back finds that it is wanted.
	 */
	smp_mb();
	return try_alloc(tier);
}

void tier_partial_free(struct tier_partial *partial)
{
	struct tier *tier = partial->tier;

	mempool_free(partial->page, &tier->partials.pages);
	mempool_free(partial, &tier->partials.pool);
	/* Pairs with tier_partial_alloc(). */
	smp_mb();
	if (READ_ONCE(tier->partials.wanted)) {
		WRITE_ONCE(tier->partials.wanted, false);
		queue_work(tier->wq, &tier->deferred_work);
	}
}

static void set_up(struct tier_partial *partial, struct bio *bio, struct tier_member *member,
		   sector_t home, sector_t offset)
{
	sector_t block = tier_sector_block_start(offset);

	partial->bio = bio;
	partial->member = member;
	partial->block = home + block;
	partial->offset = (offset - block) << SECTOR_SHIFT;
}

static void send(struct tier_partial *partial, blk_opf_t opf, bio_end_io_t *end_io)
{
	struct bio *own = &partial->own;

	bio_init(own, partial->member->dev->bdev, &partial->vec, 1, opf);
	bio_clone_blkg_association(own, partial->bio);
	own->bi_ioprio = partial->bio->bi_ioprio;
	own->bi_iter.bi_sector = partial->block;
	own->bi_private = partial;
	own->bi_end_io = end_io;
	__bio_add_page(own, partial->page, DM_TIER_BLOCK_SIZE, 0);
	submit_bio_noacct(own);
}

static void end(struct tier_partial *partial)
{
	struct bio *bio = partial->bio;

	bio->bi_status = partial->own.bi_status;
	bio_uninit(&partial->own);
	tier_partial_free(partial);
	bio_endio(bio);
}

/* From or to the page: @write is that of the bio. */
static void copy(struct tier_partial *partial, bool write)
{
	unsigned int at = partial->offset;
	struct bvec_iter iter;
	struct bio_vec bvec;
	char *block = kmap_local_page(partial->page);

	bio_for_each_segment(bvec, partial->bio, iter) {
		if (write)
			memcpy_from_bvec(block + at, &bvec);
		else
			memcpy_to_bvec(&bvec, block + at);
		at += bvec.bv_len;
	}
	kunmap_local(block);
}

static void read_end_io(struct bio *own)
{
	struct tier_partial *partial = own->bi_private;

	if (!own->bi_status)
		copy(partial, false);
	end(partial);
}

void tier_partial_read(struct tier_partial *partial, struct bio *bio,
		       struct tier_member *member, sector_t home, sector_t offset)
{
	set_up(partial, bio, member, home, offset);
	send(partial, REQ_OP_READ | (bio->bi_opf & TIER_PARTIAL_FLAGS & ~REQ_FUA), read_end_io);
}

static void write_end_io(struct bio *own)
{
	end(own->bi_private);
}

/* Steps 2 and 3 */
static void write_block(struct tier_partial *partial)
{
	copy(partial, true);
	send(partial, REQ_OP_WRITE | (partial->bio->bi_opf & TIER_PARTIAL_FLAGS), write_end_io);
}

static void old_end_io(struct bio *own)
{
	struct tier_partial *partial = own->bi_private;
	struct tier *tier = partial->tier;
	unsigned long flags;

	/* What cannot be read cannot be kept: the write fails and changes nothing. */
	if (own->bi_status) {
		end(partial);
		return;
	}
	bio_uninit(own);
	spin_lock_irqsave(&tier->queue_lock, flags);
	list_add_tail(&partial->list, &tier->partials.ready);
	spin_unlock_irqrestore(&tier->queue_lock, flags);
	queue_work(tier->wq, &tier->partials.work);
}

void tier_partial_write(struct tier_partial *partial, struct bio *bio,
			struct tier_member *member, sector_t home, sector_t offset,
			bool fresh)
{
	set_up(partial, bio, member, home, offset);
	if (bio_sectors(bio) == DM_TIER_BLOCK_SECTORS) {
		write_block(partial);
	} else if (fresh) {
		clear_highpage(partial->page);
		write_block(partial);
	} else {
		/* Step 1 */
		send(partial, REQ_OP_READ | REQ_SYNC, old_end_io);
	}
}

void tier_partial_work(struct work_struct *work)
{
	struct tier *tier = container_of(work, struct tier, partials.work);
	struct tier_partial *partial, *next;
	struct blk_plug plug;
	LIST_HEAD(ready);

	spin_lock_irq(&tier->queue_lock);
	list_splice_init(&tier->partials.ready, &ready);
	spin_unlock_irq(&tier->queue_lock);

	blk_start_plug(&plug);
	list_for_each_entry_safe(partial, next, &ready, list)
		write_block(partial);
	blk_finish_plug(&plug);
}

/* A part of one block */
static int zero_part(struct tier *tier, struct tier_member *member, sector_t home,
		     sector_t offset, sector_t sectors)
{
	sector_t block = tier_sector_block_start(offset);
	struct block_device *bdev = member->dev->bdev;
	struct page *page = mempool_alloc(&tier->partials.pages, GFP_NOIO);
	char *data = page_address(page);
	int r;

	r = tier_block_io(tier->io_client, bdev, REQ_OP_READ, home + block, data);
	if (!r) {
		memset(data + ((offset - block) << SECTOR_SHIFT), 0, sectors << SECTOR_SHIFT);
		r = tier_block_io(tier->io_client, bdev, REQ_OP_WRITE, home + block, data);
		tier_member_wrote(member);
		this_cpu_inc(tier->stats->rmw_foreground);
	}
	mempool_free(page, &tier->partials.pages);
	return r;
}

int tier_partial_zero(struct tier *tier, struct tier_member *member, sector_t home,
		      sector_t offset, sector_t sectors)
{
	sector_t end = offset + sectors;
	sector_t first = tier_sector_block_end(offset);
	sector_t behind = tier_sector_block_start(end);
	int r = 0;

	if (first > behind)
		return zero_part(tier, member, home, offset, sectors);
	if (offset < first)
		r = zero_part(tier, member, home, offset, first - offset);
	if (!r && first < behind)
		r = tier_zero_wait(tier, member, home + first, behind - first);
	if (!r && behind < end)
		r = zero_part(tier, member, home, behind, end - behind);
	return r;
}
