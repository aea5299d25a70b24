// SPDX-License-Identifier: GPL-2.0
#include "../lib/space_cases.h"

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(words_for_any_size, test_release),
		cmocka_unit_test_teardown(take_and_give_once, test_release),
		cmocka_unit_test_teardown(alloc_goes_on_from_the_hint, test_release),
		cmocka_unit_test_teardown(alloc_never_gives_what_does_not_exist, test_release),
		cmocka_unit_test_teardown(random_use_agrees_with_a_plain_array, test_release),
	};

	return cmocka_run_group_tests_name("space", tests, NULL, NULL);
}
