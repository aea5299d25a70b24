// SPDX-License-Identifier: GPL-2.0
#include "replay.h"

#define COPIES		DM_TIER_MAX_COPIES
#define SLOTS		DM_TIER_META_SLOTS
#define NO_COPY		(-1)
#define BATCH_BLOCKS	512	/* most that are read at once */
#define ERRORS_MAX	64	/* then a copy is given up */

/**
 * struct scan - a recovery under way
 * @replay:       what the caller set up
 * @failed:       by copy: which blocks of the batch could not be read
 * @any_read:     a block could be read, of whatever copy
 * @again:        these blocks were read before: what cannot be read is known
 * @checkpointed: there is a checkpoint
 * @end:          sequence number behind the last whole transaction
 * @foreign:      where the last transaction of other epochs began
 * @foreign_place: one of its blocks
 * @hole:         the first place of the journal that no crash makes
 * @errors:       by copy: blocks that could not be read
 * @holed:        @hole is set
 */
struct scan {
	struct tier_replay *replay;
	u64 failed[COPIES][BATCH_BLOCKS / 64];
	bool any_read;
	bool again;
	bool checkpointed;
	u64 end;
	u64 foreign;
	u64 foreign_place;
	u64 hole;
	unsigned int errors[COPIES];
	bool holed;
};

/* What the slots of one table block hold, by copy. */
struct table_view {
	enum tier_flaw flaw[COPIES][SLOTS];
	u64 number[COPIES][SLOTS];	/* 0: not right */
	bool unread[COPIES][SLOTS];
};

static const char * const finding_texts[] = {
	[TIER_FIND_READ] = "metadata block cannot be read",
	[TIER_FIND_CHECKPOINT] = "checkpoint is flawed or old",
	[TIER_FIND_NO_CHECKPOINT] = "no checkpoint is right",
	[TIER_FIND_TABLE] = "version of a table block is flawed",
	[TIER_FIND_TABLE_LOST] = "table block is lost",
	[TIER_FIND_TABLE_OLD] = "table block is older than in the other copy",
	[TIER_FIND_JOURNAL_HOLE] = "journal has a hole",
	[TIER_FIND_JOURNAL_COPY] = "journal block is right in one copy only",
	[TIER_FIND_TWICE] = "physical extent has two logical extents",
	[TIER_FIND_COUNT] = "extents in use are not as many as the checkpoint says",
};

const char *tier_finding_text(enum tier_finding what)
{
	if ((unsigned int)what >= ARRAY_SIZE(finding_texts))
		return "unknown finding";
	return finding_texts[what];
}

static void find(struct tier_replay *replay, const struct tier_finding_info *info)
{
	replay->findings++;
	if (info->fatal)
		replay->fatal++;
	if (replay->report)
		replay->report(replay->context, info);
}

static bool copy_valid(const struct tier_replay *replay, unsigned int copy)
{
	return replay->copies >> copy & 1;
}

static u8 *batch_block(const struct scan *scan, unsigned int copy, unsigned int nr)
{
	const struct tier_replay *replay = scan->replay;

	return (u8 *)replay->buffer +
	       ((size_t)copy * (replay->buffer_blocks / COPIES) + nr) * DM_TIER_BLOCK_SIZE;
}

/* May block @nr of the batch be looked at in this copy? */
static bool batch_has(const struct scan *scan, unsigned int copy, unsigned int nr)
{
	return copy_valid(scan->replay, copy) && !tier_bit_test(scan->failed[copy], nr);
}

static unsigned int batch_limit(const struct tier_replay *replay)
{
	unsigned int half = replay->buffer_blocks / COPIES;

	return half < BATCH_BLOCKS ? half : BATCH_BLOCKS;
}

