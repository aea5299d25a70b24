// SPDX-License-Identifier: GPL-2.0
/*
 * Journal, table and checkpoints. See metadata.h for the order of things.
 */
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "engine/change.h"
#include "engine/member.h"
#include "engine/metadata.h"
#include "engine/super.h"
#include "trace.h"

/* Blocks of the buffer for recovery and for transactions of the journal */
#define TIER_METADATA_BLOCKS	256

/* Where copy @copy begins, or NULL if its member is not there. */
static struct tier_member *copy_member(struct tier *tier, unsigned int copy)
{
	unsigned int i;

	for (i = 0; i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];

		if (member->info->copy == copy)
			return member->dev ? member : NULL;
	}
	return NULL;
}

static u32 copies_present(struct tier *tier)
{
	unsigned int copy;
	u32 copies = 0;

	for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++)
		if (copy_member(tier, copy))
			copies |= BIT(copy);
	return copies;
}

static u32 copies_writable(struct tier *tier)
{
	u32 copies = copies_present(tier);
	unsigned int copy;

	for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++)
		if ((copies & BIT(copy)) && !tier_member_writable(copy_member(tier, copy)))
			copies &= ~BIT(copy);
	return copies;
}

static u32 copy_members(struct tier *tier)
{
	unsigned int copy;
	u32 mask = 0;

	for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++)
		if (tier->metadata.copies & BIT(copy))
			mask |= BIT(copy_member(tier, copy)->index);
	return mask;
}

static void set_region(struct tier *tier, unsigned int copy, u64 place, unsigned int count,
		       struct dm_io_region *region)
{
	struct tier_member *member = copy_member(tier, copy);

	region->bdev = member->dev->bdev;
	region->sector = member->info->meta_sector + place * DM_TIER_BLOCK_SECTORS;
	region->count = (sector_t)count * DM_TIER_BLOCK_SECTORS;
}

static int read_blocks(void *context, unsigned int copy, u64 place, unsigned int count,
		       void *buffer)
{
	struct tier *tier = context;
	struct dm_io_request request = {
		.bi_opf = REQ_OP_READ | REQ_META | REQ_SYNC,
		.mem.type = DM_IO_VMA,
		.mem.ptr.vma = buffer,
		.client = tier->io_client,
	};
	struct dm_io_region region;

	set_region(tier, copy, place, count, &region);
	return tier_dm_io(&request, 1, &region, NULL);
}

/*
 * Nothing that says so is written: with none of the copies valid the volume
 * could never be opened again, while what they hold now may well be right.
 */
static int failed(struct tier *tier)
{
	DMERR("%s: no copy of the metadata can be written any more: writes and flushes fail from now on; run tiersetup check on the members",
	      tier_name(tier));
	tier_state_lower(tier, TIER_FAILED);
	return -EIO;
}

/*
 * A copy could not be written. Before the volume goes on, all members learn
 * that it is old: opened with this copy alone, an old map would be taken for
 * the right one.
 */
static int copies_lost(struct tier *tier, u32 lost)
{
	/* A copy that is being brought up to date is none to go on with. */
	if (!(tier->super.copies_valid & ~lost))
		return failed(tier);

	tier->metadata.copies &= ~lost;
	tier->super.copies_valid &= ~lost;
	DMERR("%s: metadata copy %u cannot be written; going on with the other",
	      tier_name(tier), lost & 1 ? 0 : 1);
	tier_state_lower(tier, TIER_DEGRADED);
	return tier_super_write(tier) ? failed(tier) : 0;
}

int tier_metadata_drop_failed(struct tier *tier)
{
	u32 lost;
	int r;

	lockdep_assert_held(&tier->commit.mutex);

	do {
		lost = tier->metadata.copies & ~copies_writable(tier);
		r = lost ? copies_lost(tier, lost) : 0;
	} while (lost && !r);
	return r;
}

/* The same place in all copies that are written; @copies tells which is which. */
static unsigned int set_regions(struct tier *tier, u64 place, unsigned int count,
				struct dm_io_region *regions, unsigned int *copies)
{
	unsigned int copy, n = 0;

