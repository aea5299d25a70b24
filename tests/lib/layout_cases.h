/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/layout.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_LAYOUT_CASES_H
#define DM_TIER_TESTS_LAYOUT_CASES_H

#include "fixture.h"
#include "layout.h"

#define MIB		2048ULL		/* in sectors */
#define GIB		(1024 * MIB)
#define TIB		(1024 * GIB)
#define PIB		(1024 * TIB)

struct layout_fixture {
	struct tier_layout_member devs[DM_TIER_MAX_MEMBERS + 1];
	struct tier_layout_wish wish;
	struct tier_super super;
	struct tier_super got;
	unsigned int count;
	int culprit;
	u8 block[DM_TIER_BLOCK_SIZE];
	u8 again[DM_TIER_BLOCK_SIZE];
};

static inline struct layout_fixture *layout_new(test_t *test)
{
	struct layout_fixture *f = test_alloc(test, sizeof(*f));

	f->wish.logical_bytes = 512;
	return f;
}

static inline void layout_dev(struct layout_fixture *f, u8 level, u64 sectors)
{
	struct tier_layout_member *dev = &f->devs[f->count++];

	dev->sectors = sectors;
	dev->skew_bytes = 0;
	dev->logical_bytes = 512;
	dev->physical_bytes = 4096;
	dev->level = level;
}

static inline enum tier_layout_problem layout_plan(struct layout_fixture *f)
{
	/* What was there before must not show through. */
	memset(&f->super, 0xa5, sizeof(f->super));
	f->culprit = 99;
	return tier_layout_plan(f->devs, f->count, &f->wish, &f->super, &f->culprit);
}

/* Areas of one member, as the header promises them. */
static void layout_check_member(test_t *test, const struct layout_fixture *f, unsigned int i)
{
	const struct tier_member_info *member = &f->super.members[i];
	const struct tier_layout_member *dev = &f->devs[i];
	u64 align = dev->physical_bytes > 1048576 ? dev->physical_bytes : 1048576;
	u64 data_end = member->data_sector + member->extents * f->super.extent_sectors;
	u64 free_extents;

	CHECK_EQ(member->sectors, dev->sectors);
	CHECK_EQ(member->level, dev->level);
	CHECK_EQ(member->second_sector, (dev->sectors / 2048 - 1) * 2048);
	CHECK_EQ((member->data_sector * 512 + dev->skew_bytes) & (align - 1), 0);
	CHECK_EQ((member->data_sector * 512) & (dev->logical_bytes - 1), 0);
	if (member->copy == DM_TIER_NO_COPY) {
		CHECK_EQ(member->meta_sector, 0);
		CHECK_EQ(member->meta_blocks, 0);
		CHECK(member->data_sector >= 16);
		/* The first border that there is. */
		CHECK(member->data_sector < 16 + align / 512);
	} else {
		CHECK_EQ((member->meta_sector * 512 + dev->skew_bytes) & (align - 1), 0);
		CHECK(member->meta_sector >= 16 && member->meta_sector < 16 + align / 512);
		CHECK(member->meta_blocks >= 8 + f->super.journal_blocks +
					     2 * f->super.table_blocks);
		CHECK_EQ(member->meta_blocks & 255, 0);
		CHECK(member->data_sector >= member->meta_sector + member->meta_blocks * 8);
		CHECK(member->data_sector <
		      member->meta_sector + member->meta_blocks * 8 + align / 512);
	}
	CHECK(data_end <= member->second_sector);
	/* No extent more would have gone in, but for the rounding to 1 MiB. */
	free_extents = (member->second_sector - data_end) / f->super.extent_sectors;
	CHECK(free_extents * f->super.extent_sectors < MIB);
	CHECK(member->reserve_extents == 4 ||
	      (member->reserve_extents > 4 &&
	       member->reserve_extents == member->extents / 4096));
	CHECK(member->extents >= member->reserve_extents + 8);
	CHECK_EQ(tier_layout_overhead_sectors(member, f->super.extent_sectors),
		 member->sectors - member->extents * f->super.extent_sectors);
}

