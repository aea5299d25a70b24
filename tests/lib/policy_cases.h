/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/policy.[ch], core/worth.[ch] and core/units.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_POLICY_CASES_H
#define DM_TIER_TESTS_POLICY_CASES_H

#include "fixture.h"
#include "policy.h"

#define UNIT_SECTORS	128	/* 64 KiB */

/* A policy, and a plain account of what its moves have made of level 0. */
struct policy_bench {
	struct tier_policy *policy;
	u16 *valid;
	u16 *dirty;
	u8 *there;
	u64 units;
	u64 used;
	u64 seed;
	u64 user;
	u64 moved;
};

static struct policy_bench *bench_new(test_t *test, u32 slots, u64 units, bool copies, u32 cap)
{
	struct tier_policy_config config = {
		.slots = slots, .remembered = slots * 8, .shift = 7, .copies = copies, .cap_percent = cap,
		.wear_ns = TIER_POLICY_WEAR, .seed = 1, .prices = TIER_PRICES_DISK,
	};
	struct policy_bench *bench = test_alloc(test, sizeof(*bench));

	CHECK(tier_policy_bytes(&config));
	bench->policy = tier_policy_init(&config, test_alloc(test, tier_policy_bytes(&config)));
	/* Some more: it may bring what follows the last unit. */
	bench->units = units;
	bench->valid = test_alloc(test, (units + 8) * sizeof(u16));
	bench->dirty = test_alloc(test, (units + 8) * sizeof(u16));
	bench->there = test_alloc(test, units + 8);
	bench->seed = 3;
	return bench;
}

static void bench_do(test_t *test, struct policy_bench *bench, const struct tier_move *move)
{
	u64 unit = move->unit, last = unit + move->count;

	bench->moved += move->bytes;
	CHECK(move->count && last <= bench->units + 8);
	switch (move->act) {
	case TIER_MOVE_CLEAN:
		CHECK(bench->dirty[unit] && bench->dirty[last - 1]);
		CHECK(move->bytes && move->span >= move->bytes);
		for (; unit < last; unit++) {
			CHECK(bench->there[unit]);
			bench->dirty[unit] = 0;
		}
		break;
	case TIER_MOVE_DROP:
	case TIER_MOVE_DOWN:
		/* What was written to a copy is on its way down before it is forgotten. */
		CHECK(move->act == TIER_MOVE_DOWN || !bench->dirty[unit]);
		CHECK(bench->there[unit]);
		bench->dirty[unit] = 0;
		bench->there[unit] = 0;
		bench->valid[unit] = 0;
		bench->used--;
		break;
	case TIER_MOVE_FILL:
	case TIER_MOVE_UP:
		CHECK(move->blocks && !(bench->valid[unit] & move->blocks));
		bench->used += !bench->there[unit];
		bench->there[unit] = 1;
		bench->valid[unit] |= move->blocks;
		break;
	}
}

/* One access of @sectors at @sector. Returns whether level 0 had it all. */
static bool bench_access(test_t *test, struct policy_bench *bench, u64 sector, u32 sectors, u32 flags)
{
	struct tier_record record = { .sector = sector, .sectors = sectors, .flags = flags };
	struct tier_move moves[TIER_POLICY_MOVES];
	u32 first = sector % UNIT_SECTORS / 8, end = (sector % UNIT_SECTORS + sectors - 1) / 8, i, count;
	u16 need = (2U << end) - (1U << first), missing = tier_policy_missing(bench->policy, &record);
	u64 unit = sector / UNIT_SECTORS;

	if (flags & TIER_RECORD_WRITE && bench->there[unit] && !(sectors % 8) && !(sector % 8)) {
		CHECK_EQ(missing, 0);
		bench->valid[unit] |= need;
		bench->dirty[unit] |= need;
	} else {
		CHECK_EQ(missing, need & ~bench->valid[unit]);
	}
	bench->user += sectors << 9;
	count = tier_policy_see(bench->policy, &record, moves);
	CHECK(count <= TIER_POLICY_MOVES);
	for (i = 0; i < count; i++)
		bench_do(test, bench, &moves[i]);
	CHECK(bench->used <= bench->policy->config.slots);
	CHECK_EQ(bench->used, bench->policy->config.slots - bench->policy->free_count);
	return !missing;
}

static bool bench_read(test_t *test, struct policy_bench *bench, u64 unit)
{
	return bench_access(test, bench, unit * UNIT_SECTORS + fixture_below(&bench->seed, 16) * 8, 8, 0);
}

/* Share of hits, percent, of reads of which 90 % go to @hot units from @first on. */
static u32 bench_skewed(test_t *test, struct policy_bench *bench, u64 first, u64 hot, u32 reads)
{
	u32 i, hits = 0;
	u64 unit;

	for (i = 0; i < reads; i++) {
		if (fixture_below(&bench->seed, 10))
			unit = first + fixture_below(&bench->seed, hot);
		else
			unit = fixture_below(&bench->seed, bench->units);
		hits += bench_read(test, bench, unit);
	}
	return hits * 100ULL / reads;
}

