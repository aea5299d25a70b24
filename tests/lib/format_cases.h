/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/format.c, in KUnit and in user space. */
#ifndef DM_TIER_TESTS_FORMAT_CASES_H
#define DM_TIER_TESTS_FORMAT_CASES_H

#include "fixture.h"

enum kind { SUPER, CHECKPOINT, JOURNAL, TABLE, KINDS };

struct format_fixture {
	struct tier_super super;
	struct tier_super got_super;
	struct tier_checkpoint ckpt;
	struct tier_checkpoint got_ckpt;
	struct tier_journal_head head;
	struct tier_journal_head got_head;
	struct tier_change changes[DM_TIER_JOURNAL_ENTRIES];
	u64 entries[DM_TIER_TABLE_ENTRIES];
	u64 got_entries[DM_TIER_TABLE_ENTRIES];
	u64 got_number;
	u8 block[DM_TIER_BLOCK_SIZE];
	u8 again[DM_TIER_BLOCK_SIZE];
};

/* Table block 2, the last one: 1500 - 2 * 504 entries. */
#define LAST_INDEX	2
#define LAST_COUNT	492

/* Something of each kind, with as much of it in use as may be. */
static inline void format_encode(struct format_fixture *f, enum kind kind)
{
	u64 seed = 5;
	u32 i;

	fixture_super(&f->super);
	memset(f->block, 0x5a, sizeof(f->block)); /* encoders write all of it */
	switch (kind) {
	case SUPER:
		tier_super_encode(&f->super, DM_TIER_SUPER_SECTOR, f->block);
		break;
	case CHECKPOINT:
		memset(&f->ckpt, 0, sizeof(f->ckpt));
		f->ckpt.number = 0x123456789;
		f->ckpt.epoch = 0xfedcba9876543210ULL;
		f->ckpt.tail_seq = 0x1122334455667788ULL;
		f->ckpt.flags = DM_TIER_CHECKPOINT_CLEAN;
		f->ckpt.mapped = 700;
		f->ckpt.used[0] = 590;
		f->ckpt.used[1] = 100;
		f->ckpt.used[2] = 10;
		tier_checkpoint_encode(&f->ckpt, f->super.uuid, f->block);
		break;
	case JOURNAL:
		f->head.seq = 64 * 1000 + 17;
		f->head.epoch = 0xfedcba9876543210ULL;
		f->head.txn_index = 2;
		f->head.txn_blocks = 64;
		f->head.count = 200;
		for (i = 0; i < f->head.count; i++) {
			f->changes[i].extent = fixture_below(&seed, FIXTURE_EXTENTS);
			f->changes[i].entry = tier_entry_make(i % 3, i);
		}
		tier_journal_encode(&f->head, f->changes, &f->super, f->block);
		break;
	default:
		for (i = 0; i < LAST_COUNT; i++)
			f->entries[i] = tier_entry_make(i % 3, i);
		tier_table_encode(f->entries, LAST_INDEX, 1, 77, &f->super, f->block);
		break;
	}
}

static inline enum tier_flaw format_decode(struct format_fixture *f, enum kind kind)
{
	switch (kind) {
	case SUPER:
		return tier_super_decode(f->block, DM_TIER_SUPER_SECTOR, &f->got_super);
	case CHECKPOINT:
		return tier_checkpoint_decode(f->block, &f->super, 1, &f->got_ckpt);
	case JOURNAL:
		return tier_journal_decode(f->block, &f->super, DM_TIER_META_JOURNAL + 17,
					   &f->got_head);
	default:
		return tier_table_decode(f->block, &f->super, LAST_INDEX, 1, &f->got_number,
					 f->got_entries);
	}
}

static inline struct format_fixture *format_new(test_t *test)
{
	return test_alloc(test, sizeof(struct format_fixture));
}

/* What any block of ours must be refused for. */
static void every_kind_is_told_from_every_other(test_t *test)
{
	struct format_fixture *f = format_new(test);
	int kind, other;

	for (kind = 0; kind < KINDS; kind++) {
		for (other = 0; other < KINDS; other++) {
			format_encode(f, other);
			CHECK_EQ(format_decode(f, kind), kind == other ? TIER_OK : TIER_FLAW_MAGIC);
		}
		memset(f->block, 0, sizeof(f->block));
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_BLANK);
		f->block[DM_TIER_BLOCK_SIZE - 1] = 1;
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_MAGIC);
		memset(f->block, 0xff, sizeof(f->block));
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_MAGIC);
	}
}

