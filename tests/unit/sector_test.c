// SPDX-License-Identifier: GPL-2.0
#include "../lib/sector_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_span_is_what_was_given, test_release),
		cmocka_unit_test_teardown(every_small_span_adds_up, test_release),
		cmocka_unit_test_teardown(every_large_span_adds_up, test_release),
		cmocka_unit_test_teardown(partial_blocks_are_told, test_release),
		cmocka_unit_test_teardown(pieces_keep_parts_of_blocks_alone, test_release),
		cmocka_unit_test_teardown(blocks_have_borders, test_release),
	};

	return cmocka_run_group_tests_name("sector", tests, NULL, NULL);
}
