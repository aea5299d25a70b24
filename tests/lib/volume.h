/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A volume's metadata in memory, with an engine that writes it as the module does, a power switch,
 * and a check of what recovery makes of the rest.
 *
 * The engine puts writes that nothing orders into one group. The power may go at any of them: then
 * each write of that group is on the medium, is not, or is torn between its eight sectors, in each
 * copy as it pleases.
 */
#ifndef DM_TIER_TESTS_VOLUME_H
#define DM_TIER_TESTS_VOLUME_H

#include "fixture.h"
#include "replay.h"

#define VOLUME_BLOCKS	(DM_TIER_META_JOURNAL + FIXTURE_JOURNAL + 3 * DM_TIER_META_SLOTS)
#define VOLUME_TABLE	3
#define VOLUME_FLIGHT	128		/* most writes in one group */
#define VOLUME_BUFFER	22		/* an odd fraction of everything */
#define VOLUME_NEVER	(~0ULL)
#define VOLUME_FINDINGS	(TIER_FIND_COUNT + 1)

/* What a power cut leaves of the group under way. */
enum crash_style {
	CRASH_IN_ORDER,		/* all before the fatal write; that one is torn */
	CRASH_SCATTERED,	/* each as chance will have it */
	CRASH_BACKWARDS,	/* none before, the fatal one torn, all behind */
	CRASH_FIRST_COPY,	/* copy 0 whole, nothing of copy 1 */
	CRASH_SECOND_COPY,
	CRASH_ALL,		/* whole, but nobody was told */
	CRASH_STYLES,
};

struct volume_write {
	unsigned int copy;
	u64 place;
};

struct volume {
	struct tier_super super;
	u8 *copy[2];
	u32 copies;			/* that are valid */
	bool reading_fails[2];
	u64 bad_place[2];		/* of one block that cannot be read, or 0 */
	unsigned int bad_from;		/* it can be read so many times before */
	unsigned int reads[2];

	/* The engine's memory */
	u64 map[FIXTURE_EXTENTS];	/* as it is durable */
	u64 next[FIXTURE_EXTENTS];	/* with the transaction in flight */
	u32 flight_blocks;		/* journal blocks of that */
	u64 number;
	u64 epoch;
	u64 next_seq;
	u64 tail_seq;
	u8 newest;			/* bit n: slot of table block n */
	u8 stale;

	/* The group in flight, and the power switch */
	struct volume_write flight[VOLUME_FLIGHT];
	u8 *flight_data;
	unsigned int flight_count;
	u64 writes;
	u64 crash_at;
	enum crash_style style;
	bool crashed;
	u64 seed;

	/* Recovery */
	struct tier_replay replay;
	struct tier_space spaces[DM_TIER_MAX_MEMBERS];
	u64 *space_bits[DM_TIER_MAX_MEMBERS];
	u64 got[FIXTURE_EXTENTS];
	u64 got_newest[1];
	u64 got_stale[1];
	u64 found[VOLUME_FINDINGS];
	struct tier_finding_info last[VOLUME_FINDINGS];
	u8 *buffer;
	u8 *block;

	struct tier_change changes[FIXTURE_JOURNAL * 8];
	u64 entries[DM_TIER_TABLE_ENTRIES];
};

static inline u8 *volume_at(struct volume *v, unsigned int copy, u64 place)
{
	return v->copy[copy] + place * DM_TIER_BLOCK_SIZE;
}

static inline struct volume *volume_new(test_t *test)
{
	struct volume *v = test_alloc(test, sizeof(*v));
	unsigned int i;

	fixture_super(&v->super);
	for (i = 0; i < 2; i++)
		v->copy[i] = test_alloc(test, VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE);
	for (i = 0; i < v->super.members_count; i++)
		v->space_bits[i] = test_alloc(test, tier_space_words(FIXTURE_DATA_EXTENTS) * 8);
	v->flight_data = test_alloc(test, VOLUME_FLIGHT * DM_TIER_BLOCK_SIZE);
	v->buffer = test_alloc(test, VOLUME_BUFFER * DM_TIER_BLOCK_SIZE);
	v->block = fixture_block_new(test);
	return v;
}

/* Writes */

