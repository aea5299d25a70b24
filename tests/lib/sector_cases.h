/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/sector.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_SECTOR_CASES_H
#define DM_TIER_TESTS_SECTOR_CASES_H

#include "fixture.h"
#include "sector.h"

static void a_span_is_what_was_given(test_t *test)
{
	static const struct {
		u64 sector, sectors;
		struct tier_span span;
	} cases[] = {	/* extents of 16 sectors */
		{ 0, 0, { 0 } },
		{ 7, 0, { 0 } },
		{ 0, 16, { .first = 0, .count = 1 } },
		{ 16, 48, { .first = 1, .count = 3 } },
		{ 0, 1, { .head_sector = 0, .head_sectors = 1 } },
		{ 0, 15, { .head_sector = 0, .head_sectors = 15 } },
		{ 17, 15, { .head_sector = 17, .head_sectors = 15 } },
		{ 31, 1, { .head_sector = 31, .head_sectors = 1 } },
		{ 18, 3, { .head_sector = 18, .head_sectors = 3 } },
		{ 31, 2, { .head_sector = 31, .head_sectors = 1,
			   .tail_sector = 32, .tail_sectors = 1 } },
		{ 16, 17, { .first = 1, .count = 1, .tail_sector = 32, .tail_sectors = 1 } },
		{ 15, 17, { .head_sector = 15, .head_sectors = 1, .first = 1, .count = 1 } },
		{ 15, 50, { .head_sector = 15, .head_sectors = 1, .first = 1, .count = 3,
			    .tail_sector = 64, .tail_sectors = 1 } },
	};
	struct tier_span span;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		span = tier_span_cut(cases[i].sector, cases[i].sectors, 4);
		CHECK(!memcmp(&span, &cases[i].span, sizeof(span)));
	}
}

static void span_check(test_t *test, u64 sector, u64 sectors, unsigned int shift)
{
	struct tier_span span = tier_span_cut(sector, sectors, shift);
	u64 size = 1ULL << shift;
	u64 at = sector;

	/* Sums of numbers that ran over may well be right again. */
	CHECK(span.head_sectors <= sectors && span.tail_sectors <= sectors);
	CHECK(span.count <= sectors >> shift);
	CHECK_EQ(span.head_sectors + span.count * size + span.tail_sectors, sectors);
	if (span.head_sectors) {
		CHECK_EQ(span.head_sector, at);
		CHECK_EQ(span.head_sector >> shift,
			 (span.head_sector + span.head_sectors - 1) >> shift);
		CHECK(span.head_sectors < size);
		at += span.head_sectors;
	}
	if (span.count) {
		CHECK_EQ(span.first << shift, at);
		at += span.count << shift;
	}
	if (span.tail_sectors) {
		CHECK(span.head_sectors || span.count);
		CHECK_EQ(span.tail_sector, at);
		CHECK_EQ(at & (size - 1), 0);
		CHECK(span.tail_sectors < size);
		at += span.tail_sectors;
	}
	CHECK_EQ(at, sector + sectors);
	/* Head and tail together are no whole extent that was overlooked. */
	if (span.head_sectors && !span.count && !span.tail_sectors)
		CHECK_EQ(sector >> shift, (sector + sectors - 1) >> shift);
}

static void every_small_span_adds_up(test_t *test)
{
	u64 sector, sectors;

	for (sector = 0; sector < 40; sector++)
		for (sectors = 0; sectors < 60; sectors++)
			span_check(test, sector, sectors, 3);
}

/* Up to the last sectors that there can be: nothing runs over. */
static void every_large_span_adds_up(test_t *test)
{
	u64 sector, sectors, seed = 3;
	unsigned int i, shift;

	for (i = 0; i < ROUNDS(200000, 5000); i++) {
		shift = 7 + fixture_below(&seed, 11);
		sector = fixture_random(&seed) >> fixture_below(&seed, 60);
		sectors = fixture_random(&seed) >> fixture_below(&seed, 64);
		if (sectors > ~0ULL - sector)
			sectors = ~0ULL - sector;
		span_check(test, sector, sectors, shift);
	}
	span_check(test, ~0ULL - 10, 10, 17);
	span_check(test, 0, ~0ULL, 17);
	span_check(test, 1, ~0ULL - 1, 7);
}

static void partial_blocks_are_told(test_t *test)
{
	CHECK(!tier_sector_misaligned(0, 8));
	CHECK(!tier_sector_misaligned(8, 0));
	CHECK(!tier_sector_misaligned(1ULL << 40, 1ULL << 20));
	CHECK(tier_sector_misaligned(1, 8));
	CHECK(tier_sector_misaligned(1, 7));
	CHECK(tier_sector_misaligned(8, 7));
	CHECK(tier_sector_misaligned(4, 4));
	CHECK(tier_sector_misaligned(~0ULL - 8, 8));
	CHECK(tier_sector_sub_block(1));
	CHECK(tier_sector_sub_block(7));
	CHECK(!tier_sector_sub_block(8));
	CHECK(!tier_sector_sub_block(9));
}

/* As the target does it: what is left over comes again. */
static void pieces_keep_parts_of_blocks_alone(test_t *test)
{
	u64 start, sector, bases[] = { 0, 1ULL << 40, 0 - 256ULL };
	u32 sectors, left, piece;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		for (start = bases[i]; start < bases[i] + 16; start++) {
			for (sectors = 1; sectors < 60; sectors++) {
				for (sector = start, left = sectors; left; sector += piece, left -= piece) {
					piece = tier_sector_piece(sector, left);
					CHECK(piece && piece <= left);
					if (tier_sector_misaligned(sector, piece))
						CHECK_EQ(sector / 8, (sector + piece - 1) / 8);
					else
						CHECK_EQ(piece, left & ~7U);
				}
			}
		}
	}
	CHECK_EQ(tier_sector_piece(7, 0xffffffff), 1);
	CHECK_EQ(tier_sector_piece(8, 0xffffffff), 0xfffffff8);
}

static void blocks_have_borders(test_t *test)
{
	CHECK_EQ(tier_sector_block_start(0), 0);
	CHECK_EQ(tier_sector_block_start(7), 0);
	CHECK_EQ(tier_sector_block_start((1ULL << 50) + 9), (1ULL << 50) + 8);
	CHECK_EQ(tier_sector_block_end(0), 0);
	CHECK_EQ(tier_sector_block_end(1), 8);
	CHECK_EQ(tier_sector_block_end(8), 8);
	CHECK_EQ(tier_sector_block_end((1ULL << 50) + 1), (1ULL << 50) + 8);
}

#endif /* DM_TIER_TESTS_SECTOR_CASES_H */
