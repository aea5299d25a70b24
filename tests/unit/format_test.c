// SPDX-License-Identifier: GPL-2.0
#include "../lib/format_cases.h"

static void crc32c_has_the_known_values(test_t *test)
{
	u8 bytes[64];
	unsigned int cut;
	u32 whole;

	CHECK_EQ(~tier_crc32c(~0u, "123456789", 9), 0xe3069283u);
	memset(bytes, 0, 32);
	CHECK_EQ(~tier_crc32c(~0u, bytes, 32), 0x8a9136aau);	/* from RFC 3720, B.4 */
	memset(bytes, 0xff, 32);
	CHECK_EQ(~tier_crc32c(~0u, bytes, 32), 0x62a8ab43u);
	for (cut = 0; cut < sizeof(bytes); cut++)
		bytes[cut] = (u8)cut;
	CHECK_EQ(~tier_crc32c(~0u, bytes, 32), 0x46dd794eu);

	/* In two parts, which need not be multiples of anything. */
	whole = tier_crc32c(~0u, bytes, sizeof(bytes));
	for (cut = 0; cut <= sizeof(bytes); cut++)
		CHECK_EQ(tier_crc32c(tier_crc32c(~0u, bytes, cut), bytes + cut,
				     sizeof(bytes) - cut), whole);
}

/* What decode accepts can be written again and is the same; nothing crashes on the way. */
static void random_blocks_decode_to_themselves_or_not_at_all(test_t *test)
{
	struct format_fixture *f = format_new(test);
	unsigned int round, pokes, accepted = 0, refused = 0;
	u64 seed = 99;
	int kind;

	for (round = 0; round < 40000; round++) {
		kind = (int)fixture_below(&seed, KINDS);
		format_encode(f, (enum kind)kind);
		for (pokes = fixture_below(&seed, 4); pokes; pokes--)
			f->block[fixture_below(&seed, kind == SUPER ? 1024 : 4096)] =
				fixture_below(&seed, 2) ? (u8)fixture_random(&seed) : 0;
		fixture_seal(f->block);
		if (format_decode(f, (enum kind)kind) != TIER_OK) {
			refused++;
			continue;
		}
		accepted++;
		memset(f->again, 0x33, sizeof(f->again));
		if (kind == SUPER)
			tier_super_encode(&f->got_super, 8, f->again);
		else if (kind == CHECKPOINT)
			tier_checkpoint_encode(&f->got_ckpt, f->super.uuid, f->again);
		else if (kind == TABLE)
			tier_table_encode(f->got_entries, LAST_INDEX, 1, f->got_number, &f->super,
					  f->again);
		else
			memcpy(f->again, f->block, sizeof(f->again));
		CHECK(!memcmp(f->block, f->again, sizeof(f->block)));
	}
	CHECK(accepted > 1000 && refused > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(crc32c_has_the_known_values, test_release),
		cmocka_unit_test_teardown(every_kind_is_told_from_every_other, test_release),
		cmocka_unit_test_teardown(every_flipped_bit_is_seen, test_release),
		cmocka_unit_test_teardown(every_torn_block_is_seen, test_release),
		cmocka_unit_test_teardown(place_and_volume_are_told, test_release),
		cmocka_unit_test_teardown(reserved_bytes_are_zero, test_release),
		cmocka_unit_test_teardown(super_round_trip, test_release),
		cmocka_unit_test_teardown(super_fields_are_checked, test_release),
		cmocka_unit_test_teardown(super_fields_may_go_to_their_limits, test_release),
		cmocka_unit_test_teardown(super_sizes_are_whole_units, test_release),
		cmocka_unit_test_teardown(super_is_not_larger_than_any_device, test_release),
		cmocka_unit_test_teardown(super_version_and_features, test_release),
		cmocka_unit_test_teardown(checkpoint_round_trip, test_release),
		cmocka_unit_test_teardown(checkpoint_fields_are_checked, test_release),
		cmocka_unit_test_teardown(journal_round_trip, test_release),
		cmocka_unit_test_teardown(journal_fields_are_checked, test_release),
		cmocka_unit_test_teardown(table_round_trip, test_release),
		cmocka_unit_test_teardown(table_fields_are_checked, test_release),
		cmocka_unit_test_teardown(entries_are_checked, test_release),
		cmocka_unit_test_teardown(every_flaw_has_a_text, test_release),
		cmocka_unit_test_teardown(random_blocks_decode_to_themselves_or_not_at_all,
					  test_release),
	};

	return cmocka_run_group_tests_name("format", tests, NULL, NULL);
}
