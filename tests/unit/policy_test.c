// SPDX-License-Identifier: GPL-2.0
#include "../lib/policy_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(no_config_that_cannot_be, test_release),
		cmocka_unit_test_teardown(hot_units_rise_and_a_new_hot_set_follows, test_release),
		cmocka_unit_test_teardown(a_steady_load_comes_to_rest, test_release),
		cmocka_unit_test_teardown(a_scan_displaces_little, test_release),
		cmocka_unit_test_teardown(the_cap_holds_at_each_step, test_release),
		cmocka_unit_test_teardown(pins_hold_and_pinned_below_stays_below, test_release),
		cmocka_unit_test_teardown(nothing_is_taken_while_suspended, test_release),
		cmocka_unit_test_teardown(homes_do_not_ping_pong, test_release),
		cmocka_unit_test_teardown(a_stay_is_served, test_release),
		cmocka_unit_test_teardown(a_forgotten_unit_is_gone_and_can_return, test_release),
		cmocka_unit_test_teardown(any_load_agrees_with_the_account, test_release),
		cmocka_unit_test_teardown(the_table_keeps_what_is_resident, test_release),
		cmocka_unit_test_teardown(worth_follows_how_lives_end, test_release),
	};

	return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}
