/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/replay.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_REPLAY_CASES_H
#define DM_TIER_TESTS_REPLAY_CASES_H

#include "volume.h"

/* A volume that has been in use for a while: some checkpoints, and a journal behind the last. */
static struct volume *volume_in_use(test_t *test, u64 seed)
{
	struct volume *v = volume_new(test);
	unsigned int i;

	volume_create(test, v, 3, seed);
	CHECK(volume_open(test, v, 3));
	for (i = 0; i < 3; i++) {
		CHECK(volume_work(test, v, 20));
		CHECK(volume_room_for(test, v, 1));
		CHECK(volume_checkpoint(test, v, false, false));
	}
	for (i = 0; i < 5; i++)
		CHECK(volume_commit(test, v, 1 + i % 3, 4));
	return v;
}

static void expect_findings(test_t *test, struct volume *v, unsigned int what, u64 wanted)
{
	CHECK_EQ(v->found[what], wanted);
	CHECK_EQ(v->replay.findings, wanted);
}

/* The finding is there, and the map is not to be trusted. */
static void expect_fatal(test_t *test, struct volume *v, enum tier_finding what)
{
	CHECK_EQ(volume_replay(v, v->copies), -EBADMSG);
	CHECK(v->found[what]);
	CHECK(v->last[what].fatal);
	CHECK(v->replay.fatal);
}

static void a_new_volume_is_empty(test_t *test)
{
	struct volume *v = volume_new(test);
	u32 copies;

	for (copies = 1; copies <= 3; copies++) {
		volume_create(test, v, copies, copies);
		volume_check(test, v, copies);
		CHECK_EQ(v->replay.findings, 0);
		CHECK_EQ(v->replay.mapped, 0);
		CHECK_EQ(v->replay.replayed, 0);
		CHECK_EQ(v->replay.next_seq, 1);
		CHECK_EQ(v->replay.max_number, 1);
		CHECK_EQ(v->replay.checkpoint.number, 1);
		CHECK_EQ(v->replay.checkpoint.flags, DM_TIER_CHECKPOINT_CLEAN);
		CHECK_EQ(v->got_stale[0], 0);
		CHECK_EQ(v->got_newest[0], 0);
	}
}

static void work_and_closing_are_found_again(test_t *test)
{
	struct volume *v = volume_in_use(test, 42);
	u64 expected = v->next_seq - v->tail_seq;

	volume_check(test, v, 3);
	CHECK_EQ(v->replay.findings, 0);
	CHECK_EQ(v->replay.replayed, expected * 4);
	CHECK(v->replay.mapped > 100);
	CHECK(v->got_stale[0]);

	CHECK(volume_checkpoint(test, v, true, false));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.findings, 0);
	CHECK_EQ(v->replay.replayed, 0);
	CHECK_EQ(v->replay.checkpoint.flags, DM_TIER_CHECKPOINT_CLEAN);
	CHECK_EQ(v->got_stale[0], 0);
	volume_check(test, v, 1);
	volume_check(test, v, 2);
}

/* Any size of the buffer leads to the same map, and to no byte outside of it. */
static void any_buffer_will_do(test_t *test)
{
	struct volume *v = volume_in_use(test, 43);
	unsigned int blocks;
	u8 *buffer;

	for (blocks = 0; blocks < ROUNDS(2100, 200); blocks += blocks < 40 ? 1 : 40) {
		buffer = test_alloc(test, blocks * DM_TIER_BLOCK_SIZE + 1);
		buffer[blocks * DM_TIER_BLOCK_SIZE] = 0x77;
		volume_replay(v, 3);	/* sets all the rest */
		memset(v->got, 0, sizeof(v->got));
		volume_count_use(test, v, v->got);
		v->replay.buffer = buffer;
		v->replay.buffer_blocks = blocks;
		if (blocks < 4 || blocks % 2) {
			CHECK_EQ(tier_replay_run(&v->replay), -EINVAL);
			continue;
		}
		CHECK_EQ(tier_replay_run(&v->replay), 0);
		CHECK_EQ(buffer[blocks * DM_TIER_BLOCK_SIZE], 0x77);
		CHECK(!memcmp(v->got, v->map, sizeof(v->map)));
		CHECK_EQ(v->replay.next_seq, v->next_seq);
	}
	CHECK_EQ(volume_replay(v, 4), -EINVAL);
	CHECK_EQ(volume_replay(v, 0), -EIO);
}

