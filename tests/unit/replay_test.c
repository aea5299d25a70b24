// SPDX-License-Identifier: GPL-2.0
#include "../lib/replay_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_new_volume_is_empty, test_release),
		cmocka_unit_test_teardown(work_and_closing_are_found_again, test_release),
		cmocka_unit_test_teardown(any_buffer_will_do, test_release),
		cmocka_unit_test_teardown(nobody_has_to_listen, test_release),
		cmocka_unit_test_teardown(a_crash_at_any_write_loses_nothing, test_release),
		cmocka_unit_test_teardown(many_lives_lose_nothing, test_release),
		cmocka_unit_test_teardown(many_lives_of_one_copy_lose_nothing, test_release),
		cmocka_unit_test_teardown(a_full_ring_is_replayed_whole, test_release),
		cmocka_unit_test_teardown(leftovers_of_another_epoch_are_ignored, test_release),
		cmocka_unit_test_teardown(the_epoch_is_looked_at, test_release),
		cmocka_unit_test_teardown(a_hole_in_the_journal_is_found, test_release),
		cmocka_unit_test_teardown(transactions_must_be_well_formed, test_release),
		cmocka_unit_test_teardown(a_ring_gone_round_is_found, test_release),
		cmocka_unit_test_teardown(nothing_may_follow_a_clean_checkpoint, test_release),
		cmocka_unit_test_teardown(a_lost_checkpoint_is_made_up_for_or_found, test_release),
		cmocka_unit_test_teardown(a_lost_table_block_is_found, test_release),
		cmocka_unit_test_teardown(a_base_that_was_passed_may_be_lost, test_release),
		cmocka_unit_test_teardown(a_torn_head_must_be_ours, test_release),
		cmocka_unit_test_teardown(a_stale_copy_is_found_and_not_used, test_release),
		cmocka_unit_test_teardown(a_home_used_twice_is_found, test_release),
		cmocka_unit_test_teardown(counts_of_a_clean_checkpoint_are_compared, test_release),
		cmocka_unit_test_teardown(what_cannot_be_read_is_read_from_the_other_copy,
					  test_release),
		cmocka_unit_test_teardown(a_journal_that_fades_away_is_found, test_release),
		cmocka_unit_test_teardown(the_next_checkpoint_spares_the_last_one, test_release),
		cmocka_unit_test_teardown(every_finding_has_a_text, test_release),
	};

	return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