static inline void volume_write(test_t *test, struct volume *v, u64 place)
{
	unsigned int copy;

	for (copy = 0; copy < 2; copy++) {
		if (!(v->copies >> copy & 1))
			continue;
		CHECK(v->flight_count < VOLUME_FLIGHT);
		CHECK(place < VOLUME_BLOCKS);
		memcpy(v->flight_data + v->flight_count * DM_TIER_BLOCK_SIZE, v->block,
		       DM_TIER_BLOCK_SIZE);
		v->flight[v->flight_count].copy = copy;
		v->flight[v->flight_count].place = place;
		v->flight_count++;
	}
}

/* Sectors of write @nr of the group that reach the medium when the power goes at write @fatal. */
static inline u8 volume_sectors(struct volume *v, unsigned int nr, unsigned int fatal)
{
	unsigned int copy = v->flight[nr].copy;
	u8 torn = (u8)fixture_random(&v->seed);

	switch (v->style) {
	case CRASH_IN_ORDER:
		return nr < fatal ? 0xff : nr == fatal ? torn : 0;
	case CRASH_BACKWARDS:
		return nr > fatal ? 0xff : nr == fatal ? torn : 0;
	case CRASH_FIRST_COPY:
		return copy == 0 ? 0xff : 0;
	case CRASH_SECOND_COPY:
		return copy == 1 ? 0xff : 0;
	case CRASH_ALL:
		return 0xff;
	default:
		switch (fixture_below(&v->seed, 3)) {
		case 0:
			return 0;
		case 1:
			return 0xff;
		default:
			return torn;
		}
	}
}

/* Bring the group to the medium. False: the power went. */
static inline bool volume_flush(struct volume *v)
{
	bool crash = v->crash_at - v->writes < v->flight_count;
	unsigned int fatal = (unsigned int)(v->crash_at - v->writes);
	unsigned int nr, sector;
	u8 sectors;

	for (nr = 0; nr < v->flight_count; nr++) {
		sectors = crash ? volume_sectors(v, nr, fatal) : 0xff;
		for (sector = 0; sector < 8; sector++)
			if (sectors >> sector & 1)
				memcpy(volume_at(v, v->flight[nr].copy, v->flight[nr].place) +
				       sector * 512,
				       v->flight_data + nr * DM_TIER_BLOCK_SIZE + sector * 512,
				       512);
	}
	v->writes += v->flight_count;
	v->flight_count = 0;
	v->crashed = crash;
	return !crash;
}

/* The engine */

static inline void volume_count_use(test_t *test, struct volume *v, const u64 *map)
{
	unsigned int i;

	for (i = 0; i < v->super.members_count; i++)
		tier_space_init(&v->spaces[i], v->space_bits[i], v->super.members[i].extents);
	for (i = 0; i < FIXTURE_EXTENTS; i++)
		if (tier_entry_mapped(map[i]))
			CHECK(tier_space_take(&v->spaces[tier_entry_member(map[i])],
					      tier_entry_pext(map[i])));
}

static inline bool volume_checkpoint_write(test_t *test, struct volume *v, u64 number,
					   u64 tail_seq, bool clean)
{
	struct tier_checkpoint *ckpt = &v->replay.checkpoint;	/* not in use now */
	unsigned int i;

	memset(ckpt, 0, sizeof(*ckpt));
	ckpt->number = number;
	ckpt->epoch = v->epoch;
	ckpt->tail_seq = tail_seq;
	ckpt->flags = clean ? DM_TIER_CHECKPOINT_CLEAN : 0;
	volume_count_use(test, v, v->map);
	for (i = 0; i < v->super.members_count; i++) {
		ckpt->used[i] = v->spaces[i].used;
		ckpt->mapped += v->spaces[i].used;
	}
	tier_checkpoint_encode(ckpt, v->super.uuid, v->block);
	volume_write(test, v, number & 1);
	if (!volume_flush(v))
		return false;
	v->tail_seq = tail_seq;
	return true;
}

static inline void volume_table_write(test_t *test, struct volume *v, unsigned int index,
				      u64 number)
{
	unsigned int slot = !(v->newest >> index & 1);

	tier_table_encode(v->map + index * DM_TIER_TABLE_ENTRIES, index, slot, number, &v->super,
			  v->block);
	volume_write(test, v, tier_table_place(FIXTURE_JOURNAL, index, slot));
	v->newest ^= 1 << index;
	v->stale &= ~(1 << index);
}