static void every_flipped_bit_is_seen(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int byte, bit, step = ROUNDS(1, 3);
	enum tier_flaw wanted;
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		format_encode(f, kind);
		for (byte = 0; byte < DM_TIER_BLOCK_SIZE; byte++) {
			wanted = byte >= 4 && byte < 8 ? TIER_FLAW_MAGIC : TIER_FLAW_CHECKSUM;
			for (bit = byte % step; bit < 8; bit += step) {
				f->block[byte] ^= 1 << bit;
				CHECK_EQ(format_decode(f, kind), wanted);
				f->block[byte] ^= 1 << bit;
			}
		}
		CHECK_EQ(format_decode(f, kind), TIER_OK);
	}
}

/* A power cut leaves any of the eight sectors of a block as it was. */
static void every_torn_block_is_seen(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int mask, sector;
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		for (mask = 1; mask < 255; mask++) {
			format_encode(f, kind);
			/* Sectors that are the same before and after are not torn. */
			for (sector = 0; sector < DM_TIER_BLOCK_SIZE; sector++)
				f->again[sector] = (u8)~f->block[sector];
			for (sector = 0; sector < 8; sector++)
				if (mask >> sector & 1)
					memcpy(f->block + sector * 512, f->again + sector * 512,
					       512);
			CHECK(format_decode(f, kind) == (mask & 1 ? TIER_FLAW_MAGIC :
							 TIER_FLAW_CHECKSUM));
		}
	}
}

static void place_and_volume_are_told(test_t *test)
{
	struct format_fixture *f = format_new(test);
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		format_encode(f, kind);
		fixture_poke(f->block, 8, 8, 123);
		fixture_seal(f->block);
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_PLACE);

		format_encode(f, kind);
		fixture_poke(f->block, 16, 1, 'x');
		fixture_seal(f->block);
		/* A superblock is what tells the uuid: any will do. */
		CHECK_EQ(format_decode(f, kind), kind == SUPER ? TIER_OK : TIER_FLAW_UUID);
		/* The place is looked at first. */
		fixture_poke(f->block, 8, 8, 123);
		fixture_seal(f->block);
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_PLACE);
	}
	format_encode(f, TABLE);
	CHECK_EQ(tier_table_decode(f->block, &f->super, LAST_INDEX, 0, &f->got_number, NULL),
		 TIER_FLAW_PLACE);
	CHECK_EQ(tier_table_decode(f->block, &f->super, 1, 1, &f->got_number, NULL),
		 TIER_FLAW_PLACE);
	format_encode(f, CHECKPOINT);
	CHECK_EQ(tier_checkpoint_decode(f->block, &f->super, 0, &f->got_ckpt), TIER_FLAW_PLACE);
}

static void format_reserved(test_t *test, struct format_fixture *f, enum kind kind,
			    unsigned int first, unsigned int behind)
{
	unsigned int byte;

	format_encode(f, kind);
	for (byte = first; byte < behind; byte++) {
		CHECK_EQ(f->block[byte], 0);
		f->block[byte] = 0x40;
		fixture_seal(f->block);
		CHECK_EQ(format_decode(f, kind), TIER_FLAW_FIELD);
		f->block[byte] = 0;
	}
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, kind), TIER_OK);
}

/* What is reserved, and what nobody uses, must be zero: later versions will give it a meaning. */
static void reserved_bytes_are_zero(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int i;

	format_reserved(test, f, SUPER, 136 + 4, 264);	/* behind the name */
	format_reserved(test, f, SUPER, 264 + 8, 328);	/* behind the label */
	format_reserved(test, f, SUPER, 328, 512);
	for (i = 0; i < 3; i++)
		format_reserved(test, f, SUPER, 512 + i * 128 + 74, 512 + i * 128 + 128);
	format_reserved(test, f, SUPER, 512 + 3 * 128, 4096);
	format_reserved(test, f, CHECKPOINT, 72 + 3 * 8, 72 + 16 * 8);
	format_reserved(test, f, CHECKPOINT, 200, 4096);
	format_reserved(test, f, JOURNAL, 60, 64);
	format_reserved(test, f, JOURNAL, 64 + 200 * 16, 4096);
	format_reserved(test, f, TABLE, 52, 64);
	format_reserved(test, f, TABLE, 64 + LAST_COUNT * 8, 4096);
}