/* All that holds for every plan. */
static void layout_check(test_t *test, struct layout_fixture *f)
{
	struct tier_super *super = &f->super;
	u64 smallest = ~0ULL, room = 0, sectors, journal;
	unsigned int i, copies = 0, levels = 0;

	CHECK_EQ(f->culprit, -1);
	CHECK_EQ(super->members_count, f->count);
	CHECK_EQ(super->logical_bytes, f->wish.logical_bytes);
	CHECK_EQ(super->physical_bytes, 4096);
	for (i = 0; i < f->count; i++) {
		layout_check_member(test, f, i);
		room += super->members[i].extents - super->members[i].reserve_extents;
		levels |= 1 << f->devs[i].level;
		if (super->members[i].copy == DM_TIER_NO_COPY)
			continue;
		copies |= 1 << super->members[i].copy;
		if (f->devs[i].sectors < smallest)
			smallest = f->devs[i].sectors;
	}
	CHECK_EQ((1 << super->levels_count) - 1, levels);
	CHECK_EQ(super->copies_valid, copies);
	CHECK_EQ(copies, f->count > 1 ? 3 : 1);

	sectors = super->extents * super->extent_sectors;
	CHECK_EQ(sectors & (MIB - 1), 0);
	CHECK(super->extents <= room);
	if (f->wish.max_sectors) {
		CHECK(sectors >= f->wish.max_sectors);
		CHECK(sectors - f->wish.max_sectors < MIB ||
		      sectors - f->wish.max_sectors < super->extent_sectors);
	} else {
		CHECK((room - super->extents) * super->extent_sectors < MIB);
	}
	/* A bit more table than is needed, but not much. */
	CHECK(super->table_blocks >= tier_table_blocks(super->extents));
	journal = smallest / 8 / 1024;
	journal = journal > 1024 ? 1024 : journal < 64 ? 64 : journal;
	CHECK_EQ(super->journal_blocks, journal);

	/* The decoder takes whatever we plan, and reads it back. */
	super->generation = 1;
	super->compat = 0;
	super->ro_compat = 0;
	super->incompat = 0;
	super->absent = 0;
	super->created = 0;
	super->member_index = (u16)(f->count - 1);
	memset(super->uuid, 1, sizeof(super->uuid));
	memset(super->name, 0, sizeof(super->name));
	memset(super->label, 0, sizeof(super->label));
	for (i = 0; i < f->count; i++)
		memset(super->members[i].uuid, 2 + (int)i, sizeof(super->members[i].uuid));
	tier_super_encode(super, DM_TIER_SUPER_SECTOR, f->block);
	CHECK_EQ(tier_super_decode(f->block, DM_TIER_SUPER_SECTOR, &f->got), TIER_OK);
	tier_super_encode(&f->got, DM_TIER_SUPER_SECTOR, f->again);
	CHECK(!memcmp(f->block, f->again, sizeof(f->block)));
}

/* Of the member that gives most. */
static u64 layout_overhead(const struct layout_fixture *f)
{
	u64 most = 0, sectors;
	unsigned int i;

	for (i = 0; i < f->count; i++) {
		sectors = tier_layout_overhead_sectors(&f->super.members[i],
						       f->super.extent_sectors);
		if (sectors > most)
			most = sectors;
	}
	return most;
}

static void extent_size_follows_the_volume(test_t *test)
{
	CHECK_EQ(tier_layout_extent_sectors(0), 2048);
	CHECK_EQ(tier_layout_extent_sectors(GIB), 2048);
	CHECK_EQ(tier_layout_extent_sectors(16 * TIB), 2048);
	CHECK_EQ(tier_layout_extent_sectors(16 * TIB + 1), 4096);
	CHECK_EQ(tier_layout_extent_sectors(32 * TIB), 4096);
	CHECK_EQ(tier_layout_extent_sectors(60 * TIB), 8192);
	CHECK_EQ(tier_layout_extent_sectors(512 * TIB), 65536);
	CHECK_EQ(tier_layout_extent_sectors(512 * TIB + 1), 131072);
	CHECK_EQ(tier_layout_extent_sectors(PIB), 131072);
	CHECK_EQ(tier_layout_extent_sectors(2 * PIB), 131072);
	CHECK_EQ(tier_layout_extent_sectors(~0ULL), 131072);
}

/* Numbers by hand, once. */
static void two_levels_by_hand(test_t *test)
{
	struct layout_fixture *f = layout_new(test);
	const struct tier_member_info *fast = &f->super.members[0];
	const struct tier_member_info *slow = &f->super.members[1];
	unsigned int i;

	layout_dev(f, 0, 8 * GIB + 5);
	layout_dev(f, 1, 100 * GIB);
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.extent_sectors, 2048);
	CHECK_EQ(f->super.journal_blocks, 1024);
	/* 108 Gi extents and 5 sectors: 110593 entries, in blocks of 504 */
	CHECK_EQ(f->super.table_blocks, 220);
	/* 8 + 1024 + 440 blocks, that is 5.75 MiB, in whole MiB */
	CHECK_EQ(fast->meta_blocks, 6 * 256);
	CHECK_EQ(fast->meta_sector, MIB);
	CHECK_EQ(fast->data_sector, 7 * MIB);
	CHECK_EQ(fast->second_sector, 8191 * MIB);
	CHECK_EQ(fast->extents, 8191 - 7);
	CHECK_EQ(fast->reserve_extents, 4);
	CHECK_EQ(fast->copy, 0);
	CHECK_EQ(slow->copy, 1);
	CHECK_EQ(slow->data_sector, 7 * MIB);
	CHECK_EQ(slow->extents, 102400 - 8);
	CHECK_EQ(slow->reserve_extents, (102400 - 8) / 4096);
	CHECK_EQ(f->super.extents, 8184 - 4 + 102392 - 24);
	for (i = 2; i < DM_TIER_MAX_MEMBERS; i++)
		CHECK_EQ(f->super.members[i].sectors, 0);
}

