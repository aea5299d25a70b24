// SPDX-License-Identifier: GPL-2.0
#include "../lib/format_cases.h"

static struct kunit_case format_cases[] = {
	KUNIT_CASE(every_kind_is_told_from_every_other),
	KUNIT_CASE(every_flipped_bit_is_seen),
	KUNIT_CASE(every_torn_block_is_seen),
	KUNIT_CASE(place_and_volume_are_told),
	KUNIT_CASE(reserved_bytes_are_zero),
	KUNIT_CASE(super_round_trip),
	KUNIT_CASE(super_fields_are_checked),
	KUNIT_CASE(super_fields_may_go_to_their_limits),
	KUNIT_CASE(super_sizes_are_whole_units),
	KUNIT_CASE(super_is_not_larger_than_any_device),
	KUNIT_CASE(super_version_and_features),
	KUNIT_CASE(checkpoint_round_trip),
	KUNIT_CASE(checkpoint_fields_are_checked),
	KUNIT_CASE(journal_round_trip),
	KUNIT_CASE(journal_fields_are_checked),
	KUNIT_CASE(table_round_trip),
	KUNIT_CASE(table_fields_are_checked),
	KUNIT_CASE(entries_are_checked),
	KUNIT_CASE(every_flaw_has_a_text),
	{}
};

static struct kunit_suite format_suite = {
	.name = "dm_tier_format",
	.test_cases = format_cases,
};

kunit_test_suite(format_suite);