	for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++) {
		if (!(tier->metadata.copies & BIT(copy)))
			continue;
		set_region(tier, copy, place, count, &regions[n]);
		copies[n++] = copy;
	}
	return n;
}

/* What a write to all copies came to; @errors has a bit for each region. */
static int write_done(struct tier *tier, int r, unsigned long errors,
		      const unsigned int *copies)
{
	unsigned int i;
	u32 lost = 0;

	if (!r && !errors)
		return 0;
	for (i = 0; i < hweight32(tier->metadata.copies); i++)
		if (!errors || (errors & BIT(i)))
			lost |= BIT(copies[i]);
	r = copies_lost(tier, lost);
	return r ? r : tier_metadata_drop_failed(tier);
}

/* Write the same blocks to all copies. */
static int write_blocks(struct tier *tier, u64 place, unsigned int count, void *buffer,
			blk_opf_t flags)
{
	struct dm_io_request request = {
		.bi_opf = REQ_OP_WRITE | REQ_META | REQ_SYNC | flags,
		.mem.type = DM_IO_VMA,
		.mem.ptr.vma = buffer,
		.client = tier->io_client,
	};
	struct dm_io_region regions[DM_TIER_MAX_COPIES];
	unsigned int copies[DM_TIER_MAX_COPIES], n;
	unsigned long errors = 0;
	int r;

	n = set_regions(tier, place, count, regions, copies);
	if (!n)
		return -EIO;
	r = tier_dm_io(&request, n, regions, &errors);
	return write_done(tier, r, errors, copies);
}

static int alloc(struct tier *tier)
{
	struct tier_metadata *metadata = &tier->metadata;
	u64 words = tier_space_words(tier->super.table_blocks);

	metadata->newest = vzalloc(array_size(words, sizeof(u64)));
	metadata->stale = vzalloc(array_size(words, sizeof(u64)));
	metadata->buffer = vmalloc(TIER_METADATA_BLOCKS * DM_TIER_BLOCK_SIZE);
	metadata->super = kmalloc(DM_TIER_BLOCK_SIZE, GFP_KERNEL);
	metadata->changes = kmalloc_array(DM_TIER_JOURNAL_ENTRIES,
					  sizeof(*metadata->changes), GFP_KERNEL);
	metadata->entries = kmalloc_array(DM_TIER_TABLE_ENTRIES,
					  sizeof(*metadata->entries), GFP_KERNEL);
	if (!metadata->newest || !metadata->stale || !metadata->buffer ||
	    !metadata->super || !metadata->changes || !metadata->entries)
		return -ENOMEM;
	return 0;
}

void tier_metadata_free(struct tier *tier)
{
	struct tier_metadata *metadata = &tier->metadata;

	vfree(metadata->newest);
	vfree(metadata->stale);
	vfree(metadata->buffer);
	kfree(metadata->super);
	kfree(metadata->changes);
	kfree(metadata->entries);
	memset(metadata, 0, sizeof(*metadata));
}

static void report(void *context, const struct tier_finding_info *info)
{
	struct tier *tier = context;

	/* What a crash leaves behind is no news. */
	if (!info->fatal)
		return;
	DMERR_LIMIT("%s: metadata: %s%s%s (copy %d, block %llu, extent %llu)", tier_name(tier),
		    tier_finding_text(info->what), info->flaw ? ": " : "",
		    info->flaw ? tier_flaw_text(info->flaw) : "", info->copy, info->place,
		    info->extent);
}

