// SPDX-License-Identifier: GPL-2.0
#include "../lib/sector_cases.h"

static struct kunit_case sector_cases[] = {
	KUNIT_CASE(a_span_is_what_was_given),
	KUNIT_CASE(every_small_span_adds_up),
	KUNIT_CASE(every_large_span_adds_up),
	KUNIT_CASE(partial_blocks_are_told),
	KUNIT_CASE(pieces_keep_parts_of_blocks_alone),
	KUNIT_CASE(blocks_have_borders),
	{}
};

static struct kunit_suite sector_suite = {
	.name = "dm_tier_sector",
	.test_cases = sector_cases,
};

kunit_test_suite(sector_suite);

MODULE_DESCRIPTION("KUnit tests for the pure code of dm-tier");
MODULE_LICENSE("GPL");