struct poke {
	u16 offset;
	u8 width;
	u64 value;
};

static void format_pokes(test_t *test, struct format_fixture *f, enum kind kind,
			 const struct poke *pokes, unsigned int count, enum tier_flaw wanted)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		format_encode(f, kind);
		fixture_poke(f->block, pokes[i].offset, pokes[i].width, pokes[i].value);
		fixture_seal(f->block);
		CHECK_EQ(format_decode(f, kind), wanted);
	}
}

static void super_round_trip(test_t *test)
{
	struct format_fixture *f = format_new(test);
	u64 second;

	format_encode(f, SUPER);
	CHECK_EQ(format_decode(f, SUPER), TIER_OK);
	CHECK(!memcmp(&f->super, &f->got_super, sizeof(f->super)));
	f->super.absent = 5;
	tier_super_encode(&f->super, DM_TIER_SUPER_SECTOR, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_OK);
	CHECK(!memcmp(&f->super, &f->got_super, sizeof(f->super)));
	CHECK(!memcmp(f->block + 40, "\212dm-tier volume\n", 16));
	CHECK(!memcmp(f->block + 4, "TrSB", 4));

	/* The second one: only where member_index says that it is. */
	second = f->super.members[1].second_sector;
	tier_super_encode(&f->super, second, f->block);
	CHECK_EQ(tier_super_decode(f->block, second, &f->got_super), TIER_OK);
	CHECK_EQ(tier_super_decode(f->block, 8, &f->got_super), TIER_FLAW_PLACE);
	tier_super_encode(&f->super, second + 8, f->block);
	CHECK_EQ(tier_super_decode(f->block, second + 8, &f->got_super), TIER_FLAW_FIELD);

	/* What stands behind the NUL in memory does not get on the disk. */
	strcpy(f->super.name + 4, "rubbish");
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(tier_super_decode(f->block, 8, &f->got_super), TIER_OK);
	memset(f->super.name, 'n', sizeof(f->super.name));
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(tier_super_decode(f->block, 8, &f->got_super), TIER_OK);
	CHECK_EQ(strlen(f->got_super.name), DM_TIER_NAME_SIZE - 1);
}

/* Offsets of fields of member @nr. */
#define MEMBER(nr, field)	(512 + (nr) * 128 + offsetof(struct dm_tier_member, field))