static void no_config_that_cannot_be(test_t *test)
{
	struct tier_policy_config config = { .slots = 8, .remembered = 64, .shift = 7, .prices = TIER_PRICES_DISK };

	CHECK(tier_policy_bytes(&config));
	config.slots = 0;
	CHECK_EQ(tier_policy_bytes(&config), 0);
	config.slots = TIER_UNIT_NO_SLOT;
	CHECK_EQ(tier_policy_bytes(&config), 0);
	config.slots = 65;
	CHECK_EQ(tier_policy_bytes(&config), 0);
	config.slots = 8;
	config.shift = 6;
	CHECK_EQ(tier_policy_bytes(&config), 0);
}

static void hot_units_rise_and_a_new_hot_set_follows(test_t *test)
{
	/* 10 % of the space is hot, level 0 holds 15 %. */
	struct policy_bench *bench = bench_new(test, 300, 2000, true, 0);

	bench_skewed(test, bench, 0, 200, 20000);
	CHECK(bench_skewed(test, bench, 0, 200, 10000) >= 85);
	bench_skewed(test, bench, 1000, 200, 20000);
	CHECK(bench_skewed(test, bench, 1000, 200, 10000) >= 85);
}

static void a_steady_load_comes_to_rest(test_t *test)
{
	/* Half of level 0 is left for what comes by chance, which would change for ever. */
	struct policy_bench *bench = bench_new(test, 300, 2000, true, 0);
	u64 moved;

	bench_skewed(test, bench, 0, 150, 85000);
	moved = bench->moved;
	CHECK(bench_skewed(test, bench, 0, 150, 10000) >= 85);
	CHECK(bench->moved - moved <= 300 * 65536 / 50);
	bench_skewed(test, bench, 1000, 150, 20000);
	CHECK(bench_skewed(test, bench, 1000, 150, 10000) >= 85);
}

static void a_scan_displaces_little(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 300, 8000, true, 0);
	u32 hot, left = 0, before = 0;
	u64 unit;

	bench_skewed(test, bench, 0, 200, 30000);
	for (hot = 0; hot < 200; hot++)
		before += bench->there[hot];
	CHECK(before >= 190);
	for (unit = 300; unit < 8000; unit++)
		bench_access(test, bench, unit * UNIT_SECTORS, UNIT_SECTORS, unit & 1 ? TIER_RECORD_WRITE : 0);
	for (hot = 0; hot < 200; hot++)
		left += bench->there[hot];
	CHECK(left * 100 >= before * 98);
}

static void the_cap_holds_at_each_step(test_t *test)
{
	static const u32 caps[] = { 1, 30, 100, 500 };
	struct policy_bench *bench;
	u32 c, i;

	for (c = 0; c < ARRAY_SIZE(caps); c++) {
		bench = bench_new(test, 64, 3000, c & 1, caps[c]);
		for (i = 0; i < ROUNDS(20000, 3000); i++) {
			bench_access(test, bench, fixture_below(&bench->seed, 3000) * UNIT_SECTORS, 8 + i % 3 * 8,
				     i % 5 < 2 ? TIER_RECORD_WRITE : 0);
			CHECK(bench->moved * 100 <= bench->user * caps[c]);
			CHECK_EQ(bench->moved, bench->policy->moved);
		}
	}
}

static void pins_hold_and_pinned_below_stays_below(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 16, 1000, true, 0);
	u64 unit;

	for (unit = 0; unit < 4; unit++) {
		CHECK_EQ(tier_policy_place(bench->policy, unit, 0, 0xffff, 0, true), 0);
		bench->there[unit] = 1;
		bench->valid[unit] = 0xffff;
		bench->used++;
	}
	bench_skewed(test, bench, 500, 100, 20000);
	for (unit = 0; unit < 4; unit++)
		CHECK(bench->there[unit]);
	CHECK_EQ(tier_policy_pin(bench->policy, 0, false), 0);
	CHECK_EQ(tier_policy_pin(bench->policy, 999999, true), -ENOENT);
	bench_skewed(test, bench, 500, 100, 20000);
	CHECK(!bench->there[0]);
	CHECK(bench->there[1]);
	for (unit = 0; unit < 1000; unit++)
		bench_access(test, bench, 7 * UNIT_SECTORS, 8, TIER_RECORD_PINNED);
	CHECK(!bench->there[7]);
}

static void nothing_is_taken_while_suspended(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 16, 100, true, 0);

	tier_policy_suspend(bench->policy, true);
	bench_skewed(test, bench, 0, 10, 1000);
	CHECK_EQ(bench->used, 0);
	tier_policy_suspend(bench->policy, false);
	CHECK(bench_skewed(test, bench, 0, 10, 1000) >= 85);
}

static void homes_do_not_ping_pong(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 100, 1000, false, 0);
	u64 moved;

	/* Twice as many units are equally hot as there is room for: hardly a swap can pay. */
	bench_skewed(test, bench, 0, 200, 40000);
	moved = bench->moved;
	bench_skewed(test, bench, 0, 200, 40000);
	CHECK(bench->moved - moved <= 100 * 65536);
}

