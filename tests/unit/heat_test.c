// SPDX-License-Identifier: GPL-2.0
#include "../lib/heat_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(reads_and_writes_are_apart, test_release),
		cmocka_unit_test_teardown(heat_halves_and_ends, test_release),
		cmocka_unit_test_teardown(heat_is_full_and_not_over, test_release),
		cmocka_unit_test_teardown(a_late_record_changes_no_age, test_release),
		cmocka_unit_test_teardown(a_reboot_starts_warm, test_release),
		cmocka_unit_test_teardown(prices_as_of_the_disk, test_release),
		cmocka_unit_test_teardown(a_stream_is_known_by_its_address, test_release),
	};

	return cmocka_run_group_tests_name("heat", tests, NULL, NULL);
}