int tier_metadata_load(struct tier *tier)
{
	u32 copies = tier->super.copies_valid & copies_present(tier);
	struct tier_metadata *metadata = &tier->metadata;
	struct tier_space *spaces;
	struct tier_replay *replay;
	ktime_t began = ktime_get();
	unsigned int i;
	int r;

	if (!copies) {
		DMERR("%s: no up to date copy of the metadata is among the members given",
		      tier_name(tier));
		return -EIO;
	}
	r = alloc(tier);
	if (r)
		return r;

	replay = kzalloc(sizeof(*replay), GFP_KERNEL);
	spaces = kcalloc(DM_TIER_MAX_MEMBERS, sizeof(*spaces), GFP_KERNEL);
	if (!replay || !spaces) {
		r = -ENOMEM;
		goto free;
	}
	for (i = 0; i < tier->super.members_count; i++)
		spaces[i] = tier->members[i].space;

	replay->super = &tier->super;
	replay->copies = copies;
	replay->read = read_blocks;
	replay->report = report;
	replay->context = tier;
	replay->buffer = metadata->buffer;
	replay->buffer_blocks = TIER_METADATA_BLOCKS;
	replay->map = tier->map;
	replay->newest = metadata->newest;
	replay->stale = metadata->stale;
	replay->spaces = spaces;

	r = tier_replay_run(replay);
	if (r) {
		DMERR("%s: the metadata is damaged, nothing was changed; run tiersetup check on the members",
		      tier_name(tier));
		goto free;
	}

	for (i = 0; i < tier->super.members_count; i++)
		tier->members[i].space = spaces[i];
	tier->mapped = replay->mapped;
	metadata->copies = copies;
	metadata->epoch = replay->checkpoint.epoch;
	metadata->next_seq = replay->next_seq;
	metadata->tail_seq = replay->checkpoint.tail_seq;
	metadata->max_number = replay->max_number;
	metadata->replayed = replay->replayed;
	metadata->recovery_us = ktime_us_delta(ktime_get(), began);
	if (metadata->replayed)
		DMINFO("%s: %llu changes taken from the journal in %llu us", tier_name(tier),
		       metadata->replayed, metadata->recovery_us);
free:
	kfree(spaces);
	kfree(replay);
	return r;
}

int tier_metadata_start(struct tier *tier)
{
	struct tier_metadata *metadata = &tier->metadata;
	u32 back = copies_present(tier) & ~metadata->copies;
	u64 index;
	int r;

	tier->super.copies_valid = metadata->copies;
	r = tier_super_write(tier);
	if (!r)
		r = tier_metadata_drop_failed(tier);
	if (r)
		return r;

	back &= copies_writable(tier);
	if (back) {
		/*
		 * The copy that is back may hold blocks of checkpoints that were
		 * begun when it was lost and whose numbers nobody else has seen:
		 * ours must be higher than any of them.
		 */
		metadata->max_number += 1 << 16;
		metadata->copies |= back;
		for (index = 0; index < tier_table_blocks(tier->super.extents); index++)
			tier_bit_set(metadata->stale, index);
	}

	/* Leftovers behind the end of the journal are of the old epoch. */
	metadata->epoch = get_random_u64() | 1;
	r = tier_metadata_checkpoint(tier, false);
	if (r || !(back & metadata->copies))
		return r;

	tier->super.copies_valid = metadata->copies;
	DMINFO("%s: a metadata copy that was lost is up to date again", tier_name(tier));
	return tier_super_write(tier);
}

/* Blocks of the journal that a replay would read */
static u64 journal_used(struct tier *tier)
{
	return tier->metadata.next_seq - tier->metadata.tail_seq;
}

bool tier_metadata_journal_full(struct tier *tier)
{
	return journal_used(tier) > tier->super.journal_blocks / 2;
}

/* Write @count blocks of one transaction, which may go round the end of the ring. */
static int write_journal(struct tier *tier, unsigned int count)
{
	struct tier_metadata *metadata = &tier->metadata;
	u64 place = tier_journal_place(tier->super.journal_blocks, metadata->next_seq);
	u64 room = DM_TIER_META_JOURNAL + tier->super.journal_blocks - place;
	unsigned int first = min_t(u64, count, room);
	int r;

	r = write_blocks(tier, place, first, metadata->buffer, REQ_FUA);
	if (!r && first < count)
		r = write_blocks(tier, DM_TIER_META_JOURNAL, count - first,
				 metadata->buffer + first * DM_TIER_BLOCK_SIZE, REQ_FUA);
	return r;
}