static void nobody_has_to_listen(test_t *test)
{
	struct volume *v = volume_in_use(test, 44);

	volume_flip(v, 0, tier_journal_place(FIXTURE_JOURNAL, v->tail_seq), 500);
	volume_replay(v, 3);
	memset(v->got, 0, sizeof(v->got));
	volume_count_use(test, v, v->got);
	v->replay.report = NULL;
	CHECK_EQ(tier_replay_run(&v->replay), 0);
	CHECK_EQ(v->replay.findings, 1);
	CHECK(!memcmp(v->got, v->map, sizeof(v->map)));
}

/*
 * The power goes at each write of a piece of work, in each way: what is recovered is the last
 * durable map, or that with the transaction in flight. With either copy alone, too.
 */
static void a_crash_at_any_write_loses_nothing(test_t *test)
{
	struct volume *v = volume_new(test);
	u64 at;
	unsigned int steps = ROUNDS(36, 12);
	int style;

	for (style = 0; style < CRASH_STYLES; style++) {
		for (at = 0;; at += ROUNDS(1, 3)) {
			volume_create(test, v, 3, 1000);
			CHECK(volume_open(test, v, 3));
			/* Near the end of the ring, so that transactions go round it. */
			while (v->next_seq % FIXTURE_JOURNAL < FIXTURE_JOURNAL - 10)
				CHECK(volume_commit(test, v, 1, 1));
			CHECK(volume_checkpoint(test, v, false, false));
			v->writes = 0;
			v->crash_at = at;
			v->style = style;
			if (volume_work(test, v, steps))
				break;		/* it got through */
			CHECK(v->crashed);
			v->seed += at * 0x9e3779b97f4a7c15ULL; /* tear each in another way */
			volume_check(test, v, 3);
			volume_check(test, v, 1);
			volume_check(test, v, 2);
		}
		CHECK(at > 3 * steps);
	}
}

/* Crash after crash, also while recovering from the last one; never closed in order. */
static void many_lives_lose_nothing(test_t *test)
{
	struct volume *v = volume_new(test);
	unsigned int life, lives = ROUNDS(800, 60), opened = 0, crashed = 0;
	u64 wrapped;

	volume_create(test, v, 3, 2000);
	wrapped = v->next_seq;
	for (life = 0; life < lives; life++) {
		v->writes = 0;
		v->crash_at = fixture_below(&v->seed, life % 3 ? 120 : 9);
		v->style = (enum crash_style)fixture_below(&v->seed, CRASH_STYLES);
		if (volume_open(test, v, 3)) {
			opened++;
			if (volume_work(test, v, fixture_below(&v->seed, 40)) &&
			    fixture_below(&v->seed, 2) &&
			    volume_checkpoint(test, v, true, false)) {
				volume_check(test, v, 3);
				CHECK_EQ(v->replay.checkpoint.flags, DM_TIER_CHECKPOINT_CLEAN);
			}
			/*
			 * What one copy holds is enough, too. (Not before the open was through:
			 * the transaction in flight at the crash before may be in one of them.)
			 */
			if (v->crashed && fixture_below(&v->seed, 2)) {
				volume_check(test, v, 1);
				volume_check(test, v, 2);
			}
		}
		crashed += v->crashed;
	}
	v->crash_at = VOLUME_NEVER;
	CHECK(volume_open(test, v, 3));
	volume_check(test, v, 3);
	/* It was tried hard enough. */
	CHECK(opened > lives / 3 && opened < lives);
	CHECK(crashed > lives / 3);
	CHECK(v->next_seq - wrapped > ROUNDS(20, 1) * FIXTURE_JOURNAL);
}

/* The same with one copy only. */
static void many_lives_of_one_copy_lose_nothing(test_t *test)
{
	struct volume *v = volume_new(test);
	unsigned int life, lives = ROUNDS(400, 40);
	u32 copies;

	for (copies = 1; copies <= 2; copies++) {
		volume_create(test, v, copies, 3000 + copies);
		for (life = 0; life < lives; life++) {
			v->writes = 0;
			v->crash_at = fixture_below(&v->seed, 60);
			v->style = (enum crash_style)fixture_below(&v->seed, CRASH_BACKWARDS + 1);
			if (volume_open(test, v, copies))
				volume_work(test, v, 20);
		}
		v->crash_at = VOLUME_NEVER;
		CHECK(volume_open(test, v, copies));
	}
}