static const struct poke super_wrong_fields[] = {
	{ 32, 8, 1ULL << 63 },			/* generation */
	{ 40, 1, 'x' }, { 55, 1, 0 },		/* signature */
	{ 60, 4, 4 }, { 60, 4, 1U << 31 },	/* copies_valid: no such copy */
	{ 88, 2, 3 }, { 88, 2, 0xffff },	/* member_index */
	{ 90, 2, 0 }, { 90, 2, 2 }, { 90, 2, 4 }, { 90, 2, 17 }, { 90, 2, 0xffff },
	{ 92, 2, 0 }, { 92, 2, 1 }, { 92, 2, 3 }, { 92, 2, 5 }, { 92, 2, 0xffff }, /* levels */
	{ 94, 2, 2 }, { 94, 2, 8 }, { 94, 2, 0x8000 },	/* absent: itself, no members */
	{ 96, 4, 0 }, { 96, 4, 64 }, { 96, 4, 2047 }, { 96, 4, 262144 }, { 96, 4, 3 << 10 },
	{ 96, 4, 4096 },			/* then the data areas are too small */
	{ 100, 4, 0 }, { 100, 4, 256 }, { 100, 4, 1024 }, { 100, 4, 8192 }, /* logical */
	{ 104, 4, 0 }, { 104, 4, 256 }, { 104, 4, 3072 }, { 104, 4, 8192 }, /* physical */
	{ 108, 4, 0 }, { 108, 4, 63 }, { 108, 4, 65537 }, { 108, 4, ~0U }, { 108, 4, 250 },
	{ 112, 8, 0 }, { 112, 8, ~0ULL }, { 112, 8, 1ULL << 44 }, { 112, 8, 1759 },
	{ 112, 8, 1513 },			/* needs a table block more */
	{ 120, 8, 2 }, { 120, 8, ~0ULL }, { 120, 8, 1ULL << 63 }, { 120, 8, 93 },
	{ MEMBER(0, sectors), 8, 0 }, { MEMBER(0, sectors), 8, ~0ULL },
	{ MEMBER(0, sectors), 8, (1ULL << 54) + 2048 },
	{ MEMBER(0, sectors), 8, 601 * 2048 }, { MEMBER(0, sectors), 8, 600 * 2048 - 1 },
	{ MEMBER(0, second_sector), 8, 599 * 2048 - 8 },
	{ MEMBER(0, second_sector), 8, 600 * 2048 - 7 }, { MEMBER(0, second_sector), 8, 0 },
	{ MEMBER(0, second_sector), 8, ~0ULL - 6 },
	{ MEMBER(0, data_sector), 8, 0 }, { MEMBER(0, data_sector), 8, 4095 },
	{ MEMBER(0, data_sector), 8, ~0ULL }, { MEMBER(0, data_sector), 8, 599 * 2048 + 1 },
	{ MEMBER(2, data_sector), 8, 15 },
	{ MEMBER(0, data_sector), 8, 9 * 2048 + 1 },
	{ MEMBER(0, extents), 8, 598 }, { MEMBER(0, extents), 8, ~0ULL },
	{ MEMBER(0, extents), 8, 1ULL << 53 }, { MEMBER(0, extents), 8, 5 },
	{ MEMBER(0, reserve_extents), 8, 591 }, { MEMBER(0, reserve_extents), 8, ~0ULL },
	{ MEMBER(0, reserve_extents), 8, 263 },
	{ MEMBER(0, meta_sector), 8, 0 }, { MEMBER(0, meta_sector), 8, 15 },
	{ MEMBER(0, meta_sector), 8, 2049 }, { MEMBER(0, meta_sector), 8, ~0ULL },
	{ MEMBER(0, meta_blocks), 8, 0 }, { MEMBER(0, meta_blocks), 8, 512 },
	{ MEMBER(0, meta_blocks), 8, 255 }, { MEMBER(0, meta_blocks), 8, 1ULL << 61 },
	{ MEMBER(0, meta_blocks), 8, 78 },
	{ MEMBER(2, meta_sector), 8, 2048 }, { MEMBER(2, meta_blocks), 8, 256 },
	{ MEMBER(0, level), 1, 2 }, { MEMBER(0, level), 1, 255 },
	{ MEMBER(0, level), 1, 1 },		/* then level 0 is empty */
	{ MEMBER(0, copy), 1, 1 }, { MEMBER(0, copy), 1, 2 }, { MEMBER(0, copy), 1, 255 },
	{ MEMBER(2, copy), 1, 0 },
};

static void super_fields_are_checked(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int i;

	format_pokes(test, f, SUPER, super_wrong_fields, ARRAY_SIZE(super_wrong_fields),
		     TIER_FLAW_FIELD);
	/* Nobody can use what was refused by mistake. */
	for (i = 0; i < sizeof(f->got_super); i++)
		CHECK_EQ(((u8 *)&f->got_super)[i], 0);

	format_encode(f, SUPER);
	memset(f->block + 16, 0, 16);	/* the volume's uuid */
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
	format_encode(f, SUPER);
	memset(f->block + MEMBER(2, uuid), 0, 16);
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
	format_encode(f, SUPER);
	memcpy(f->block + MEMBER(2, uuid), f->block + MEMBER(0, uuid), 16);
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
	format_encode(f, SUPER);
	fixture_member(&f->super.members[2], 2, 1, 0);	/* a second copy 0 */
	tier_super_encode(&f->super, DM_TIER_SUPER_SECTOR, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
	format_encode(f, SUPER);
	memset(f->block + 264, 'l', 64);	/* the label has no end */
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
	format_encode(f, SUPER);
	memset(f->block + 136, 'n', 128);
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
}

static const struct poke super_right_fields[] = {
	{ 32, 8, 0 }, { 32, 8, ~0ULL >> 1 },
	{ 60, 4, 0 }, { 60, 4, 1 }, { 60, 4, 2 },	/* copies_valid */
	{ 64, 8, ~0ULL },				/* compat may be ignored */
	{ 88, 2, 0 }, { 88, 2, 2 },
	{ 94, 2, 0 }, { 94, 2, 5 },
	{ 100, 4, 4096 }, { 104, 4, 512 },
	{ 108, 4, 242 },				/* just fits: 8 + 242 + 2 * 3 = 256 */
	{ 112, 8, 1 }, { 112, 8, 1512 },
	{ 120, 8, 92 },					/* just fits: 8 + 64 + 2 * 92 */
	{ MEMBER(0, sectors), 8, 600 * 2048 }, { MEMBER(0, sectors), 8, 601 * 2048 - 1 },
	{ MEMBER(0, second_sector), 8, 600 * 2048 - 8 },
	{ MEMBER(0, data_sector), 8, 9 * 2048 }, { MEMBER(2, data_sector), 8, 16 },
	{ MEMBER(0, extents), 8, 597 },
	{ MEMBER(0, reserve_extents), 8, 262 },
	{ MEMBER(0, meta_sector), 8, 16 },
};

static void super_fields_may_go_to_their_limits(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int i;

	format_pokes(test, f, SUPER, super_right_fields, ARRAY_SIZE(super_right_fields), TIER_OK);

	/* The most members and levels. */
	format_encode(f, SUPER);
	f->super.members_count = DM_TIER_MAX_MEMBERS;
	f->super.levels_count = DM_TIER_MAX_LEVELS;
	f->super.member_index = DM_TIER_MAX_MEMBERS - 1;
	for (i = 2; i < DM_TIER_MAX_MEMBERS; i++)
		fixture_member(&f->super.members[i], i, i % 4, DM_TIER_NO_COPY);
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_OK);
	CHECK(!memcmp(&f->super, &f->got_super, sizeof(f->super)));

	/* A member of 2^63 bytes. */
	f->super.members[2].sectors = TIER_SECTORS_MAX;
	f->super.members[2].second_sector = TIER_SECTORS_MAX - DM_TIER_UNIT_SECTORS;
	f->super.members[2].extents = 1ULL << 40;
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_OK);
	f->super.members[2].extents++;	/* more than an entry of the map can say */
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
}