static inline bool volume_commit(test_t *test, struct volume *v, u32 blocks, u32 changes);

/*
 * A checkpoint; with @between a transaction is made durable while it is under way: table blocks
 * that were written before and those that are written after then hold maps of different times.
 */
static inline bool volume_checkpoint(test_t *test, struct volume *v, bool clean, bool between)
{
	u64 number = ++v->number;
	u64 tail_seq = v->next_seq;
	u8 todo = v->stale;
	unsigned int index;

	for (index = 0; index < VOLUME_TABLE; index++) {
		if (todo >> index & 1)
			volume_table_write(test, v, index, number);
		if (index == 0 && between) {
			if (!volume_flush(v) || !volume_commit(test, v, 1, 3))
				return false;
		}
	}
	return volume_flush(v) && volume_checkpoint_write(test, v, number, tail_seq, clean);
}

/* Make one random change in v->next. */
static inline struct tier_change volume_change(test_t *test, struct volume *v)
{
	u32 extent = fixture_below(&v->seed, FIXTURE_EXTENTS);
	unsigned int member = fixture_below(&v->seed, v->super.members_count);
	struct tier_change change = { .extent = extent, .entry = v->next[extent] };
	u64 pext;

	(void)test;
	switch (fixture_below(&v->seed, 8)) {
	case 0:		/* discard */
		change.entry = tier_entry_rehome(change.entry, 0);
		break;
	case 1:		/* pin, unpin */
		change.entry ^= DM_TIER_ENTRY_PINNED;
		change.entry &= ~(DM_TIER_ENTRY_LEVEL_MASK << DM_TIER_ENTRY_LEVEL_SHIFT);
		if (change.entry & DM_TIER_ENTRY_PINNED)
			change.entry |= (u64)fixture_below(&v->seed, 2) <<
					DM_TIER_ENTRY_LEVEL_SHIFT;
		break;
	default:	/* a home, or another one: not one that is given up just now */
		pext = tier_space_alloc(&v->spaces[member]);
		if (pext != TIER_SPACE_NONE)
			change.entry = tier_entry_rehome(change.entry,
							 tier_entry_make(member, pext));
		break;
	}
	v->next[extent] = change.entry;
	/* Bits of the moment must not get on the disk. */
	change.entry |= TIER_ENTRY_VOLATILE;
	return change;
}

/* Two extents change places: half of it would be a home that is used twice. */
static inline void volume_swap(struct volume *v, struct tier_change *one, struct tier_change *two)
{
	u64 entry;

	one->extent = fixture_below(&v->seed, FIXTURE_EXTENTS);
	two->extent = fixture_below(&v->seed, FIXTURE_EXTENTS);
	entry = v->next[one->extent];
	v->next[one->extent] = v->next[two->extent];
	v->next[two->extent] = entry;
	one->entry = v->next[one->extent];
	two->entry = v->next[two->extent];
}

static inline bool volume_commit(test_t *test, struct volume *v, u32 blocks, u32 changes)
{
	struct tier_journal_head head = { .epoch = v->epoch, .txn_blocks = blocks };
	struct tier_change *change = v->changes;
	u32 total = blocks * changes, i;

	CHECK(v->next_seq - v->tail_seq + blocks <= FIXTURE_JOURNAL);
	CHECK(total <= ARRAY_SIZE(v->changes));
	volume_count_use(test, v, v->map);
	memcpy(v->next, v->map, sizeof(v->next));
	/* The first and the last change of the transaction belong together. */
	if (total > 1)
		volume_swap(v, &change[0], &change[total - 1]);
	else
		change[0] = volume_change(test, v);
	for (i = 1; i + 1 < total; i++)
		change[i] = volume_change(test, v);
	for (i = 0; i < total; i++)
		v->stale |= 1 << tier_table_block_of(change[i].extent);
	/* What was changed twice has its last entry in both places. */
	for (i = 0; i < total; i++)
		change[i].entry = v->next[change[i].extent] | TIER_ENTRY_BUSY;

	for (; head.txn_index < blocks; head.txn_index++, change += changes) {
		head.seq = v->next_seq + head.txn_index;
		head.count = changes;
		tier_journal_encode(&head, change, &v->super, v->block);
		volume_write(test, v, tier_journal_place(FIXTURE_JOURNAL, head.seq));
	}
	v->flight_blocks = blocks;
	if (!volume_flush(v))
		return false;
	v->flight_blocks = 0;
	v->next_seq += blocks;
	memcpy(v->map, v->next, sizeof(v->map));
	return true;
}