/* Bring blocks of all valid copies; a bad sector costs its block, not the batch. */
static void batch_read(struct scan *scan, u64 place, unsigned int count)
{
	struct tier_replay *replay = scan->replay;
	unsigned int copy, nr;

	memset(scan->failed, 0, sizeof(scan->failed));
	for (copy = 0; copy < COPIES; copy++) {
		if (!copy_valid(replay, copy))
			continue;
		if (scan->errors[copy] < ERRORS_MAX &&
		    !replay->read(replay->context, copy, place, count,
				  batch_block(scan, copy, 0))) {
			scan->any_read = true;
			continue;
		}
		for (nr = 0; nr < count; nr++) {
			/* A disk that is gone answers each read by a long wait. */
			if (scan->errors[copy] >= ERRORS_MAX) {
				tier_bit_set(scan->failed[copy], nr);
				continue;
			}
			if (!replay->read(replay->context, copy, place + nr, 1,
					  batch_block(scan, copy, nr))) {
				scan->any_read = true;
				continue;
			}
			tier_bit_set(scan->failed[copy], nr);
			scan->errors[copy]++;
			if (scan->again)
				continue;
			find(replay, &(struct tier_finding_info) {
				.what = TIER_FIND_READ,
				.copy = (int)copy,
				.place = place + nr,
				.member = -1,
			});
		}
	}
}

/* 1. The newest checkpoint */

static void checkpoint_finding(struct scan *scan, enum tier_finding what, enum tier_flaw flaw,
			       int copy, u64 place)
{
	find(scan->replay, &(struct tier_finding_info) {
		.what = what,
		.flaw = flaw,
		.copy = copy,
		.place = place,
		.member = -1,
		.fatal = what == TIER_FIND_NO_CHECKPOINT,
	});
}

static void checkpoint_take(struct scan *scan, unsigned int copy, unsigned int slot, u64 *newest)
{
	struct tier_replay *replay = scan->replay;
	struct tier_checkpoint ckpt;
	enum tier_flaw flaw;

	flaw = tier_checkpoint_decode(batch_block(scan, copy, slot), replay->super, slot, &ckpt);
	if (flaw == TIER_FLAW_BLANK)
		return;
	if (flaw != TIER_OK) {
		checkpoint_finding(scan, TIER_FIND_CHECKPOINT, flaw, (int)copy,
				   DM_TIER_META_CHECKPOINT + slot);
		return;
	}
	if (ckpt.number > *newest)
		*newest = ckpt.number;
	if (!scan->checkpointed || ckpt.number > replay->checkpoint.number)
		replay->checkpoint = ckpt;
	scan->checkpointed = true;
}

static void checkpoint_find(struct scan *scan)
{
	struct tier_replay *replay = scan->replay;
	u64 newest[COPIES] = { 0 };
	unsigned int copy, slot;

	batch_read(scan, DM_TIER_META_CHECKPOINT, SLOTS);
	for (copy = 0; copy < COPIES; copy++)
		for (slot = 0; slot < SLOTS; slot++)
			if (batch_has(scan, copy, slot))
				checkpoint_take(scan, copy, slot, &newest[copy]);

	if (!scan->checkpointed) {
		if (scan->any_read)
			checkpoint_finding(scan, TIER_FIND_NO_CHECKPOINT, TIER_OK, NO_COPY, 0);
		return;
	}
	replay->max_number = replay->checkpoint.number;
	for (copy = 0; copy < COPIES; copy++)
		if (newest[copy] && newest[copy] < replay->max_number)
			checkpoint_finding(scan, TIER_FIND_CHECKPOINT, TIER_OK, (int)copy,
					   DM_TIER_META_CHECKPOINT + (newest[copy] & 1));
}

/* 2. The table */

static void table_finding(struct scan *scan, enum tier_finding what, enum tier_flaw flaw,
			  int copy, u64 index, unsigned int slot)
{
	struct tier_replay *replay = scan->replay;

	find(replay, &(struct tier_finding_info) {
		.what = what,
		.flaw = flaw,
		.copy = copy,
		.place = tier_table_place(replay->super->journal_blocks, index, slot),
		.extent = index * DM_TIER_TABLE_ENTRIES,
		.member = -1,
		.fatal = what == TIER_FIND_TABLE_LOST,
	});
}