/* Small extents: volume and data areas are whole units all the same. */
static void super_sizes_are_whole_units(test_t *test)
{
	static const struct {
		u64 volume, member;
		enum tier_flaw flaw;
	} cases[] = {
		{ 1500, 590, TIER_OK }, { 1498, 590, TIER_OK }, { 1499, 590, TIER_FLAW_FIELD },
		{ 1500, 588, TIER_OK }, { 1500, 589, TIER_FLAW_FIELD },
	};
	struct format_fixture *f = format_new(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		fixture_super(&f->super);
		f->super.extent_sectors = 1024;
		f->super.extents = cases[i].volume;
		f->super.members[2].extents = cases[i].member;
		tier_super_encode(&f->super, 8, f->block);
		CHECK_EQ(format_decode(f, SUPER), cases[i].flaw);
	}
}

/* Each member may have 2^63 bytes, but all of them together do not make a larger volume. */
static void super_is_not_larger_than_any_device(test_t *test)
{
	struct format_fixture *f = format_new(test);
	struct tier_member_info *member;
	unsigned int i;
	u64 most;

	fixture_super(&f->super);
	f->super.extent_sectors = DM_TIER_MAX_EXTENT_SECTORS;
	most = TIER_SECTORS_MAX / DM_TIER_MAX_EXTENT_SECTORS;
	f->super.table_blocks = tier_table_blocks(most + 1);
	for (i = 0; i < 3; i++) {
		member = &f->super.members[i];
		member->sectors = TIER_SECTORS_MAX;
		member->second_sector = TIER_SECTORS_MAX - DM_TIER_UNIT_SECTORS;
		member->data_sector = 1ULL << 40;
		member->extents = most - (1ULL << 24);
		if (member->copy != DM_TIER_NO_COPY)
			member->meta_blocks = 1ULL << 36;
	}
	f->super.extents = most;
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_OK);
	f->super.extents = most + 1;
	tier_super_encode(&f->super, 8, f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FIELD);
}