static void a_full_ring_is_replayed_whole(test_t *test)
{
	struct volume *v = volume_in_use(test, 45);
	unsigned int i;

	CHECK(volume_checkpoint(test, v, false, false));
	for (i = 0; i < FIXTURE_JOURNAL / 4; i++)
		CHECK(volume_commit(test, v, 4, 2));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.replayed, 8 * FIXTURE_JOURNAL / 4);
	CHECK_EQ(v->replay.findings, 0);

	/* One transaction as long as the ring. */
	CHECK(volume_checkpoint(test, v, false, false));
	CHECK(volume_commit(test, v, FIXTURE_JOURNAL, 1));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.replayed, FIXTURE_JOURNAL);
}

/* What a crashed open left behind the end must not become the continuation of the next one's. */
static void leftovers_of_another_epoch_are_ignored(test_t *test)
{
	struct volume *v = volume_in_use(test, 46);
	u64 start = v->next_seq;

	/* Of a transaction of four blocks all but the first reach the medium. */
	v->writes = 0;
	v->crash_at = 1;
	v->style = CRASH_BACKWARDS;
	CHECK(!volume_commit(test, v, 4, 5));
	memcpy(volume_at(v, 0, tier_journal_place(FIXTURE_JOURNAL, start)),
	       volume_at(v, 0, tier_journal_place(FIXTURE_JOURNAL, start - 1)),
	       DM_TIER_BLOCK_SIZE);
	memcpy(volume_at(v, 1, tier_journal_place(FIXTURE_JOURNAL, start)),
	       volume_at(v, 0, tier_journal_place(FIXTURE_JOURNAL, start - 1)),
	       DM_TIER_BLOCK_SIZE);
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.next_seq, start);

	/* The next life writes one block in front of them, then the power goes again. */
	v->crash_at = VOLUME_NEVER;
	CHECK(volume_open(test, v, 3));
	CHECK(volume_commit(test, v, 1, 3));
	CHECK_EQ(v->next_seq, start + 1);
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.next_seq, start + 1);
	CHECK_EQ(v->replay.findings, 0);
}

/* Only the epoch tells: here the leftover is whole and has the very number that comes next. */
static void the_epoch_is_looked_at(test_t *test)
{
	struct volume *v = volume_in_use(test, 47);
	struct tier_journal_head head = {
		.seq = v->next_seq, .epoch = v->epoch + 1, .txn_blocks = 1, .count = 1,
	};
	struct tier_change change = { .extent = 5, .entry = DM_TIER_ENTRY_PINNED };
	u64 place = tier_journal_place(FIXTURE_JOURNAL, v->next_seq);

	tier_journal_encode(&head, &change, &v->super, volume_at(v, 0, place));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.findings, 0);
	head.epoch = v->epoch - 1;
	tier_journal_encode(&head, &change, &v->super, volume_at(v, 1, place));
	volume_check(test, v, 3);
	/* Of this epoch it is what was in flight. */
	head.epoch = v->epoch;
	tier_journal_encode(&head, &change, &v->super, volume_at(v, 1, place));
	CHECK_EQ(volume_replay(v, 3), 0);
	CHECK_EQ(v->replay.next_seq, v->next_seq + 1);
	CHECK_EQ(v->got[5], DM_TIER_ENTRY_PINNED);
	expect_findings(test, v, TIER_FIND_JOURNAL_COPY, 1);
}

static void a_hole_in_the_journal_is_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 48);
	u64 seq, blocks = v->next_seq - v->tail_seq;

	/* 1 + 2 + 3 + 1 + 2 blocks. The last transaction may be missing, no other. */
	CHECK_EQ(blocks, 9);
	for (seq = v->tail_seq; seq < v->next_seq; seq++) {
		/* In one copy it does no harm. */
		volume_flip(v, 0, tier_journal_place(FIXTURE_JOURNAL, seq), 300);
		volume_check(test, v, 3);
		expect_findings(test, v, TIER_FIND_JOURNAL_COPY, 1);
		CHECK_EQ(v->last[TIER_FIND_JOURNAL_COPY].copy, 1);
		CHECK_EQ(v->last[TIER_FIND_JOURNAL_COPY].place,
			 tier_journal_place(FIXTURE_JOURNAL, seq));

		volume_flip(v, 1, tier_journal_place(FIXTURE_JOURNAL, seq), 300);
		if (seq < v->next_seq - 2) {
			expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
			CHECK_EQ(v->found[TIER_FIND_JOURNAL_HOLE], 1);
		} else {
			CHECK_EQ(volume_replay(v, 3), 0);
			CHECK_EQ(v->replay.next_seq, v->next_seq - 2);
			CHECK_EQ(v->replay.findings, 0);
		}
		volume_flip_both(v, tier_journal_place(FIXTURE_JOURNAL, seq), 300);
	}
	volume_check(test, v, 3);

	/* Two different blocks, each missing in one copy: all is there. */
	volume_flip(v, 0, tier_journal_place(FIXTURE_JOURNAL, v->tail_seq + 1), 1000);
	volume_flip(v, 1, tier_journal_place(FIXTURE_JOURNAL, v->tail_seq + 2), 1000);
	volume_check(test, v, 3);
	expect_findings(test, v, TIER_FIND_JOURNAL_COPY, 2);
	/* But not to one of them alone. */
	v->copies = 1;
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	v->copies = 2;
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
}