static void table_look(struct scan *scan, u64 index, unsigned int nr, struct table_view *view)
{
	struct tier_replay *replay = scan->replay;
	unsigned int copy, slot;
	enum tier_flaw flaw;
	u64 number;

	memset(view, 0, sizeof(*view));
	for (copy = 0; copy < COPIES; copy++) {
		for (slot = 0; slot < SLOTS; slot++) {
			view->unread[copy][slot] = !batch_has(scan, copy, nr + slot);
			if (view->unread[copy][slot])
				continue;
			flaw = tier_table_decode(batch_block(scan, copy, nr + slot), replay->super,
						 index, slot, &number, NULL);
			view->flaw[copy][slot] = flaw;
			if (flaw == TIER_OK) {
				view->number[copy][slot] = number;
				if (number > replay->max_number)
					replay->max_number = number;
			} else if (flaw != TIER_FLAW_BLANK) {
				table_finding(scan, TIER_FIND_TABLE, flaw, (int)copy, index, slot);
			}
		}
	}
}

/*
 * Did an unfinished checkpoint tear this block? Then its first sector is either what it was, no
 * newer than the other slot, or that of the unfinished checkpoint. The head is not under a right
 * checksum, so it must at least say in all else that it belongs here.
 */
static bool table_torn(const struct scan *scan, const void *block, u64 place, u64 right)
{
	const struct tier_replay *replay = scan->replay;
	const struct dm_tier_block_header *header = block;
	u64 seq = le64_to_cpu(header->seq);

	return le64_to_cpu(header->place) == place &&
	       !memcmp(header->uuid, replay->super->uuid, sizeof(header->uuid)) &&
	       (seq <= right || seq > replay->checkpoint.number);
}

/* May the finished checkpoint's version have stood in @slot, where now no copy has a right one? */
static bool table_doubtful(const struct scan *scan, const struct table_view *view, u64 index,
			   unsigned int nr, unsigned int slot, u64 right)
{
	const struct tier_replay *replay = scan->replay;
	u64 place = tier_table_place(replay->super->journal_blocks, index, slot);
	unsigned int copy;

	/* A version behind the checkpoint was written over an older one; this slot has the base. */
	if (!scan->checkpointed || right > replay->checkpoint.number)
		return false;
	for (copy = 0; copy < COPIES; copy++) {
		if (view->unread[copy][slot])
			continue;
		switch (view->flaw[copy][slot]) {
		case TIER_OK:
		case TIER_FLAW_BLANK:
		case TIER_FLAW_UUID:	/* from before this volume: never written since */
			return false;
		case TIER_FLAW_CHECKSUM:
		case TIER_FLAW_FIELD:
			if (table_torn(scan, batch_block(scan, copy, nr + slot), place, right))
				return false;
			break;
		default:
			break;
		}
	}
	return true;
}

/* Do all valid copies hold @right in @slot, and nothing flawed beside it? */
static bool table_stale(struct scan *scan, const struct table_view *view, u64 index,
			unsigned int slot, u64 right)
{
	unsigned int copy, other = !slot;
	bool stale = false;

	for (copy = 0; copy < COPIES; copy++) {
		if (!copy_valid(scan->replay, copy))
			continue;
		/*
		 * What is flawed is written anew even if it is the older version: a torn block
		 * whose number a later checkpoint has passed would look like a lost one.
		 */
		if (view->number[copy][slot] != right || view->unread[copy][other] ||
		    (view->flaw[copy][other] != TIER_OK &&
		     view->flaw[copy][other] != TIER_FLAW_BLANK))
			stale = true;
		if (view->number[copy][slot] < right && view->number[copy][other] < right)
			table_finding(scan, TIER_FIND_TABLE_OLD, TIER_OK, (int)copy, index, slot);
	}
	return stale;
}