static void super_version_and_features(test_t *test)
{
	static const struct poke versions[] = { { 56, 4, 0 }, { 56, 4, 2 }, { 56, 4, ~0U } };
	static const struct poke features[] = {
		{ 72, 8, 1 }, { 72, 8, 1ULL << 63 }, { 80, 8, 1 }, { 80, 8, 1ULL << 63 },
	};
	struct format_fixture *f = format_new(test);

	format_pokes(test, f, SUPER, versions, ARRAY_SIZE(versions), TIER_FLAW_VERSION);
	format_pokes(test, f, SUPER, features, ARRAY_SIZE(features), TIER_FLAW_FEATURE);

	/* It is shown, so it must be safe to show. */
	format_encode(f, SUPER);
	fixture_poke(f->block, 80, 8, 1);
	memset(f->block + 136, 'x', 128 + 64);	/* name and label */
	fixture_poke(f->block, 90, 2, 0xffff);	/* members_count */
	fixture_seal(f->block);
	memset(&f->got_super, 0xff, sizeof(f->got_super));
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_FEATURE);
	CHECK_EQ(strnlen(f->got_super.name, DM_TIER_NAME_SIZE), DM_TIER_NAME_SIZE - 1);
	CHECK_EQ(strnlen(f->got_super.label, DM_TIER_LABEL_SIZE), DM_TIER_LABEL_SIZE - 1);
	CHECK_EQ(f->got_super.members_count, DM_TIER_MAX_MEMBERS);
	CHECK_EQ(f->got_super.incompat, 1);
	/* The version decides what the feature masks mean. */
	fixture_poke(f->block, 56, 4, 2);
	fixture_seal(f->block);
	CHECK_EQ(format_decode(f, SUPER), TIER_FLAW_VERSION);
}

static void checkpoint_round_trip(test_t *test)
{
	struct format_fixture *f = format_new(test);

	format_encode(f, CHECKPOINT);
	CHECK_EQ(format_decode(f, CHECKPOINT), TIER_OK);
	CHECK(!memcmp(&f->ckpt, &f->got_ckpt, sizeof(f->ckpt)));
	CHECK(!memcmp(f->block + 4, "TrCP", 4));

	/* The number says the slot. */
	f->ckpt.number++;
	tier_checkpoint_encode(&f->ckpt, f->super.uuid, f->block);
	CHECK_EQ(format_decode(f, CHECKPOINT), TIER_FLAW_PLACE);
	CHECK_EQ(tier_checkpoint_decode(f->block, &f->super, 0, &f->got_ckpt), TIER_OK);
	CHECK_EQ(f->got_ckpt.number, f->ckpt.number);
}

static void checkpoint_fields_are_checked(test_t *test)
{
	static const struct poke wrong[] = {
		{ 32, 8, 0 }, { 32, 8, 2 },	/* the number: of the other slot */
		{ 32, 8, (1ULL << 63) + 1 },
		{ 48, 8, 1ULL << 63 },		/* tail_seq */
		{ 56, 8, 2 }, { 56, 8, 1ULL << 32 },	/* flags */
		{ 64, 8, 701 }, { 64, 8, ~0ULL },	/* mapped: more than are in use */
		{ 72, 8, 591 }, { 72, 8, ~0ULL }, { 80, 8, 591 }, { 88, 8, 591 },
		{ 72, 8, 589 }, { 96, 8, 1 },
	};
	static const struct poke right[] = {
		{ 32, 8, 1 }, { 32, 8, ~0ULL >> 1 }, { 40, 8, 0 }, { 48, 8, 0 },
		{ 48, 8, ~0ULL >> 1 }, { 56, 8, 0 }, { 64, 8, 0 }, { 64, 8, 700 },
		{ 80, 8, 590 }, { 40, 8, ~0ULL },
	};
	struct format_fixture *f = format_new(test);

	format_pokes(test, f, CHECKPOINT, wrong, ARRAY_SIZE(wrong), TIER_FLAW_FIELD);
	format_pokes(test, f, CHECKPOINT, right, ARRAY_SIZE(right), TIER_OK);

	/* More logical extents than the volume has. */
	format_encode(f, CHECKPOINT);
	f->ckpt.used[1] = 590;
	f->ckpt.used[2] = 590;
	f->ckpt.mapped = 1500;
	tier_checkpoint_encode(&f->ckpt, f->super.uuid, f->block);
	CHECK_EQ(format_decode(f, CHECKPOINT), TIER_OK);
	f->ckpt.mapped = 1501;
	tier_checkpoint_encode(&f->ckpt, f->super.uuid, f->block);
	CHECK_EQ(format_decode(f, CHECKPOINT), TIER_FLAW_FIELD);
}