/* One block of the journal, in both copies, as somebody else's mistake would have written it. */
static void forge_journal(struct volume *v, u64 seq, u32 txn_index, u32 txn_blocks, u64 epoch)
{
	struct tier_journal_head head = {
		.seq = seq, .epoch = epoch, .txn_index = txn_index, .txn_blocks = txn_blocks,
		.count = 1,
	};
	struct tier_change change = { .extent = 1, .entry = DM_TIER_ENTRY_PINNED };
	unsigned int copy;

	for (copy = 0; copy < 2; copy++)
		tier_journal_encode(&head, &change, &v->super,
				    volume_at(v, copy, tier_journal_place(FIXTURE_JOURNAL, seq)));
}

static void transactions_must_be_well_formed(test_t *test)
{
	struct volume *v = volume_in_use(test, 49);
	u64 seq = v->next_seq;
	size_t size = VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE;
	u8 *saved = test_alloc(test, size);

	memcpy(saved, v->copy[0], size);
#define RESTORE	do {					\
		memcpy(v->copy[0], saved, size);	\
		memcpy(v->copy[1], saved, size);	\
	} while (0)

	/* Begins in the middle */
	forge_journal(v, seq, 1, 2, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	RESTORE;
	/* The second block says another length. */
	forge_journal(v, seq, 0, 2, v->epoch);
	forge_journal(v, seq + 1, 1, 3, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	CHECK_EQ(v->replay.next_seq, seq);
	RESTORE;
	/* The second block begins another one. */
	forge_journal(v, seq, 0, 2, v->epoch);
	forge_journal(v, seq + 1, 0, 1, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	CHECK_EQ(v->replay.next_seq, seq);
	RESTORE;
	/* Incomplete, and nothing behind it: what a crash leaves. */
	forge_journal(v, seq, 0, 3, v->epoch);
	forge_journal(v, seq + 2, 2, 3, v->epoch);
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.findings, 0);
	RESTORE;
	forge_journal(v, seq + 1, 1, 3, v->epoch);
	volume_check(test, v, 3);
	RESTORE;
	/* Incomplete, and its own blocks do not agree. */
	forge_journal(v, seq + 1, 1, 3, v->epoch);
	forge_journal(v, seq + 2, 2, 4, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	RESTORE;
	/* Incomplete, but the next one is there. */
	forge_journal(v, seq, 0, 3, v->epoch);
	forge_journal(v, seq + 1, 1, 3, v->epoch);
	forge_journal(v, seq + 3, 0, 1, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	CHECK_EQ(v->replay.next_seq, seq);
	RESTORE;
	/* Far behind the end */
	forge_journal(v, seq + 20, 0, 1, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	CHECK_EQ(v->last[TIER_FIND_JOURNAL_HOLE].place,
		 tier_journal_place(FIXTURE_JOURNAL, seq + 20));
	RESTORE;
	/* Longer than what is left of the ring: it would have overwritten the tail. */
	forge_journal(v, seq, 0, FIXTURE_JOURNAL, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	RESTORE;
	/* An older block of this epoch is what a ring is full of. */
	forge_journal(v, seq + 5 - FIXTURE_JOURNAL * 3, 0, 1, v->epoch);
	volume_check(test, v, 3);
#undef RESTORE
}

/* A block of the tail, or of what is free, that was overwritten a ring later. */
static void a_ring_gone_round_is_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 50);

	forge_journal(v, v->tail_seq + 1 + FIXTURE_JOURNAL, 0, 1, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);

	v = volume_in_use(test, 50);
	forge_journal(v, v->next_seq + 7 + 4 * FIXTURE_JOURNAL, 0, 1, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);

	/* In one copy only, while the other still has the right one. */
	v = volume_in_use(test, 50);
	memcpy(v->block, volume_at(v, 0, tier_journal_place(FIXTURE_JOURNAL, v->tail_seq)),
	       DM_TIER_BLOCK_SIZE);
	forge_journal(v, v->tail_seq + FIXTURE_JOURNAL, 0, 1, v->epoch);
	memcpy(volume_at(v, 0, tier_journal_place(FIXTURE_JOURNAL, v->tail_seq)), v->block,
	       DM_TIER_BLOCK_SIZE);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
}

static void nothing_may_follow_a_clean_checkpoint(test_t *test)
{
	struct volume *v = volume_in_use(test, 51);

	CHECK(volume_checkpoint(test, v, true, false));
	volume_check(test, v, 3);
	CHECK(volume_commit(test, v, 1, 4));
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	/* Not even half a transaction */
	v = volume_in_use(test, 51);
	CHECK(volume_checkpoint(test, v, true, false));
	forge_journal(v, v->next_seq + 1, 1, 2, v->epoch);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
}

/* The newest checkpoint is lost in both copies. */
static void a_lost_checkpoint_is_made_up_for_or_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 52);
	unsigned int i;

	/* The one before it and its journal, all still there, lead to the same map. */
	volume_flip_both(v, v->number & 1, 45);
	volume_check(test, v, 3);
	expect_findings(test, v, TIER_FIND_CHECKPOINT, 2);
	CHECK_EQ(v->last[TIER_FIND_CHECKPOINT].flaw, TIER_FLAW_CHECKSUM);
	CHECK_EQ(v->replay.checkpoint.number, v->number - 1);
	/* In one copy, the other one has it. */
	volume_flip(v, 1, v->number & 1, 45);
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.checkpoint.number, v->number);
	CHECK_EQ(v->found[TIER_FIND_CHECKPOINT], 2);	/* flawed here, and so only an old one */
	volume_flip(v, 0, v->number & 1, 45);

	/* Its journal went round meanwhile and over the tail of the one before. */
	for (i = 0; i < FIXTURE_JOURNAL - 9; i++)
		CHECK(volume_commit(test, v, 1, 1));
	volume_check(test, v, 3);
	volume_flip_both(v, v->number & 1, 45);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);

	/* It began another epoch, and transactions of that are there. */
	v = volume_in_use(test, 53);
	CHECK(volume_checkpoint(test, v, true, false));
	CHECK(volume_open(test, v, 3));
	CHECK(volume_commit(test, v, 1, 2));
	CHECK(volume_commit(test, v, 1, 2));
	volume_check(test, v, 3);
	volume_flip_both(v, v->number & 1, 45);
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);

	/* None is left. */
	volume_flip_both(v, !(v->number & 1), 2000);
	expect_fatal(test, v, TIER_FIND_NO_CHECKPOINT);
	CHECK_EQ(v->found[TIER_FIND_CHECKPOINT], 4);
	/* What could be read is shown all the same. */
	CHECK(v->replay.mapped > 100);
}

