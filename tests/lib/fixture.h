/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A small volume to test with, random numbers that are the same in every run, and access to raw
 * blocks.
 */
#ifndef DM_TIER_TESTS_FIXTURE_H
#define DM_TIER_TESTS_FIXTURE_H

#include "check.h"
#include "format.h"
#include "map.h"

#define FIXTURE_EXTENTS		1500	/* three table blocks, the last one not full */
#define FIXTURE_JOURNAL		64
#define FIXTURE_DATA_EXTENTS	590

/* xorshift64*, good enough to shake things. */
static inline u64 fixture_random(u64 *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1dULL;
}

static inline u32 fixture_below(u64 *state, u32 limit)
{
	return (u32)((fixture_random(state) >> 32) * limit >> 32);
}

static inline void fixture_member(struct tier_member_info *member, unsigned int nr, u8 level,
				  u8 copy)
{
	memset(member, 0, sizeof(*member));
	memset(member->uuid, 0xa0 + (int)nr, sizeof(member->uuid));
	member->sectors = 600 * DM_TIER_UNIT_SECTORS + 77;
	member->second_sector = 599 * DM_TIER_UNIT_SECTORS;
	member->data_sector = DM_TIER_UNIT_SECTORS;
	member->extents = FIXTURE_DATA_EXTENTS;
	member->reserve_extents = 4;
	member->level = level;
	member->copy = copy;
	if (copy != DM_TIER_NO_COPY) {
		member->meta_sector = DM_TIER_UNIT_SECTORS;
		member->meta_blocks = DM_TIER_UNIT_SECTORS / DM_TIER_BLOCK_SECTORS;
		member->data_sector += DM_TIER_UNIT_SECTORS;
	}
}

/* Three members on two levels, two copies of the metadata. */
static inline void fixture_super(struct tier_super *super)
{
	memset(super, 0, sizeof(*super));
	memcpy(super->uuid, "0123456789abcdef", DM_TIER_UUID_SIZE);
	super->generation = 7;
	super->copies_valid = 3;
	super->compat = 0x8000000000000001ULL;
	super->member_index = 1;
	super->members_count = 3;
	super->levels_count = 2;
	super->extent_sectors = 2048;
	super->logical_bytes = 512;
	super->physical_bytes = 4096;
	super->journal_blocks = FIXTURE_JOURNAL;
	super->extents = FIXTURE_EXTENTS;
	super->table_blocks = 3;
	super->created = 1234567890;
	strcpy(super->name, "vol");
	strcpy(super->label, "a label");
	fixture_member(&super->members[0], 0, 0, 0);
	fixture_member(&super->members[1], 1, 1, 1);
	fixture_member(&super->members[2], 2, 1, DM_TIER_NO_COPY);
}

static inline struct tier_super *fixture_super_new(test_t *test)
{
	struct tier_super *super = test_alloc(test, sizeof(*super));

	fixture_super(super);
	return super;
}

static inline u8 *fixture_block_new(test_t *test)
{
	return test_alloc(test, DM_TIER_BLOCK_SIZE);
}

/* Make the checksum right again, as somebody would who forges a block. */
static inline void fixture_seal(void *block)
{
	struct dm_tier_block_header *header = block;

	header->csum = cpu_to_le32(~tier_crc32c(~0u, (u8 *)block + 4, DM_TIER_BLOCK_SIZE - 4));
}

/* Overwrite a little endian number of @width bytes. */
static inline void fixture_poke(void *block, unsigned int offset, unsigned int width, u64 value)
{
	u8 *bytes = (u8 *)block + offset;

	while (width--) {
		*bytes++ = (u8)value;
		value >>= 8;
	}
}

#endif /* DM_TIER_TESTS_FIXTURE_H */