static void a_stay_is_served(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 10, 500, true, 0);
	u16 seen[10];
	u32 i;

	bench->policy->config.stay = 1U << 20;
	bench_skewed(test, bench, 0, 10, 2000);
	CHECK_EQ(bench->used, 10);
	for (i = 0; i < 10; i++)
		seen[i] = bench->policy->slots[i].at;
	bench_skewed(test, bench, 200, 10, 5000);
	for (i = 0; i < 10; i++)
		CHECK_EQ(bench->policy->slots[i].at, seen[i]);
}

static void a_forgotten_unit_is_gone_and_can_return(test_t *test)
{
	struct policy_bench *bench = bench_new(test, 16, 100, true, 0);
	u64 unit;

	bench_skewed(test, bench, 0, 10, 1000);
	for (unit = 0; unit < 100; unit++) {
		tier_policy_forget(bench->policy, unit);
		tier_policy_forget(bench->policy, unit);
		bench->there[unit] = 0;
		bench->valid[unit] = 0;
	}
	bench->used = 0;
	CHECK_EQ(bench->policy->free_count, 16);
	CHECK(bench_skewed(test, bench, 0, 10, 1000) >= 85);
}

static void any_load_agrees_with_the_account(test_t *test)
{
	struct policy_bench *bench;
	u32 i, kind;
	u64 unit;

	for (kind = 0; kind < 4; kind++) {
		bench = bench_new(test, 40, 600, kind & 1, kind & 2 ? 100 : 0);
		for (i = 0; i < ROUNDS(60000, 6000); i++) {
			u32 first = fixture_below(&bench->seed, 16), blocks = fixture_below(&bench->seed, 16 - first) + 1;
			u64 place = fixture_below(&bench->seed, 4);

			unit = place ? fixture_below(&bench->seed, 60) : i % 600;
			/* Homes are always whole, and parts of a block only of copies. */
			bench_access(test, bench, unit * UNIT_SECTORS + first * 8, blocks * 8,
				     fixture_below(&bench->seed, 3) ? 0 : TIER_RECORD_WRITE);
			if (!fixture_below(&bench->seed, 500)) {
				tier_policy_forget(bench->policy, unit);
				bench->used -= bench->there[unit];
				bench->there[unit] = 0;
				bench->valid[unit] = 0;
				bench->dirty[unit] = 0;
			}
		}
	}
}

static void the_table_keeps_what_is_resident(test_t *test)
{
	u32 size = tier_units_size(100), i, at, now = 0;
	struct tier_units units;

	CHECK_EQ(size % TIER_UNITS_WAYS, 0);
	tier_units_init(&units, test_alloc(test, size * sizeof(struct tier_unit)), size);
	for (i = 0; i < 10; i++) {
		at = tier_units_make(&units, i, now);
		CHECK(at != TIER_UNITS_NONE);
		units.units[at].slot = i;
	}
	for (i = 10; i < 5000; i++, now++) {
		at = tier_units_make(&units, i, now);
		CHECK(at != TIER_UNITS_NONE);
		units.units[at].kind = 0;
		units.units[at].last = now;
		CHECK_EQ(tier_units_find(&units, i), at);
		CHECK_EQ(tier_units_make(&units, i, now), at);
	}
	for (i = 0; i < 10; i++) {
		at = tier_units_find(&units, i);
		CHECK(at != TIER_UNITS_NONE && units.units[at].slot == i);
	}
	CHECK_EQ(tier_units_find(&units, 10), TIER_UNITS_NONE);
	CHECK_EQ(tier_units_age(3, (1U << TIER_UNIT_TIME_BITS) - 2), 5);
}

static void worth_follows_how_lives_end(test_t *test)
{
	struct tier_worth *worth = test_alloc(test, sizeof(*worth));
	u32 i, young, old;

	tier_worth_init(worth, 1000);
	for (i = 0; i < 2000; i++) {
		/* Kind 1 ends at 100, kind 2 never. */
		tier_worth_begin(worth, 1);
		tier_worth_end(worth, 1, 100, 10000);
		tier_worth_begin(worth, 2);
	}
	tier_worth_solve(worth, 1);
	tier_worth_solve(worth, 2);
	young = tier_worth_of(worth, 1, 0);
	CHECK(young > 9000 && young <= 10000);
	CHECK(tier_worth_of(worth, 2, 0) < 100);
	old = tier_worth_of(worth, 1, 100000);
	CHECK(old < young / 2);
	/* A rent that is not worth it. */
	worth->rent = 200ULL << TIER_WORTH_RENT_SHIFT;
	tier_worth_solve(worth, 1);
	CHECK_EQ(tier_worth_of(worth, 1, 0), 0);
	for (i = 0; i < 3 * worth->period; i++)
		tier_worth_tick(worth);
	CHECK(worth->begun[1] < 2000 * 256);
}

#endif /* DM_TIER_TESTS_POLICY_CASES_H */