static inline bool volume_room_for(test_t *test, struct volume *v, u32 blocks)
{
	if (v->next_seq - v->tail_seq + blocks <= FIXTURE_JOURNAL)
		return true;
	return volume_checkpoint(test, v, false, false);
}

/* What tiersetup create writes: zeros, slot 0 of each table block, a clean checkpoint. */
static inline void volume_create(test_t *test, struct volume *v, u32 copies, u64 seed)
{
	unsigned int index;

	memset(v->copy[0], 0, VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE);
	memset(v->copy[1], 0, VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE);
	memset(v->map, 0, sizeof(v->map));
	v->reading_fails[0] = false;
	v->reading_fails[1] = false;
	v->bad_place[0] = 0;
	v->bad_place[1] = 0;
	v->copies = copies;
	v->super.copies_valid = copies;
	v->seed = seed;
	v->crash_at = VOLUME_NEVER;
	v->crashed = false;
	v->writes = 0;
	v->flight_count = 0;
	v->flight_blocks = 0;
	v->number = 1;
	v->epoch = fixture_random(&v->seed);
	v->next_seq = 1;
	v->newest = (1 << VOLUME_TABLE) - 1;	/* so that slot 0 gets the first version */
	for (index = 0; index < VOLUME_TABLE; index++)
		volume_table_write(test, v, index, 1);
	CHECK(volume_flush(v));
	CHECK(volume_checkpoint_write(test, v, 1, 1, true));
	memcpy(v->next, v->map, sizeof(v->next));
}

/* Recovery */

static inline int volume_read(void *context, unsigned int copy, u64 place, unsigned int count,
			      void *buffer)
{
	struct volume *v = context;

	if (copy > 1 || place + count > VOLUME_BLOCKS || !count)
		return -EIO;
	v->reads[copy]++;
	/* Also when it fails: what is in the buffer then must not be used. */
	memcpy(buffer, volume_at(v, copy, place), (size_t)count * DM_TIER_BLOCK_SIZE);
	if (v->reading_fails[copy] ||
	    (v->bad_place[copy] && v->bad_place[copy] - place < count &&
	     v->reads[copy] > v->bad_from))
		return -EIO;
	return 0;
}

static inline void volume_report(void *context, const struct tier_finding_info *info)
{
	struct volume *v = context;

	v->found[info->what]++;
	v->last[info->what] = *info;
}

static inline int volume_replay(struct volume *v, u32 copies)
{
	unsigned int i;

	memset(&v->replay, 0xee, sizeof(v->replay));
	memset(v->got, 0, sizeof(v->got));
	memset(v->found, 0, sizeof(v->found));
	memset(v->last, 0, sizeof(v->last));
	memset(v->reads, 0, sizeof(v->reads));
	v->got_newest[0] = 0;
	v->got_stale[0] = 0;
	for (i = 0; i < v->super.members_count; i++)
		tier_space_init(&v->spaces[i], v->space_bits[i], v->super.members[i].extents);
	v->replay.super = &v->super;
	v->replay.copies = copies;
	v->replay.read = volume_read;
	v->replay.report = volume_report;
	v->replay.context = v;
	v->replay.buffer = v->buffer;
	v->replay.buffer_blocks = VOLUME_BUFFER;
	v->replay.map = v->got;
	v->replay.newest = v->got_newest;
	v->replay.stale = v->got_stale;
	v->replay.spaces = v->spaces;
	return tier_replay_run(&v->replay);
}