/* The other slot of a table block, of which only the newest one counts. */
static void table_damage(test_t *test, u64 seed, bool newest, unsigned int byte)
{
	struct volume *v = volume_in_use(test, seed);
	unsigned int index, slot;
	u64 place;

	/* No journal, so that nothing else makes a block stale. */
	CHECK(volume_checkpoint(test, v, false, false));
	volume_check(test, v, 3);
	CHECK_EQ(v->got_stale[0], 0);
	/* All table blocks have both slots written by now. */
	for (index = 0; index < VOLUME_TABLE; index++) {
		slot = v->newest >> index & 1;
		place = tier_table_place(FIXTURE_JOURNAL, index, newest ? slot : !slot);
		CHECK(volume_at(v, 0, place)[4] == 'T');

		/* In one copy */
		volume_flip(v, 0, place, byte);
		volume_check(test, v, 3);
		CHECK_EQ(v->found[TIER_FIND_TABLE], 1);
		CHECK_EQ(v->last[TIER_FIND_TABLE].copy, 0);
		CHECK_EQ(v->last[TIER_FIND_TABLE].place, place);
		CHECK_EQ(v->last[TIER_FIND_TABLE].extent, index * DM_TIER_TABLE_ENTRIES);
		CHECK_EQ(v->found[TIER_FIND_TABLE_OLD], newest);
		CHECK_EQ(v->got_stale[0], 1 << index);

		/* In both: the older slot must not be taken for the newest. */
		volume_flip(v, 1, place, byte);
		if (newest) {
			expect_fatal(test, v, TIER_FIND_TABLE_LOST);
			CHECK_EQ(v->last[TIER_FIND_TABLE_LOST].extent,
				 index * DM_TIER_TABLE_ENTRIES);
		} else if (byte > 40) {
			volume_check(test, v, 3);
			CHECK_EQ(v->got_stale[0], 1 << index);
		} else {
			/* Without a head to go by it may have been the newest. */
			expect_fatal(test, v, TIER_FIND_TABLE_LOST);
		}
		volume_flip_both(v, place, byte);
	}
	volume_check(test, v, 3);
}

