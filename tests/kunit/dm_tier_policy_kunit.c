// SPDX-License-Identifier: GPL-2.0
#include "../lib/policy_cases.h"

static struct kunit_case policy_cases[] = {
	KUNIT_CASE(no_config_that_cannot_be),
	KUNIT_CASE(hot_units_rise_and_a_new_hot_set_follows),
	KUNIT_CASE(a_steady_load_comes_to_rest),
	KUNIT_CASE(a_scan_displaces_little),
	KUNIT_CASE(the_cap_holds_at_each_step),
	KUNIT_CASE(pins_hold_and_pinned_below_stays_below),
	KUNIT_CASE(nothing_is_taken_while_suspended),
	KUNIT_CASE(homes_do_not_ping_pong),
	KUNIT_CASE(a_stay_is_served),
	KUNIT_CASE(a_forgotten_unit_is_gone_and_can_return),
	KUNIT_CASE(any_load_agrees_with_the_account),
	KUNIT_CASE(the_table_keeps_what_is_resident),
	KUNIT_CASE(worth_follows_how_lives_end),
	{}
};

static struct kunit_suite policy_suite = {
	.name = "dm_tier_policy",
	.test_cases = policy_cases,
};

kunit_test_suite(policy_suite);
