// SPDX-License-Identifier: GPL-2.0
#include "../lib/heat_cases.h"

static struct kunit_case heat_cases[] = {
	KUNIT_CASE(reads_and_writes_are_apart),
	KUNIT_CASE(heat_halves_and_ends),
	KUNIT_CASE(heat_is_full_and_not_over),
	KUNIT_CASE(a_late_record_changes_no_age),
	KUNIT_CASE(a_reboot_starts_warm),
	KUNIT_CASE(prices_as_of_the_disk),
	KUNIT_CASE(a_stream_is_known_by_its_address),
	{}
};

static struct kunit_suite heat_suite = {
	.name = "dm_tier_heat",
	.test_cases = heat_cases,
};

kunit_test_suite(heat_suite);
