// SPDX-License-Identifier: GPL-2.0
#include "../lib/space_cases.h"

static struct kunit_case space_cases[] = {
	KUNIT_CASE(words_for_any_size),
	KUNIT_CASE(take_and_give_once),
	KUNIT_CASE(alloc_goes_on_from_the_hint),
	KUNIT_CASE(alloc_never_gives_what_does_not_exist),
	KUNIT_CASE(random_use_agrees_with_a_plain_array),
	{}
};

static struct kunit_suite space_suite = {
	.name = "dm_tier_space",
	.test_cases = space_cases,
};

kunit_test_suite(space_suite);
