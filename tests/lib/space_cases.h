/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/space.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_SPACE_CASES_H
#define DM_TIER_TESTS_SPACE_CASES_H

#include "fixture.h"
#include "space.h"

static struct tier_space *space_new(test_t *test, u64 extents)
{
	struct tier_space *space = test_alloc(test, sizeof(*space));
	size_t bytes = tier_space_words(extents) * sizeof(u64);
	u64 *bits = test_alloc(test, bytes + sizeof(u64));

	/* All of them must be cleared, and nothing behind them be touched. */
	memset(bits, 0xff, bytes + sizeof(u64));
	tier_space_init(space, bits, extents);
	CHECK_EQ(bits[tier_space_words(extents)], ~0ULL);
	CHECK_EQ(tier_space_free(space), extents);
	return space;
}

static void words_for_any_size(test_t *test)
{
	CHECK_EQ(tier_space_words(0), 0);
	CHECK_EQ(tier_space_words(1), 1);
	CHECK_EQ(tier_space_words(64), 1);
	CHECK_EQ(tier_space_words(65), 2);
	CHECK_EQ(tier_space_words(1ULL << 40), 1ULL << 34);
	CHECK_EQ(tier_space_words(~0ULL), (1ULL << 58));
}

static void take_and_give_once(test_t *test)
{
	static const u64 sizes[] = { 1, 63, 64, 65, 200 };
	struct tier_space *space;
	unsigned int i;
	u64 pext;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		space = space_new(test, sizes[i]);
		for (pext = 0; pext < sizes[i]; pext++) {
			CHECK(!tier_space_test(space, pext));
			CHECK(!tier_space_give(space, pext));
			CHECK_EQ(space->used, pext);
			CHECK(tier_space_take(space, pext));
			CHECK(tier_space_test(space, pext));
			CHECK(!tier_space_take(space, pext));
			CHECK_EQ(space->used, pext + 1);
			CHECK_EQ(tier_space_free(space), sizes[i] - pext - 1);
		}
		/* What does not exist can neither be had nor be given back. */
		CHECK(!tier_space_take(space, sizes[i]));
		CHECK(!tier_space_give(space, sizes[i]));
		CHECK(!tier_space_take(space, ~0ULL));
		CHECK(!tier_space_give(space, ~0ULL));
		CHECK_EQ(tier_space_alloc(space), TIER_SPACE_NONE);
		CHECK_EQ(space->used, sizes[i]);
		for (pext = sizes[i]; pext--;)
			CHECK(tier_space_give(space, pext));
		CHECK_EQ(space->used, 0);
	}
}

static void alloc_goes_on_from_the_hint(test_t *test)
{
	struct tier_space *space = space_new(test, 200);
	u64 pext;

	for (pext = 0; pext < 10; pext++)
		CHECK_EQ(tier_space_alloc(space), pext);
	/* What was given back behind it is not taken before all the rest was. */
	CHECK(tier_space_give(space, 3));
	CHECK(tier_space_give(space, 5));
	CHECK(tier_space_take(space, 10));
	CHECK(tier_space_take(space, 127));
	for (pext = 11; pext < 200; pext++)
		if (pext != 127)
			CHECK_EQ(tier_space_alloc(space), pext);
	CHECK_EQ(tier_space_alloc(space), 3);
	CHECK_EQ(tier_space_alloc(space), 5);
	CHECK_EQ(tier_space_alloc(space), TIER_SPACE_NONE);

	/* The only free one is in the hint's own word, before the hint. */
	CHECK(tier_space_give(space, 64));
	space->hint = 100;
	CHECK_EQ(tier_space_alloc(space), 64);
	CHECK(tier_space_give(space, 199));
	space->hint = 199;
	CHECK_EQ(tier_space_alloc(space), 199);
	/* A hint that is none does no harm. */
	CHECK(tier_space_give(space, 70));
	space->hint = ~0ULL;
	CHECK_EQ(tier_space_alloc(space), 70);
	/* Nor does a count that is wrong: nothing is taken that is in use. */
	space->used--;
	CHECK_EQ(tier_space_alloc(space), TIER_SPACE_NONE);
	CHECK_EQ(space->used, 199);
}

static void alloc_never_gives_what_does_not_exist(test_t *test)
{
	struct tier_space *space;
	u64 size, got;

	for (size = 0; size < 130; size++) {
		space = space_new(test, size);
		space->hint = size / 2;
		for (got = 0; got < size; got++)
			CHECK(tier_space_alloc(space) < size);
		CHECK_EQ(tier_space_alloc(space), TIER_SPACE_NONE);
		CHECK_EQ(space->used, size);
	}
}

/* Against a plain array of bytes. */
static void random_use_agrees_with_a_plain_array(test_t *test)
{
	enum { SIZE = 1000 };
	struct tier_space *space = space_new(test, SIZE);
	u8 *plain = test_alloc(test, SIZE);
	unsigned int round, i;
	u64 pext, used = 0, seed = 17;

	for (round = 0; round < ROUNDS(100000, 10000); round++) {
		pext = fixture_below(&seed, SIZE);
		/* Sometimes nearly full, sometimes nearly empty. */
		switch (fixture_below(&seed, round & 4096 ? 4 : 8)) {
		case 0:
			CHECK_EQ(tier_space_take(space, pext), !plain[pext]);
			used += !plain[pext];
			plain[pext] = 1;
			break;
		case 1:
		case 2:
			CHECK_EQ(tier_space_give(space, pext), plain[pext]);
			used -= plain[pext];
			plain[pext] = 0;
			break;
		default:
			pext = tier_space_alloc(space);
			if (used == SIZE) {
				CHECK_EQ(pext, TIER_SPACE_NONE);
				break;
			}
			CHECK(pext < SIZE && !plain[pext]);
			plain[pext] = 1;
			used++;
		}
		CHECK_EQ(space->used, used);
	}
	for (i = 0; i < SIZE; i++)
		CHECK_EQ(tier_space_test(space, i), plain[i]);
}

#endif /* DM_TIER_TESTS_SPACE_CASES_H */