static void copies_go_to_the_first_and_the_last_level(test_t *test)
{
	struct layout_fixture *f = layout_new(test);
	unsigned int i;

	/* In any order: level 2 0 1 0 2 */
	layout_dev(f, 2, GIB);
	layout_dev(f, 0, GIB);
	layout_dev(f, 1, GIB);
	layout_dev(f, 0, GIB);
	layout_dev(f, 2, GIB);
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].copy, 1);
	CHECK_EQ(f->super.members[1].copy, 0);
	for (i = 2; i < 5; i++)
		CHECK_EQ(f->super.members[i].copy, DM_TIER_NO_COPY);

	/* One level: the first two. */
	for (i = 0; i < f->count; i++)
		f->devs[i].level = 0;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].copy, 0);
	CHECK_EQ(f->super.members[1].copy, 1);
	CHECK_EQ(f->super.members[2].copy, DM_TIER_NO_COPY);

	/* One member: one copy. */
	f->count = 1;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].copy, 0);
	CHECK_EQ(f->super.copies_valid, 1);
}

/* A partition of the old kind begins at sector 63: its data must lie on borders of the medium. */
static void skewed_members_are_put_right(test_t *test)
{
	struct layout_fixture *f = layout_new(test);

	layout_dev(f, 0, GIB);
	layout_dev(f, 1, GIB);
	f->devs[0].skew_bytes = 63 * 512;
	f->devs[1].skew_bytes = 3584;
	f->devs[1].physical_bytes = 8192;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].meta_sector, 2048 - 63);

	/* The border is right behind the superblock; 512 bytes more, and it would be on it. */
	f->devs[0].skew_bytes = 1048576 - 8192;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].meta_sector, 16);
	f->devs[0].skew_bytes += 512;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].meta_sector, 16 - 1 + 2048);

	/* A physical block of 4 MiB, and a skew of more than one of them. */
	f->devs[0].physical_bytes = 4 << 20;
	f->devs[0].skew_bytes = (9 << 20) + 512;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(f->super.members[0].meta_sector, 3 * 2048 - 1);

	/* Sectors of 4096 bytes cannot be cut: nothing can be put right. */
	f->wish.logical_bytes = 4096;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_MISALIGNED);
	CHECK_EQ(f->culprit, 0);
	f->devs[0].skew_bytes = 9 << 20;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_MISALIGNED);
	CHECK_EQ(f->culprit, 1);
	f->devs[1].logical_bytes = 4096;
	f->devs[1].skew_bytes = 63 * 4096;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
}

/* What the volume shows and what its members are does not hang together: all of them mix. */
static void sectors_of_members_mix(test_t *test)
{
	static const struct { u32 logical, physical; } sizes[] = {
		{ 512, 512 }, { 512, 4096 }, { 4096, 4096 }, { 512, 8192 }, { 1024, 2048 },
	};
	struct layout_fixture *f = layout_new(test);
	unsigned int fast, slow, shown;

	layout_dev(f, 0, GIB);
	layout_dev(f, 1, GIB);
	for (shown = 512; shown <= 4096; shown *= 8)
		for (fast = 0; fast < ARRAY_SIZE(sizes); fast++)
			for (slow = 0; slow < ARRAY_SIZE(sizes); slow++) {
				f->wish.logical_bytes = shown;
				f->devs[0].logical_bytes = sizes[fast].logical;
				f->devs[0].physical_bytes = sizes[fast].physical;
				f->devs[1].logical_bytes = sizes[slow].logical;
				f->devs[1].physical_bytes = sizes[slow].physical;
				CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
				layout_check(test, f);
			}

	/* Sectors of the member, or of the volume, that a data area cannot cut. */
	f->wish.logical_bytes = 512;
	f->devs[1].logical_bytes = 4096;
	f->devs[1].physical_bytes = 8192;
	f->devs[1].skew_bytes = 3 * 4096;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	f->devs[1].skew_bytes += 512;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_MISALIGNED);
	CHECK_EQ(f->culprit, 1);
	f->devs[1].logical_bytes = 512;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	CHECK_EQ(tier_layout_step_bytes(512, 512), 512);
	CHECK_EQ(tier_layout_step_bytes(4096, 512), 4096);
	CHECK_EQ(tier_layout_step_bytes(512, 4096), 4096);
}