/*
 * Which slot holds the version that the finished checkpoint counts on? The next one must not be
 * written over it: should that be torn, and the copy with the unfinished version be lost as well,
 * nothing but an older version would be left, which looks like the right one.
 */
static unsigned int table_base(const struct scan *scan, const struct table_view *view,
			       unsigned int newest, u64 right)
{
	unsigned int copy;

	if (!scan->checkpointed || right <= scan->replay->checkpoint.number)
		return newest;
	for (copy = 0; copy < COPIES; copy++)
		if (view->number[copy][!newest])
			return !newest;
	return newest;
}

static void table_take(struct scan *scan, u64 index, unsigned int nr)
{
	struct tier_replay *replay = scan->replay;
	unsigned int copy, slot, from = 0, newest = 0;
	struct table_view view;
	u64 number, right = 0;

	table_look(scan, index, nr, &view);
	for (copy = 0; copy < COPIES; copy++) {
		for (slot = 0; slot < SLOTS; slot++) {
			if (view.number[copy][slot] > right) {
				right = view.number[copy][slot];
				from = copy;
				newest = slot;
			}
		}
	}
	if (!right) {
		tier_bit_set(replay->stale, index);
		table_finding(scan, TIER_FIND_TABLE_LOST, TIER_OK, NO_COPY, index, 0);
		return;
	}
	if (table_doubtful(scan, &view, index, nr, !newest, right))
		table_finding(scan, TIER_FIND_TABLE_LOST, TIER_OK, NO_COPY, index, !newest);

	tier_table_decode(batch_block(scan, from, nr + newest), replay->super, index, newest,
			  &number, replay->map + index * DM_TIER_TABLE_ENTRIES);
	if (table_base(scan, &view, newest, right))
		tier_bit_set(replay->newest, index);
	if (table_stale(scan, &view, index, newest, right) ||
	    (scan->checkpointed && right > replay->checkpoint.number))
		tier_bit_set(replay->stale, index);
}

static void table_load(struct scan *scan)
{
	const struct tier_super *super = scan->replay->super;
	u64 index, blocks = tier_table_blocks(super->extents);
	unsigned int nr, count;

	for (index = 0; index < blocks; index += count) {
		count = batch_limit(scan->replay) / SLOTS;
		if (count > blocks - index)
			count = (unsigned int)(blocks - index);
		batch_read(scan, tier_table_place(super->journal_blocks, index, 0), count * SLOTS);
		for (nr = 0; nr < count; nr++)
			table_take(scan, index + nr, nr * SLOTS);
		tier_breathe();
	}
}

/* 3. The journal */

/* The part of the ring behind @seq that lies in one piece, and before @limit. */
static unsigned int ring_piece(const struct tier_replay *replay, u64 seq, u64 limit)
{
	u32 blocks = replay->super->journal_blocks;
	u64 wrap = DM_TIER_META_JOURNAL + blocks - tier_journal_place(blocks, seq);
	u64 count = limit - seq;

	if (count > wrap)
		count = wrap;
	if (count > batch_limit(replay))
		count = batch_limit(replay);
	return (unsigned int)count;
}

static void journal_hole(struct scan *scan, u64 place)
{
	if (!scan->holed)
		scan->hole = place;
	scan->holed = true;
}

/*
 * In which copies is block @nr of the batch the one with number @seq? Bit n: in copy n; @from is
 * set to one of them. A block that stands here a ring later is a hole.
 */
static u32 journal_look(struct scan *scan, u64 seq, unsigned int nr,
			struct tier_journal_head *head, unsigned int *from)
{
	struct tier_replay *replay = scan->replay;
	u64 place = tier_journal_place(replay->super->journal_blocks, seq);
	struct tier_journal_head got;
	unsigned int copy;
	u32 right = 0;

