// SPDX-License-Identifier: GPL-2.0
#include "../lib/layout_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(extent_size_follows_the_volume, test_release),
		cmocka_unit_test_teardown(two_levels_by_hand, test_release),
		cmocka_unit_test_teardown(copies_go_to_the_first_and_the_last_level, test_release),
		cmocka_unit_test_teardown(skewed_members_are_put_right, test_release),
		cmocka_unit_test_teardown(sectors_of_members_mix, test_release),
		cmocka_unit_test_teardown(problems_name_the_culprit, test_release),
		cmocka_unit_test_teardown(bogus_numbers_are_refused, test_release),
		cmocka_unit_test_teardown(wished_sizes_are_kept, test_release),
		cmocka_unit_test_teardown(just_large_enough, test_release),
		cmocka_unit_test_teardown(large_volumes_cost_little, test_release),
		cmocka_unit_test_teardown(random_plans_hold, test_release),
	};

	return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