static void a_lost_table_block_is_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 54);
	unsigned int copy, slot;

	table_damage(test, 54, true, 100);
	table_damage(test, 54, true, 4095);
	table_damage(test, 54, true, 5);	/* the magic */
	table_damage(test, 54, false, 100);
	table_damage(test, 54, false, 4095);
	table_damage(test, 54, false, 5);

	/* Nothing is left of it. */
	for (copy = 0; copy < 2; copy++)
		for (slot = 0; slot < 2; slot++)
			memset(volume_at(v, copy, tier_table_place(FIXTURE_JOURNAL, 1, slot)), 0,
			       DM_TIER_BLOCK_SIZE);
	expect_fatal(test, v, TIER_FIND_TABLE_LOST);
	CHECK_EQ(v->found[TIER_FIND_TABLE_LOST], 1);
	CHECK_EQ(v->last[TIER_FIND_TABLE_LOST].extent, DM_TIER_TABLE_ENTRIES);
	/* Of one copy: the other has it. */
	v = volume_in_use(test, 54);
	for (slot = 0; slot < 2; slot++)
		memset(volume_at(v, 0, tier_table_place(FIXTURE_JOURNAL, 1, slot)), 0,
		       DM_TIER_BLOCK_SIZE);
	volume_check(test, v, 3);
	expect_findings(test, v, TIER_FIND_TABLE_OLD, 1);
	CHECK(tier_bit_test(v->got_stale, 1));
}

/* The version before the newest one does not count, whatever happened to it. */
static void a_base_that_was_passed_may_be_lost(test_t *test)
{
	struct volume *v = volume_in_use(test, 60);
	unsigned int index, slot;

	/* A checkpoint that was not finished, but wrote all of the table. No journal. */
	CHECK(volume_checkpoint(test, v, false, false));
	v->stale = 7;
	for (index = 0; index < VOLUME_TABLE; index++)
		volume_table_write(test, v, index, v->number + 1);
	CHECK(volume_flush(v));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.findings, 0);
	/* It is the other slot that must not be written over: that is still the one to go by. */
	CHECK_EQ(v->got_newest[0], v->newest ^ 7);
	CHECK_EQ(v->got_stale[0], 7);
	for (index = 0; index < VOLUME_TABLE; index++) {
		slot = !(v->newest >> index & 1);
		volume_flip_both(v, tier_table_place(FIXTURE_JOURNAL, index, slot), 5 + index);
	}
	volume_check(test, v, 3);
	expect_findings(test, v, TIER_FIND_TABLE, 6);
	CHECK_EQ(v->got_newest[0], v->newest);
	CHECK_EQ(v->got_stale[0], 7);
}

/* A torn block must say in all but the number that it is one of ours, here. */
static void a_torn_head_must_be_ours(test_t *test)
{
	struct volume *v = volume_in_use(test, 61);
	u64 place = tier_table_place(FIXTURE_JOURNAL, 1, v->newest >> 1 & 1);
	static const struct {
		unsigned int offset;	/* what else is wrong */
		bool lost;
	} cases[] = { { 4, true }, { 8, true }, { 31, true }, { 3000, false } };
	unsigned int i, copy;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (copy = 0; copy < 2; copy++) {
			memcpy(v->block, volume_at(v, copy, place), DM_TIER_BLOCK_SIZE);
			fixture_poke(volume_at(v, copy, place), 32, 8, v->number + 1);
			volume_flip(v, copy, place, cases[i].offset);
		}
		volume_replay(v, 3);
		CHECK_EQ(v->found[TIER_FIND_TABLE_LOST], cases[i].lost);
		CHECK_EQ(v->found[TIER_FIND_TABLE], 2);
		for (copy = 0; copy < 2; copy++)
			memcpy(volume_at(v, copy, place), v->block, DM_TIER_BLOCK_SIZE);
	}
}