	for (copy = 0; copy < COPIES; copy++) {
		if (!batch_has(scan, copy, nr) ||
		    tier_journal_decode(batch_block(scan, copy, nr), replay->super, place,
					&got) != TIER_OK)
			continue;
		if (got.epoch != replay->checkpoint.epoch) {
			if (got.seq - got.txn_index > scan->foreign) {
				scan->foreign = got.seq - got.txn_index;
				scan->foreign_place = place;
			}
			continue;
		}
		if (got.seq > seq)
			journal_hole(scan, place);
		if (got.seq != seq)
			continue;
		*head = got;
		*from = copy;
		right |= 1u << copy;
	}
	return right;
}

/**
 * struct txn_walk - where the walk along the journal stands
 * @start:  first block of the transaction that is looked at
 * @blocks: how many it has, 0: none of them was seen yet
 * @ended:  a block was missing: this transaction is not whole
 */
struct txn_walk {
	u64 start;
	u32 blocks;
	bool ended;
};

/* @head NULL: no copy has block @seq. */
static void txn_step(struct scan *scan, struct txn_walk *walk, u64 seq,
		     const struct tier_journal_head *head)
{
	u64 place = tier_journal_place(scan->replay->super->journal_blocks, seq);

	if (!head) {
		walk->ended = true;
		return;
	}
	/*
	 * Blocks of one transaction are written together, so a crash may leave any of them. But
	 * none of the next one's is written before all of this one's are on stable storage.
	 */
	if (seq - head->txn_index != walk->start ||
	    (walk->blocks && head->txn_blocks != walk->blocks)) {
		journal_hole(scan, place);
		walk->ended = true;
		return;
	}
	walk->blocks = head->txn_blocks;
	if (!walk->ended && head->txn_index + 1 == head->txn_blocks) {
		walk->start = seq + 1;
		walk->blocks = 0;
	}
}

/* Find the end, and look at all of the ring whether there can be one. */
static void journal_walk(struct scan *scan)
{
	struct tier_replay *replay = scan->replay;
	u64 tail = replay->checkpoint.tail_seq;
	u64 limit = tail + replay->super->journal_blocks;
	struct txn_walk walk = { .start = tail };
	struct tier_journal_head head;
	unsigned int nr, count, from;
	u64 seq;

	for (seq = tail; seq < limit; seq += count) {
		count = ring_piece(replay, seq, limit);
		batch_read(scan, tier_journal_place(replay->super->journal_blocks, seq), count);
		for (nr = 0; nr < count; nr++) {
			if (journal_look(scan, seq + nr, nr, &head, &from))
				txn_step(scan, &walk, seq + nr, &head);
			else
				txn_step(scan, &walk, seq + nr, NULL);
		}
	}
	scan->end = walk.start;
	/* A transaction that is not whole was stopped by the crash, not by its own tail. */
	if (walk.blocks && walk.start + walk.blocks > limit)
		journal_hole(scan, tier_journal_place(replay->super->journal_blocks, walk.start));
	if (scan->foreign > scan->end)
		journal_hole(scan, scan->foreign_place);
	if (replay->checkpoint.flags & DM_TIER_CHECKPOINT_CLEAN &&
	    (walk.start != tail || walk.blocks))
		journal_hole(scan, tier_journal_place(replay->super->journal_blocks, tail));
}