static void problems_name_the_culprit(test_t *test)
{
	struct layout_fixture *f = layout_new(test);

	layout_dev(f, 0, GIB);
	layout_dev(f, 1, GIB);
	layout_dev(f, 1, GIB);

	f->devs[2].logical_bytes = 8192;
	f->devs[2].physical_bytes = 8192;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_SECTOR);
	CHECK_EQ(f->culprit, 2);
	f->wish.logical_bytes = 4096;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_SECTOR);
	CHECK_EQ(f->culprit, 2);
	f->devs[2].logical_bytes = 4096;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);

	f->devs[1].sectors = 10 * MIB;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_TOO_SMALL);
	CHECK_EQ(f->culprit, 1);
	f->devs[1].sectors = 0;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_TOO_SMALL);
	f->devs[1].sectors = GIB;

	f->devs[1].level = 2;	/* level 1 has still the other one */
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	f->devs[2].level = 2;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	CHECK_EQ(f->culprit, -1);
	f->devs[2].level = 4;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	CHECK_EQ(f->culprit, 2);
}

static void bogus_numbers_are_refused(test_t *test)
{
	static const u32 wrong_extents[] = { 1, 64, 127, 129, 2047, 262144, ~0U };
	static const u32 wrong_logicals[] = { 0, 1, 256, 511, 513, 3072, ~0U };
	static const u32 wrong_physicals[] = { 0, 256, 513, 4097, 12288, ~0U };
	struct layout_fixture *f = layout_new(test);
	unsigned int i;

	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);	/* no member */
	layout_dev(f, 0, GIB);
	for (i = 0; i < ARRAY_SIZE(wrong_extents); i++) {
		f->wish.extent_sectors = wrong_extents[i];
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
		CHECK_EQ(f->culprit, -1);
	}
	f->wish.extent_sectors = 0;
	for (i = 0; i < ARRAY_SIZE(wrong_logicals); i++) {
		f->devs[0].logical_bytes = wrong_logicals[i];
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
		CHECK_EQ(f->culprit, 0);
		f->devs[0].logical_bytes = 512;
		f->wish.logical_bytes = wrong_logicals[i];
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
		f->wish.logical_bytes = 512;
	}
	for (i = 1024; i <= 8192; i = i == 2048 ? 8192 : i * 2) {
		f->wish.logical_bytes = i;	/* members may have it, volumes not */
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	}
	f->wish.logical_bytes = 512;
	for (i = 0; i < ARRAY_SIZE(wrong_physicals); i++) {
		f->devs[0].physical_bytes = wrong_physicals[i];
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
		CHECK_EQ(f->culprit, 0);
	}
	f->devs[0].physical_bytes = 4096;
	f->devs[0].sectors = ~0ULL;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	f->devs[0].sectors = (1ULL << 54) + 1;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	f->devs[0].sectors = 1ULL << 54;
	f->wish.extent_sectors = 128;	/* 2^47 extents: more than an entry can say */
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	f->wish.extent_sectors = 131072;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);

	/* Too many. */
	f->wish.extent_sectors = 0;
	for (f->count = 0; f->count < DM_TIER_MAX_MEMBERS;)
		layout_dev(f, 0, GIB);
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
	layout_dev(f, 0, GIB);
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);

	/* Each may be that large, but the volume not. */
	for (f->count = 0; f->count < DM_TIER_MAX_MEMBERS;)
		layout_dev(f, 0, 1ULL << 54);
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_RANGE);
	f->wish.max_sectors = (1ULL << 54) + 1;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_SIZE);
	f->wish.max_sectors = 1ULL << 54;
	CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
	layout_check(test, f);
}