static void journal_round_trip(test_t *test)
{
	struct format_fixture *f = format_new(test);
	static const u32 counts[] = { 1, 2, 251, 252 };
	struct tier_change change;
	unsigned int i, k;

	format_encode(f, JOURNAL);
	CHECK_EQ(format_decode(f, JOURNAL), TIER_OK);
	CHECK_EQ(f->got_head.seq, f->head.seq);
	CHECK_EQ(f->got_head.epoch, f->head.epoch);
	CHECK_EQ(f->got_head.txn_index, f->head.txn_index);
	CHECK_EQ(f->got_head.txn_blocks, f->head.txn_blocks);
	CHECK_EQ(f->got_head.count, f->head.count);
	CHECK(!memcmp(f->block + 4, "TrJR", 4));

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		f->head.count = counts[i];
		for (k = 0; k < counts[i]; k++) {
			f->changes[k].extent = FIXTURE_EXTENTS - 1 - k;
			f->changes[k].entry = tier_entry_make(2, k) | TIER_ENTRY_VOLATILE |
					      TIER_ENTRY_BUSY;
		}
		f->changes[0].entry = DM_TIER_ENTRY_PINNED | 1ULL << DM_TIER_ENTRY_LEVEL_SHIFT;
		tier_journal_encode(&f->head, f->changes, &f->super, f->block);
		CHECK_EQ(format_decode(f, JOURNAL), TIER_OK);
		CHECK_EQ(f->got_head.count, counts[i]);
		for (k = 0; k < counts[i]; k++) {
			change = tier_journal_change(f->block, k);
			CHECK_EQ(change.extent, f->changes[k].extent);
			CHECK_EQ(change.entry, tier_entry_durable(f->changes[k].entry));
		}
	}
}

static void journal_fields_are_checked(test_t *test)
{
	static const struct poke wrong[] = {
		{ 32, 8, 64 * 1000 + 18 },	/* seq: belongs elsewhere in the ring */
		{ 32, 8, 1ULL << 63 | 17 },
		{ 48, 4, 64 }, { 48, 4, ~0U },	/* txn_index */
		{ 52, 4, 0 }, { 52, 4, 2 }, { 52, 4, 65 }, { 52, 4, ~0U },	/* txn_blocks */
		{ 56, 4, 0 }, { 56, 4, 199 }, { 56, 4, 253 }, { 56, 4, ~0U },	/* count */
		{ 64, 8, FIXTURE_EXTENTS }, { 64, 8, ~0ULL },	/* extent of the first change */
		{ 64 + 199 * 16, 8, FIXTURE_EXTENTS },
		{ 72, 8, 1 },			/* its entry: a place, but not mapped */
		{ 72 + 199 * 16, 8, 1ULL << 63 | 590 },
	};
	static const struct poke right[] = {
		{ 32, 8, 17 }, { 32, 8, 64 + 17 }, { 40, 8, 0 }, { 40, 8, ~0ULL }, { 48, 4, 0 },
		{ 48, 4, 63 }, { 52, 4, 3 }, { 64, 8, FIXTURE_EXTENTS - 1 }, { 72, 8, 0 },
		{ 72 + 199 * 16, 8, 1ULL << 63 | 589 },
		{ 56, 4, 201 },			/* one change more: extent 0 loses its home */
	};
	struct format_fixture *f = format_new(test);

	format_pokes(test, f, JOURNAL, wrong, ARRAY_SIZE(wrong), TIER_FLAW_FIELD);
	format_pokes(test, f, JOURNAL, right, ARRAY_SIZE(right), TIER_OK);

	/* Block 2 of a transaction cannot be the block before last of all. */
	format_encode(f, JOURNAL);
	f->head.seq = 1;
	tier_journal_encode(&f->head, f->changes, &f->super, f->block);
	CHECK_EQ(tier_journal_decode(f->block, &f->super, DM_TIER_META_JOURNAL + 1, &f->got_head),
		 TIER_FLAW_FIELD);
}

