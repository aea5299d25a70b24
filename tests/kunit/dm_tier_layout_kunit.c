// SPDX-License-Identifier: GPL-2.0
#include "../lib/layout_cases.h"

static struct kunit_case layout_cases[] = {
	KUNIT_CASE(extent_size_follows_the_volume),
	KUNIT_CASE(two_levels_by_hand),
	KUNIT_CASE(copies_go_to_the_first_and_the_last_level),
	KUNIT_CASE(skewed_members_are_put_right),
	KUNIT_CASE(sectors_of_members_mix),
	KUNIT_CASE(problems_name_the_culprit),
	KUNIT_CASE(bogus_numbers_are_refused),
	KUNIT_CASE(wished_sizes_are_kept),
	KUNIT_CASE(just_large_enough),
	KUNIT_CASE(large_volumes_cost_little),
	KUNIT_CASE(random_plans_hold),
	{}
};

static struct kunit_suite layout_suite = {
	.name = "dm_tier_layout",
	.test_cases = layout_cases,
};

kunit_test_suite(layout_suite);