static void journal_apply(struct scan *scan, u64 seq, unsigned int nr)
{
	struct tier_replay *replay = scan->replay;
	struct tier_journal_head head;
	struct tier_change change;
	unsigned int from;
	u32 right, i;

	right = journal_look(scan, seq, nr, &head, &from);
	if (!right) {
		/* It was there a moment ago: the device cannot be relied on. */
		journal_hole(scan, tier_journal_place(replay->super->journal_blocks, seq));
		return;
	}
	if (right != replay->copies)
		find(replay, &(struct tier_finding_info) {
			.what = TIER_FIND_JOURNAL_COPY,
			.copy = (int)from,
			.place = tier_journal_place(replay->super->journal_blocks, seq),
			.member = -1,
		});
	for (i = 0; i < head.count; i++) {
		change = tier_journal_change(batch_block(scan, from, nr), i);
		replay->map[change.extent] = change.entry;
		tier_bit_set(replay->stale, tier_table_block_of(change.extent));
	}
	replay->replayed += head.count;
}

static void journal_replay(struct scan *scan)
{
	struct tier_replay *replay = scan->replay;
	unsigned int nr, count;
	u64 seq;

	journal_walk(scan);
	scan->again = true;
	for (seq = replay->checkpoint.tail_seq; seq < scan->end; seq += count) {
		count = ring_piece(replay, seq, scan->end);
		batch_read(scan, tier_journal_place(replay->super->journal_blocks, seq), count);
		for (nr = 0; nr < count; nr++)
			journal_apply(scan, seq + nr, nr);
		tier_breathe();
	}
	replay->next_seq = scan->end;
	if (scan->holed)
		find(replay, &(struct tier_finding_info) {
			.what = TIER_FIND_JOURNAL_HOLE,
			.copy = NO_COPY,
			.place = scan->hole,
			.member = -1,
			.fatal = true,
		});
}

/* 4. The use of the members */

static void use_compare(struct tier_replay *replay, u64 counted, u64 expected, int member)
{
	if (counted == expected)
		return;
	find(replay, &(struct tier_finding_info) {
		.what = TIER_FIND_COUNT,
		.copy = NO_COPY,
		.member = member,
		.fatal = true,
	});
}

static void use_count(struct scan *scan)
{
	struct tier_replay *replay = scan->replay;
	u64 extent, entry;
	unsigned int i;

	for (extent = 0; extent < replay->super->extents; extent++) {
		if (!(extent & 0xffff))
			tier_breathe();
		entry = replay->map[extent];
		if (!tier_entry_mapped(entry))
			continue;
		replay->mapped++;
		if (tier_space_take(&replay->spaces[tier_entry_member(entry)],
				    tier_entry_pext(entry)))
			continue;
		find(replay, &(struct tier_finding_info) {
			.what = TIER_FIND_TWICE,
			.copy = NO_COPY,
			.extent = extent,
			.entry = entry,
			.member = (int)tier_entry_member(entry),
			.fatal = true,
		});
	}

	if (!scan->checkpointed || !(replay->checkpoint.flags & DM_TIER_CHECKPOINT_CLEAN))
		return;
	use_compare(replay, replay->mapped, replay->checkpoint.mapped, -1);
	for (i = 0; i < replay->super->members_count; i++)
		use_compare(replay, replay->spaces[i].used, replay->checkpoint.used[i], (int)i);
}

int tier_replay_run(struct tier_replay *replay)
{
	struct scan scan = { .replay = replay };

	if (replay->buffer_blocks < COPIES * SLOTS || replay->buffer_blocks % COPIES ||
	    replay->copies >> COPIES)
		return -EINVAL;

	memset(&replay->checkpoint, 0, sizeof(replay->checkpoint));
	replay->next_seq = 0;
	replay->max_number = 0;
	replay->replayed = 0;
	replay->mapped = 0;
	replay->findings = 0;
	replay->fatal = 0;

	checkpoint_find(&scan);
	if (!scan.any_read)
		return -EIO;
	table_load(&scan);
	if (scan.checkpointed)
		journal_replay(&scan);
	use_count(&scan);

	/* max_number + 1 must not stand in the slot of the checkpoint that is whole. */
	if (scan.checkpointed && ((replay->max_number ^ replay->checkpoint.number) & 1))
		replay->max_number++;
	return replay->fatal ? -EBADMSG : 0;
}