/* One transaction: as many of the commit's changes as it takes, at least one. */
static int write_transaction(struct tier *tier, u64 *changes)
{
	struct tier_metadata *metadata = &tier->metadata;
	u64 most = min_t(u64, TIER_METADATA_BLOCKS, tier->super.journal_blocks / 4);
	u64 blocks = min_t(u64, DIV_ROUND_UP_ULL(*changes, DM_TIER_JOURNAL_ENTRIES), most);
	struct tier_change_record *record = tier_changes_first(tier), *next;
	struct tier_journal_head head = {
		.epoch = metadata->epoch,
		.txn_blocks = blocks,
	};
	u64 written = 0;
	int r;

	if (journal_used(tier) + blocks > tier->super.journal_blocks) {
		r = tier_metadata_checkpoint(tier, false);
		if (r)
			return r;
	}

	for (head.txn_index = 0; head.txn_index < blocks; head.txn_index++) {
		head.seq = metadata->next_seq + head.txn_index;
		for (head.count = 0; record && head.count < DM_TIER_JOURNAL_ENTRIES;
		     head.count++, record = tier_changes_next(record)) {
			metadata->changes[head.count].extent = record->extent;
			metadata->changes[head.count].entry = record->new;
		}
		written += head.count;
		tier_journal_encode(&head, metadata->changes, &tier->super,
				    metadata->buffer + head.txn_index * DM_TIER_BLOCK_SIZE);
	}
	r = write_journal(tier, blocks);
	if (r)
		return r;
	metadata->next_seq += blocks;
	*changes -= written;

	for (record = tier_changes_first(tier); written; written--, record = next) {
		next = tier_changes_next(record);
		tier_changes_done(tier, record);
	}
	return 0;
}

int tier_metadata_journal(struct tier *tier)
{
	struct tier_change_record *record;
	u64 changes = 0;
	int r;

	lockdep_assert_held(&tier->commit.mutex);

	for (record = tier_changes_first(tier); record; record = tier_changes_next(record))
		changes++;

	while (tier_changes_first(tier)) {
		r = write_transaction(tier, &changes);
		if (r)
			return r;
	}
	return 0;
}

/* Table blocks on their way to the copies */
struct table_batch {
	atomic_t left;
	struct completion done;
	unsigned long errors;
};

static void batch_put(struct table_batch *batch)
{
	if (atomic_dec_and_test(&batch->left))
		complete(&batch->done);
}

static void table_written(unsigned long errors, void *context)
{
	struct table_batch *batch = context;
	unsigned int i;

	for (i = 0; i < DM_TIER_MAX_COPIES; i++)
		if (errors & BIT(i))
			set_bit(i, &batch->errors);
	batch_put(batch);
}

TIER_DM_IO_NOTIFY(table_written);

/* Encode a table block and send it into the slot that is not its base. */
static void send_table_block(struct tier *tier, u64 index, u64 number, void *block,
			     struct table_batch *batch)
{
	struct tier_metadata *metadata = &tier->metadata;
	u64 first = index * DM_TIER_TABLE_ENTRIES;
	unsigned int count = min_t(u64, DM_TIER_TABLE_ENTRIES, tier->super.extents - first);
	unsigned int slot = !tier_bit_test(metadata->newest, index);
	struct dm_io_region regions[DM_TIER_MAX_COPIES];
	unsigned int copies[DM_TIER_MAX_COPIES], n;
	struct dm_io_request request = {
		.bi_opf = REQ_OP_WRITE | REQ_META,
		.mem.type = DM_IO_VMA,
		.mem.ptr.vma = block,
		.notify.fn = table_written_notify,
		.notify.context = batch,
		.client = tier->io_client,
	};

	tier_changes_durable(tier, first, count, metadata->entries);
	tier_table_encode(metadata->entries, index, slot, number, &tier->super, block);
	n = set_regions(tier, tier_table_place(tier->super.journal_blocks, index, slot), 1,
			regions, copies);
	atomic_inc(&batch->left);
	/* Asynchronous: what goes wrong comes to the callback. */
	tier_dm_io(&request, n, regions, NULL);
}

