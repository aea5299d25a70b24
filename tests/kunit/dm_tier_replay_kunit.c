// SPDX-License-Identifier: GPL-2.0
#include "../lib/replay_cases.h"

static struct kunit_case replay_cases[] = {
	KUNIT_CASE(a_new_volume_is_empty),
	KUNIT_CASE(work_and_closing_are_found_again),
	KUNIT_CASE(any_buffer_will_do),
	KUNIT_CASE(nobody_has_to_listen),
	KUNIT_CASE(a_crash_at_any_write_loses_nothing),
	KUNIT_CASE(many_lives_lose_nothing),
	KUNIT_CASE(many_lives_of_one_copy_lose_nothing),
	KUNIT_CASE(a_full_ring_is_replayed_whole),
	KUNIT_CASE(leftovers_of_another_epoch_are_ignored),
	KUNIT_CASE(the_epoch_is_looked_at),
	KUNIT_CASE(a_hole_in_the_journal_is_found),
	KUNIT_CASE(transactions_must_be_well_formed),
	KUNIT_CASE(a_ring_gone_round_is_found),
	KUNIT_CASE(nothing_may_follow_a_clean_checkpoint),
	KUNIT_CASE(a_lost_checkpoint_is_made_up_for_or_found),
	KUNIT_CASE(a_lost_table_block_is_found),
	KUNIT_CASE(a_base_that_was_passed_may_be_lost),
	KUNIT_CASE(a_torn_head_must_be_ours),
	KUNIT_CASE(a_stale_copy_is_found_and_not_used),
	KUNIT_CASE(a_home_used_twice_is_found),
	KUNIT_CASE(counts_of_a_clean_checkpoint_are_compared),
	KUNIT_CASE(what_cannot_be_read_is_read_from_the_other_copy),
	KUNIT_CASE(a_journal_that_fades_away_is_found),
	KUNIT_CASE(the_next_checkpoint_spares_the_last_one),
	KUNIT_CASE(every_finding_has_a_text),
	{}
};

static struct kunit_suite replay_suite = {
	.name = "dm_tier_replay",
	.test_cases = replay_cases,
};

kunit_test_suite(replay_suite);