/* A copy that is not said to be stale holds the map, in the slot that is said to be the newest. */
static inline void volume_check_stale(test_t *test, struct volume *v, u32 copies)
{
	unsigned int copy, index, slot, first, count;
	enum tier_flaw flaw;
	u64 number, other;

	for (index = 0; index < VOLUME_TABLE; index++) {
		if (tier_bit_test(v->got_stale, index))
			continue;
		slot = tier_bit_test(v->got_newest, index);
		first = index * DM_TIER_TABLE_ENTRIES;
		count = FIXTURE_EXTENTS - first < DM_TIER_TABLE_ENTRIES ?
			FIXTURE_EXTENTS - first : DM_TIER_TABLE_ENTRIES;
		for (copy = 0; copy < 2; copy++) {
			if (!(copies >> copy & 1))
				continue;
			flaw = tier_table_decode(volume_at(v, copy,
							   tier_table_place(FIXTURE_JOURNAL, index,
									    slot)),
						 &v->super, index, slot, &number, v->entries);
			CHECK_EQ(flaw, TIER_OK);
			CHECK(!memcmp(v->entries, v->got + first, count * sizeof(u64)));
			CHECK(number <= v->replay.max_number);
			flaw = tier_table_decode(volume_at(v, copy,
							   tier_table_place(FIXTURE_JOURNAL, index,
									    !slot)),
						 &v->super, index, !slot, &other, NULL);
			CHECK(flaw == TIER_FLAW_BLANK || (flaw == TIER_OK && other < number));
		}
	}
}

/* All that must be right whenever the map could be recovered. */
static inline void volume_check(test_t *test, struct volume *v, u32 copies)
{
	struct tier_replay *replay = &v->replay;
	bool after;
	u64 mapped = 0, used = 0;
	unsigned int i;

	CHECK_EQ(volume_replay(v, copies), 0);
	CHECK_EQ(replay->fatal, 0);

	/* The last durable map; or with the transaction in flight, if all of it was read. */
	after = replay->next_seq != v->next_seq;
	CHECK_EQ(replay->next_seq, v->next_seq + (after ? v->flight_blocks : 0));
	CHECK(!memcmp(v->got, after ? v->next : v->map, sizeof(v->got)));

	for (i = 0; i < FIXTURE_EXTENTS; i++)
		mapped += tier_entry_mapped(v->got[i]);
	for (i = 0; i < v->super.members_count; i++)
		used += v->spaces[i].used;
	CHECK_EQ(replay->mapped, mapped);
	CHECK_EQ(used, mapped);
	/* The next checkpoint neither repeats a number nor overwrites the one that counts. */
	CHECK_EQ((replay->max_number ^ replay->checkpoint.number) & 1, 0);
	CHECK(replay->max_number >= replay->checkpoint.number);
	volume_check_stale(test, v, copies);
}

/* Go on from what volume_check() has recovered, as the module does at resume. */
static inline bool volume_open(test_t *test, struct volume *v, u32 copies)
{
	volume_check(test, v, copies);
	memcpy(v->map, v->got, sizeof(v->map));
	memcpy(v->next, v->got, sizeof(v->next));
	v->copies = copies;
	v->crashed = false;
	v->flight_blocks = 0;
	v->flight_count = 0;
	v->number = v->replay.max_number;
	v->next_seq = v->replay.next_seq;
	v->tail_seq = v->replay.checkpoint.tail_seq;
	v->newest = (u8)v->got_newest[0];
	v->stale = (u8)v->got_stale[0];
	v->epoch = fixture_random(&v->seed);
	return volume_checkpoint(test, v, false, false);
}

/* Random work until the power goes or @steps are done. */
static inline bool volume_work(test_t *test, struct volume *v, unsigned int steps)
{
	u32 blocks;

	while (steps--) {
		switch (fixture_below(&v->seed, 10)) {
		case 0:
			if (!volume_room_for(test, v, 1) ||
			    !volume_checkpoint(test, v, false, fixture_below(&v->seed, 2)))
				return false;
			break;
		case 1:
		case 2:
			blocks = 2 + fixture_below(&v->seed, 4);
			if (!volume_room_for(test, v, blocks) ||
			    !volume_commit(test, v, blocks, 1 + fixture_below(&v->seed, 8)))
				return false;
			break;
		default:
			if (!volume_room_for(test, v, 1) ||
			    !volume_commit(test, v, 1, 1 + fixture_below(&v->seed, 12)))
				return false;
			break;
		}
	}
	return true;
}

/* Damage */

static inline void volume_flip(struct volume *v, unsigned int copy, u64 place, unsigned int byte)
{
	volume_at(v, copy, place)[byte] ^= 0x10;
}

static inline void volume_flip_both(struct volume *v, u64 place, unsigned int byte)
{
	volume_flip(v, 0, place, byte);
	volume_flip(v, 1, place, byte);
}

#endif /* DM_TIER_TESTS_VOLUME_H */