/* A copy that missed writes although it passes for valid. */
static void a_stale_copy_is_found_and_not_used(test_t *test)
{
	struct volume *v = volume_in_use(test, 55);
	size_t size = VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE;
	u8 *saved = test_alloc(test, size);
	unsigned int copy;

	for (copy = 0; copy < 2; copy++) {
		/* By some transactions */
		memcpy(saved, v->copy[copy], size);
		CHECK(volume_commit(test, v, 2, 4));
		CHECK(volume_commit(test, v, 1, 4));
		memcpy(v->copy[copy], saved, size);
		volume_check(test, v, 3);
		expect_findings(test, v, TIER_FIND_JOURNAL_COPY, 3);
		CHECK_EQ(v->last[TIER_FIND_JOURNAL_COPY].copy, !copy);

		/* By a checkpoint as well: that heals the journal, not the table. */
		v->stale = 7;
		CHECK(volume_checkpoint(test, v, false, false));
		memcpy(saved, v->copy[copy], size);
		CHECK(volume_commit(test, v, 3, 4));
		v->stale = 7;
		CHECK(volume_checkpoint(test, v, false, false));
		CHECK(volume_commit(test, v, 1, 4));
		memcpy(v->copy[copy], saved, size);
		volume_check(test, v, 3);
		CHECK_EQ(v->found[TIER_FIND_CHECKPOINT], 1);
		CHECK_EQ(v->last[TIER_FIND_CHECKPOINT].flaw, TIER_OK);
		CHECK_EQ(v->last[TIER_FIND_CHECKPOINT].copy, copy);
		CHECK_EQ(v->found[TIER_FIND_TABLE_OLD], 3);
		CHECK_EQ(v->last[TIER_FIND_TABLE_OLD].copy, copy);
		CHECK_EQ(v->found[TIER_FIND_JOURNAL_COPY], 1);
		CHECK_EQ(v->got_stale[0], 7);

		/* Opening brings it up to date. */
		CHECK(volume_open(test, v, 3));
		volume_check(test, v, 3);
		CHECK_EQ(v->replay.findings, 0);
		volume_check(test, v, 1);
		volume_check(test, v, 2);
	}
}

static void a_home_used_twice_is_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 56);
	unsigned int one, two;

	for (one = 0; !tier_entry_mapped(v->map[one]);)
		one++;
	for (two = one + 600; !tier_entry_mapped(v->map[two]);)
		two++;
	v->map[two] = v->map[one];
	v->stale = 7;
	/* The checkpoint's own counting would trip over it. */
	volume_table_write(test, v, 0, v->number);
	volume_table_write(test, v, 1, v->number);
	volume_table_write(test, v, 2, v->number);
	CHECK(volume_flush(v));
	forge_journal(v, v->tail_seq, 0, 1, v->epoch - 1);	/* no journal */
	expect_fatal(test, v, TIER_FIND_TWICE);
	CHECK_EQ(v->last[TIER_FIND_TWICE].extent, two);
	CHECK_EQ(v->last[TIER_FIND_TWICE].entry, v->map[one]);
	CHECK_EQ(v->last[TIER_FIND_TWICE].member, tier_entry_member(v->map[one]));
	CHECK_EQ(v->found[TIER_FIND_TWICE], 1);
}

static void counts_of_a_clean_checkpoint_are_compared(test_t *test)
{
	struct volume *v = volume_in_use(test, 57);
	struct tier_checkpoint ckpt;
	unsigned int member;

	CHECK(volume_checkpoint(test, v, true, false));
	volume_check(test, v, 3);
	ckpt = v->replay.checkpoint;

	for (member = 0; member < 3; member++) {
		ckpt.used[member]++;
		tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 0, ckpt.number & 1));
		tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 1, ckpt.number & 1));
		expect_fatal(test, v, TIER_FIND_COUNT);
		CHECK_EQ(v->found[TIER_FIND_COUNT], 1);
		CHECK_EQ(v->last[TIER_FIND_COUNT].member, member);
		ckpt.used[member]--;
	}
	ckpt.mapped--;
	tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 0, ckpt.number & 1));
	tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 1, ckpt.number & 1));
	expect_fatal(test, v, TIER_FIND_COUNT);
	CHECK_EQ(v->last[TIER_FIND_COUNT].member, -1);

	/* Else they are those of another moment, and mean nothing. */
	ckpt.flags = 0;
	tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 0, ckpt.number & 1));
	tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, 1, ckpt.number & 1));
	volume_check(test, v, 3);
}