/* K1: TIER_METADATA_BLOCKS at a time. Return: blocks written, or -errno. */
static s64 write_table(struct tier *tier, u64 number)
{
	u64 blocks = tier_table_blocks(tier->super.extents), index = 0;
	struct tier_metadata *metadata = &tier->metadata;
	struct table_batch batch;
	s64 written = 0;
	int r;

	while (index < blocks) {
		unsigned int copies[DM_TIER_MAX_COPIES] = { 0 }, copy, n = 0, sent = 0;

		for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++)
			if (metadata->copies & BIT(copy))
				copies[n++] = copy;

		atomic_set(&batch.left, 1);
		init_completion(&batch.done);
		batch.errors = 0;
		for (; index < blocks && sent < TIER_METADATA_BLOCKS; index++) {
			if (!metadata->stale[index >> 6]) {
				index |= 63;
				continue;
			}
			if (!tier_bit_test(metadata->stale, index))
				continue;
			send_table_block(tier, index, number,
					 metadata->buffer + sent * DM_TIER_BLOCK_SIZE, &batch);
			sent++;
		}
		batch_put(&batch);
		wait_for_completion_io(&batch.done);
		r = write_done(tier, 0, batch.errors, copies);
		if (r)
			return r;
		written += sent;
	}
	return written;
}

/* K3 */
static int write_checkpoint(struct tier *tier, u64 number, bool clean)
{
	struct tier_checkpoint *ckpt = kzalloc(sizeof(*ckpt), GFP_NOIO);
	unsigned int i;
	int r;

	if (!ckpt)
		return -ENOMEM;

	ckpt->number = number;
	ckpt->epoch = tier->metadata.epoch;
	ckpt->tail_seq = tier->metadata.next_seq;
	spin_lock(&tier->map_lock);
	ckpt->mapped = tier->mapped;
	for (i = 0; i < tier->super.members_count; i++)
		ckpt->used[i] = tier->members[i].space.used;
	/* Else the numbers are not those of the table. */
	if (clean && !tier->changes.pending_count)
		ckpt->flags = DM_TIER_CHECKPOINT_CLEAN;
	spin_unlock(&tier->map_lock);

	tier_checkpoint_encode(ckpt, tier->super.uuid, tier->metadata.buffer);
	kfree(ckpt);
	r = write_blocks(tier, DM_TIER_META_CHECKPOINT + number % DM_TIER_META_SLOTS, 1,
			 tier->metadata.buffer, REQ_FUA);
	if (r)
		return r;
	tier->metadata.tail_seq = tier->metadata.next_seq;
	return 0;
}

int tier_metadata_checkpoint(struct tier *tier, bool clean)
{
	u64 words = tier_space_words(tier_table_blocks(tier->super.extents)), word;
	struct tier_metadata *metadata = &tier->metadata;
	u64 number = metadata->max_number + 1;
	s64 written;
	int r;

	lockdep_assert_held(&tier->commit.mutex);

	if (tier->state >= TIER_READONLY)
		return -EIO;

	/*
	 * Should this fail on the way, the number is used up: two versions of a
	 * block with the same number must never exist. The next attempt takes
	 * one with the same parity, so that its checkpoint does not go into the
	 * slot of the one that is whole.
	 */
	metadata->max_number = number + 1;

	/* K1 */
	written = write_table(tier, number);
	if (written < 0)
		return written;

	/* K2 */
	r = tier_members_flush(tier, copy_members(tier));
	if (r && tier_metadata_drop_failed(tier))
		return -EIO;

	/* K3 */
	r = write_checkpoint(tier, number, clean);
	if (r)
		return r;

	/* What was written is what the next recovery builds on, not before. */
	for (word = 0; word < words; word++) {
		metadata->newest[word] ^= metadata->stale[word];
		metadata->stale[word] = 0;
	}
	metadata->max_number = number;
	metadata->checkpoints++;
	trace_dm_tier_checkpoint(tier, number, written);
	return 0;
}
