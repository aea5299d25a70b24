// SPDX-License-Identifier: GPL-2.0
#include "../lib/fixture.h"

static void an_entry_is_put_together_and_taken_apart(test_t *test)
{
	static const u64 pexts[] = { 0, 1, 4095, 1ULL << 32, (1ULL << 40) - 1 };
	static const unsigned int members[] = { 0, 1, 15, 255 };
	unsigned int i, k;
	u64 entry;

	CHECK(!tier_entry_mapped(0));
	CHECK(!tier_entry_mapped(~DM_TIER_ENTRY_MAPPED));
	for (i = 0; i < ARRAY_SIZE(pexts); i++) {
		for (k = 0; k < ARRAY_SIZE(members); k++) {
			entry = tier_entry_make(members[k], pexts[i]);
			CHECK(tier_entry_mapped(entry));
			CHECK_EQ(tier_entry_pext(entry), pexts[i]);
			CHECK_EQ(tier_entry_member(entry), members[k]);
			CHECK_EQ(tier_entry_durable(entry), entry);
		}
	}
}

static void bits_of_the_moment_are_not_durable(test_t *test)
{
	u64 entry = tier_entry_make(3, 77) | DM_TIER_ENTRY_PINNED;
	unsigned int bit;

	CHECK_EQ(tier_entry_durable(entry | TIER_ENTRY_VOLATILE | TIER_ENTRY_BUSY), entry);
	for (bit = 0; bit < 64; bit++)
		CHECK_EQ(tier_entry_durable(1ULL << bit), bit >= 48 && bit < 60 ? 0 : 1ULL << bit);
	CHECK_EQ(TIER_ENTRY_VOLATILE & TIER_ENTRY_BUSY, 0);
}

static void a_pin_survives_a_move(test_t *test)
{
	u64 pin = DM_TIER_ENTRY_PINNED | 2ULL << DM_TIER_ENTRY_LEVEL_SHIFT;
	u64 entry = tier_entry_make(3, 77);

	CHECK_EQ(tier_entry_rehome(entry | pin, tier_entry_make(1, 5)),
		 tier_entry_make(1, 5) | pin);
	CHECK_EQ(tier_entry_rehome(entry | pin, 0), pin);
	CHECK_EQ(tier_entry_rehome(entry, tier_entry_make(1, 5)), tier_entry_make(1, 5));
	CHECK_EQ(tier_entry_rehome(entry | TIER_ENTRY_BUSY, 0), 0);
}

static void table_blocks_hold_all_extents(test_t *test)
{
	static const u64 sizes[] = { 1, 503, 504, 505, 1008, 1ULL << 24, 1ULL << 40, 1ULL << 54 };
	unsigned int i;
	u64 blocks;

	CHECK_EQ(tier_table_blocks(0), 0);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		blocks = tier_table_blocks(sizes[i]);
		CHECK(blocks * DM_TIER_TABLE_ENTRIES >= sizes[i]);
		CHECK((blocks - 1) * DM_TIER_TABLE_ENTRIES < sizes[i]);
		CHECK_EQ(tier_table_block_of(sizes[i] - 1), blocks - 1);
	}
	CHECK_EQ(tier_table_block_of(0), 0);
	CHECK_EQ(tier_table_block_of(503), 0);
	CHECK_EQ(tier_table_block_of(504), 1);
}

/* No two blocks of a metadata area share a place, and none is left out. */
static void every_place_is_somebodys(test_t *test)
{
	enum { JOURNAL = 64, TABLE = 9, ALL = 8 + JOURNAL + 2 * TABLE };
	u8 *taken = test_alloc(test, ALL);
	u64 i, slot;

	for (i = 0; i < JOURNAL; i++)
		taken[tier_journal_place(JOURNAL, 1000000 + i)]++;
	for (i = 0; i < TABLE; i++)
		for (slot = 0; slot < 2; slot++)
			taken[tier_table_place(JOURNAL, i, (unsigned int)slot)]++;
	for (i = 0; i < ALL; i++)
		CHECK_EQ(taken[i], i >= 8);

	CHECK_EQ(tier_journal_place(64, 0), 8);
	CHECK_EQ(tier_journal_place(64, 63), 71);
	CHECK_EQ(tier_journal_place(64, 64), 8);
	CHECK_EQ(tier_journal_place(1024, ~0ULL), 8 + 1023);
	CHECK_EQ(tier_journal_place(1000, ~0ULL), 8 + 615);	/* not a power of two */
	CHECK_EQ(tier_table_place(64, 0, 0), 72);
	CHECK_EQ(tier_table_place(64, 0, 1), 73);
	CHECK_EQ(tier_table_place(64, 1ULL << 40, 1), 72 + (1ULL << 41) + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(an_entry_is_put_together_and_taken_apart, test_release),
		cmocka_unit_test_teardown(bits_of_the_moment_are_not_durable, test_release),
		cmocka_unit_test_teardown(a_pin_survives_a_move, test_release),
		cmocka_unit_test_teardown(table_blocks_hold_all_extents, test_release),
		cmocka_unit_test_teardown(every_place_is_somebodys, test_release),
	};

	return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