static void what_cannot_be_read_is_read_from_the_other_copy(test_t *test)
{
	struct volume *v = volume_in_use(test, 58);
	u64 place, seq;
	unsigned int index, slot;

	/* One copy is gone altogether. */
	v->reading_fails[0] = true;
	volume_check(test, v, 3);
	CHECK_EQ(v->last[TIER_FIND_READ].copy, 0);
	/* A disk that is gone answers late: it is not asked for each of its blocks. */
	CHECK(v->found[TIER_FIND_READ] >= 2 && v->found[TIER_FIND_READ] <= FIXTURE_JOURNAL);
	CHECK(v->reads[0] <= 64 + 8);	/* and once for each batch until then */
	v->reading_fails[1] = true;
	CHECK_EQ(volume_replay(v, 3), -EIO);
	CHECK_EQ(v->replay.fatal, 0);
	v->reading_fails[0] = false;
	CHECK_EQ(volume_replay(v, 2), -EIO);
	volume_check(test, v, 1);
	v->reading_fails[1] = false;

	/* One sector */
	for (place = 0; place < VOLUME_BLOCKS; place++) {
		v->bad_place[1] = place;
		volume_check(test, v, 3);
		CHECK_EQ(v->found[TIER_FIND_READ], place && (place < 2 || place >= 8));
		if (v->found[TIER_FIND_READ])
			CHECK_EQ(v->last[TIER_FIND_READ].place, place);
	}
	/* In both copies, it may have been what counts. */
	for (index = 0; index < VOLUME_TABLE; index++) {
		for (slot = 0; slot < 2; slot++) {
			v->bad_place[0] = tier_table_place(FIXTURE_JOURNAL, index, slot);
			v->bad_place[1] = v->bad_place[0];
			expect_fatal(test, v, TIER_FIND_TABLE_LOST);
			CHECK_EQ(v->found[TIER_FIND_READ], 2);
		}
	}
	for (seq = v->tail_seq; seq < v->next_seq - 2; seq++) {
		v->bad_place[0] = tier_journal_place(FIXTURE_JOURNAL, seq);
		v->bad_place[1] = v->bad_place[0];
		expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
		CHECK_EQ(v->found[TIER_FIND_READ], 2);
	}
}

/* The journal is read twice: to find its end, then to apply it. In between a disk may die. */
static void a_journal_that_fades_away_is_found(test_t *test)
{
	struct volume *v = volume_in_use(test, 62);
	unsigned int reads;
	u64 last = tier_journal_place(FIXTURE_JOURNAL, v->next_seq - 1);

	volume_check(test, v, 3);
	reads = v->reads[0];
	v->bad_from = reads - 1;
	v->bad_place[0] = last;
	volume_check(test, v, 3);	/* the other copy has it */
	expect_findings(test, v, TIER_FIND_JOURNAL_COPY, 1);
	v->bad_place[1] = last;
	expect_fatal(test, v, TIER_FIND_JOURNAL_HOLE);
	CHECK_EQ(v->last[TIER_FIND_JOURNAL_HOLE].place, last);
}

/*
 * A checkpoint that was not finished leaves table blocks with its number. The number behind that
 * stands in the slot of the checkpoint that counts: written there and torn, none would be left.
 */
static void the_next_checkpoint_spares_the_last_one(test_t *test)
{
	struct volume *v = volume_in_use(test, 59);
	u64 number = v->number;

	v->stale = 7;
	volume_table_write(test, v, 0, number + 1);
	CHECK(volume_flush(v));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.checkpoint.number, number);
	CHECK_EQ(v->replay.max_number, number + 2);
	volume_table_write(test, v, 1, number + 8);
	CHECK(volume_flush(v));
	volume_check(test, v, 3);
	CHECK_EQ(v->replay.max_number, number + 8);
}

static void every_finding_has_a_text(test_t *test)
{
	int a, b;

	for (a = 0; a < VOLUME_FINDINGS; a++) {
		CHECK(tier_finding_text((enum tier_finding)a) &&
		      *tier_finding_text((enum tier_finding)a));
		for (b = 0; b < a; b++)
			CHECK(strcmp(tier_finding_text((enum tier_finding)a),
				     tier_finding_text((enum tier_finding)b)));
	}
	CHECK(tier_finding_text((enum tier_finding)VOLUME_FINDINGS));
}

#endif /* DM_TIER_TESTS_REPLAY_CASES_H */