static void table_round_trip(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int slot, i;
	u64 index, count;

	fixture_super(&f->super);
	for (index = 0; index < 3; index++) {
		for (slot = 0; slot < 2; slot++) {
			count = index < LAST_INDEX ? DM_TIER_TABLE_ENTRIES : LAST_COUNT;
			for (i = 0; i < count; i++)
				f->entries[i] = tier_entry_make(i % 3, index * 2 + slot + i) |
						TIER_ENTRY_BUSY;
			f->entries[3] = 0;
			memset(f->got_entries, 0xee, sizeof(f->got_entries));
			tier_table_encode(f->entries, index, slot, 9 + slot, &f->super, f->block);
			CHECK(!memcmp(f->block + 4, "TrTB", 4));
			CHECK_EQ(tier_table_decode(f->block, &f->super, index, slot,
						   &f->got_number, f->got_entries), TIER_OK);
			CHECK_EQ(f->got_number, 9 + slot);
			for (i = 0; i < count; i++)
				CHECK_EQ(f->got_entries[i], tier_entry_durable(f->entries[i]));
			/* There is no room behind the map's end. */
			for (; i < DM_TIER_TABLE_ENTRIES; i++)
				CHECK_EQ(f->got_entries[i], 0xeeeeeeeeeeeeeeeeULL);
		}
	}
	CHECK_EQ(tier_table_decode(f->block, &f->super, 2, 1, &f->got_number, NULL), TIER_OK);
}

static void table_fields_are_checked(test_t *test)
{
	static const struct poke wrong[] = {
		{ 32, 8, 0 }, { 32, 8, 1ULL << 63 },	/* number */
		{ 40, 8, 1 }, { 40, 8, ~0ULL },		/* index */
		{ 48, 4, 491 }, { 48, 4, 493 }, { 48, 4, 504 }, { 48, 4, ~0U },	/* count */
		{ 64, 8, 1ULL << 63 | 590 }, { 64 + 491 * 8, 8, 1ULL << 63 | 590 },
		{ 64, 8, 1ULL << 48 },
	};
	static const struct poke right[] = {
		{ 32, 8, 1 }, { 32, 8, ~0ULL >> 1 }, { 64, 8, 1ULL << 63 | 589 }, { 64, 8, 0 },
	};
	struct format_fixture *f = format_new(test);

	format_pokes(test, f, TABLE, wrong, ARRAY_SIZE(wrong), TIER_FLAW_FIELD);
	format_pokes(test, f, TABLE, right, ARRAY_SIZE(right), TIER_OK);

	/* A block behind the end of the table has no entries. */
	format_encode(f, TABLE);
	fixture_poke(f->block, 8, 8, tier_table_place(FIXTURE_JOURNAL, 3, 1));
	fixture_poke(f->block, 40, 8, 3);
	fixture_poke(f->block, 48, 4, 0);
	memset(f->block + 64, 0, DM_TIER_BLOCK_SIZE - 64);
	fixture_seal(f->block);
	CHECK_EQ(tier_table_decode(f->block, &f->super, 3, 1, &f->got_number, NULL),
		 TIER_FLAW_FIELD);
}

static void entries_are_checked(test_t *test)
{
	static const u64 right[] = {
		0,
		1ULL << 63,				/* member 0, its first extent */
		1ULL << 63 | 589,
		1ULL << 63 | 2ULL << 40 | 589,
		1ULL << 62,				/* pinned to level 0, no home */
		3ULL << 62 | 1ULL << 60 | 7,		/* mapped, and pinned to level 1 */
	};
	static const u64 wrong[] = {
		1,					/* not mapped, but a home */
		1ULL << 40,
		1ULL << 63 | 590,			/* the member is not that large */
		1ULL << 63 | 1ULL << 39,
		1ULL << 63 | 3ULL << 40,		/* no such member */
		1ULL << 63 | 255ULL << 40,
		1ULL << 60,				/* a level, but not pinned */
		1ULL << 63 | 1ULL << 61,
		1ULL << 62 | 2ULL << 60,		/* pinned to a level that is not there */
		1ULL << 62 | 3ULL << 60,
		~0ULL,
	};
	struct tier_super *super = fixture_super_new(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(right); i++)
		CHECK(tier_entry_check(right[i], super));
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		CHECK(!tier_entry_check(wrong[i], super));
	for (i = 48; i < 60; i++)			/* bits of the moment */
		CHECK(!tier_entry_check(1ULL << 63 | 1ULL << i, super));
}

static void every_flaw_has_a_text(test_t *test)
{
	int a, b;

	for (a = TIER_OK; a <= TIER_FLAW_FIELD; a++) {
		CHECK(tier_flaw_text(a) && *tier_flaw_text(a));
		for (b = TIER_OK; b < a; b++)
			CHECK(strcmp(tier_flaw_text(a), tier_flaw_text(b)));
	}
	CHECK(tier_flaw_text(TIER_FLAW_FIELD + 1));
	CHECK(tier_flaw_text((enum tier_flaw)-1));
}

#endif /* DM_TIER_TESTS_FORMAT_CASES_H */