static void wished_sizes_are_kept(test_t *test)
{
	static const u64 wishes[] = { 1, 128, 2047, 2048, 2049, 5 * MIB + 1, GIB, 15 * GIB };
	struct layout_fixture *f = layout_new(test);
	unsigned int i, extent_sectors;
	u64 all;

	layout_dev(f, 0, 8 * GIB);
	layout_dev(f, 1, 8 * GIB);
	for (extent_sectors = 128; extent_sectors <= 131072; extent_sectors *= 2) {
		f->wish.extent_sectors = extent_sectors;
		for (i = 0; i < ARRAY_SIZE(wishes); i++) {
			f->wish.max_sectors = wishes[i];
			CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
			layout_check(test, f);
		}
		f->wish.max_sectors = 0;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
		layout_check(test, f);
		/* As much as there is, to the last extent; then no more. */
		all = f->super.extents * extent_sectors;
		f->wish.max_sectors = all - 1;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
		layout_check(test, f);
		f->wish.max_sectors = 16 * GIB;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_SIZE);
		CHECK_EQ(f->culprit, -1);
		f->wish.max_sectors = ~0ULL;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_SIZE);
		f->wish.max_sectors = 1ULL << 63;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_SIZE);
	}
}

/* The smallest member that will do, and one unit less. */
static void just_large_enough(test_t *test)
{
	struct layout_fixture *f = layout_new(test);
	u64 sectors, extents;

	for (extents = 128; extents <= 131072; extents *= 2) {
		f->count = 0;
		f->wish.extent_sectors = (u32)extents;
		layout_dev(f, 0, 0);
		for (sectors = 0; layout_plan(f) != TIER_LAYOUT_OK; sectors += MIB) {
			CHECK(sectors < 20 * extents + 20 * MIB);
			f->devs[0].sectors = sectors + MIB;
		}
		layout_check(test, f);
		CHECK(f->super.members[0].extents - f->super.members[0].reserve_extents >= 8);
		CHECK((f->super.members[0].extents - 4) * extents >= MIB);
		CHECK(f->super.members[0].extents < 12 + (extents < MIB ? 2 * MIB / extents : 1));
		f->devs[0].sectors--;
		CHECK_EQ(layout_plan(f), TIER_LAYOUT_TOO_SMALL);
		CHECK_EQ(f->culprit, 0);
	}
}

static void large_volumes_cost_little(test_t *test)
{
	static const u64 sizes[] = { 8 * GIB, 18 * TIB, 60 * TIB, 64 * TIB };
	struct layout_fixture *f = layout_new(test);
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		f->count = 0;
		for (k = 0; k < DM_TIER_MAX_MEMBERS; k++) {
			layout_dev(f, k % DM_TIER_MAX_LEVELS, sizes[i] + k * 12345);
			CHECK_EQ(layout_plan(f), TIER_LAYOUT_OK);
			layout_check(test, f);
			CHECK(layout_overhead(f) * 200 < sizes[i]);
		}
	}
	/* 1 PiB; the map then takes 128 MiB of memory, and a metadata area some 262 MiB. */
	CHECK(f->super.extents * f->super.extent_sectors > PIB - PIB / 1000);
	CHECK_EQ(f->super.extent_sectors, 131072);
	CHECK(f->super.members[0].meta_blocks * 8 < 300 * MIB);
}

static void random_plans_hold(test_t *test)
{
	struct layout_fixture *f = layout_new(test);
	unsigned int round, i, planned = 0, members;
	u64 seed = 11, sectors;
	u32 logical;

	for (round = 0; round < ROUNDS(20000, 500); round++) {
		f->count = 0;
		f->wish.logical_bytes = fixture_below(&seed, 2) ? 512 : 4096;
		f->wish.extent_sectors = fixture_below(&seed, 2) ? 0 :
					 128U << fixture_below(&seed, 11);
		f->wish.max_sectors = fixture_below(&seed, 4) ? 0 :
				      fixture_random(&seed) >> (30 + fixture_below(&seed, 30));
		members = 1 + fixture_below(&seed, DM_TIER_MAX_MEMBERS);
		for (i = 0; i < members; i++) {
			sectors = fixture_random(&seed) >> (17 + fixture_below(&seed, 30));
			logical = 512 << fixture_below(&seed, 4);
			layout_dev(f, i % (1 + fixture_below(&seed, 4)), sectors);
			f->devs[i].logical_bytes = logical;
			f->devs[i].physical_bytes = logical << fixture_below(&seed, 5);
			if (!fixture_below(&seed, 20))
				f->devs[i].physical_bytes = logical << fixture_below(&seed, 16);
			f->devs[i].skew_bytes =
				(u64)tier_layout_step_bytes(logical, f->wish.logical_bytes) *
				fixture_below(&seed, 1 << 20);
		}
		if (layout_plan(f) != TIER_LAYOUT_OK) {
			CHECK(f->culprit >= -1 && f->culprit < (int)f->count);
			continue;
		}
		layout_check(test, f);
		planned++;
	}
	CHECK(planned > round / 10);
}

#endif /* DM_TIER_TESTS_LAYOUT_CASES_H */
