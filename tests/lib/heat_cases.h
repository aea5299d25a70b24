/* SPDX-License-Identifier: GPL-2.0 */
/* Cases for core/heat.[ch] and core/stream.[ch], in KUnit and in user space. */
#ifndef DM_TIER_TESTS_HEAT_CASES_H
#define DM_TIER_TESTS_HEAT_CASES_H

#include "fixture.h"
#include "heat.h"
#include "stream.h"

static void reads_and_writes_are_apart(test_t *test)
{
	struct tier_heat heat = { .epoch = 7 };

	CHECK_EQ(sizeof(heat), 8);
	tier_heat_add(&heat, 7, 11500, false, 1);
	CHECK_EQ(heat.read, 92);
	CHECK_EQ(heat.write, 0);
	tier_heat_add(&heat, 7, 125, true, 2);
	tier_heat_add(&heat, 7, 126, true, 2);
	CHECK_EQ(heat.read, 92);
	CHECK_EQ(heat.write, 3);
	CHECK_EQ(heat.parts, 3);
}

static void heat_halves_and_ends(test_t *test)
{
	struct tier_heat heat = { .read = 1000, .write = 64, .epoch = 65530, .parts = 5 };
	u16 age, last = 1000;

	/* Over the turn of the epoch. */
	tier_heat_age(&heat, (u16)(65530 + TIER_HEAT_HALF));
	CHECK(heat.read >= 499 && heat.read <= 500);
	CHECK_EQ(heat.epoch, (u16)(65530 + TIER_HEAT_HALF));
	CHECK_EQ(heat.parts, 5);
	tier_heat_age(&heat, heat.epoch + 10 * TIER_HEAT_HALF);
	CHECK_EQ(heat.read, 0);
	CHECK_EQ(heat.write, 0);
	CHECK_EQ(heat.parts, 0);
	for (age = 0; age < 200; age++) {
		CHECK(tier_heat_at(1000, age) <= last);
		last = tier_heat_at(1000, age);
	}
	CHECK_EQ(tier_heat_at(65535, 0), 65535);
	CHECK_EQ(tier_heat_at(65535, 65535), 0);
}

static void heat_is_full_and_not_over(test_t *test)
{
	struct tier_heat heat = { .epoch = 1 };
	unsigned int i;

	for (i = 0; i < 10; i++)
		tier_heat_add(&heat, 1, 2000000, false, 0);
	CHECK_EQ(heat.read, 65535);
	tier_heat_add(&heat, 1, U32_MAX, false, 0);
	CHECK_EQ(heat.read, 65535);
}

static void a_late_record_changes_no_age(test_t *test)
{
	struct tier_heat heat = { .read = 800, .epoch = 100 };

	tier_heat_add(&heat, 99, 125, false, 0);
	CHECK_EQ(heat.epoch, 100);
	CHECK_EQ(heat.read, 801);
}

static void a_reboot_starts_warm(test_t *test)
{
	struct tier_heat heat = { .read = 40000, .write = 3, .epoch = 500, .parts = 0x8001 }, back;
	u64 packed = tier_heat_pack(&heat);

	/* Saved three epochs after the last access, read in another life: three epochs old. */
	tier_heat_unpack(&back, packed, 503, 2);
	CHECK_EQ(back.read, 40000);
	CHECK_EQ(back.write, 3);
	CHECK_EQ(back.parts, 0x8001);
	CHECK_EQ((u16)(2 - back.epoch), 3);
	/* Nothing to save; and a stamp from the future is as if of now. */
	heat.read = 0;
	heat.write = 0;
	CHECK_EQ(tier_heat_pack(&heat), 0);
	tier_heat_unpack(&back, packed, 499, 2);
	CHECK_EQ(back.epoch, 2);
}

static void prices_as_of_the_disk(test_t *test)
{
	static const struct tier_prices prices = TIER_PRICES_DISK;

	CHECK_EQ(tier_price_access(&prices, 4096, false), 11520);
	/* 64 KiB of a stream: an eighth of a seek and 328 us of transfer. */
	CHECK_EQ(tier_price_access(&prices, 65536, true), 11500 / 8 + 327);
	/* A long one pays no more than one seek. */
	CHECK_EQ(tier_price_access(&prices, 1 << 20, true), tier_price_access(&prices, 1 << 20, false));
}

static void a_stream_is_known_by_its_address(test_t *test)
{
	struct tier_streams *streams = test_alloc(test, sizeof(*streams));
	u64 at[TIER_STREAMS];
	unsigned int i, round;

	tier_streams_init(streams);
	CHECK(!tier_streams_see(streams, 0, 8));
	CHECK(tier_streams_see(streams, 8, 8));
	CHECK(!tier_streams_see(streams, 12, 8));
	tier_streams_init(streams);
	/* As many as there is room for, taking turns, as multipath would have it. */
	for (i = 0; i < TIER_STREAMS; i++) {
		at[i] = (u64)i << 40;
		CHECK(!tier_streams_see(streams, at[i], 8));
	}
	for (round = 0; round < 10; round++)
		for (i = 0; i < TIER_STREAMS; i++) {
			at[i] += 8;
			CHECK(tier_streams_see(streams, at[i], 8));
		}
	/* One that was not seen for longer is forgotten. */
	for (i = 0; i < TIER_STREAMS; i++)
		tier_streams_see(streams, 1000 + i * 100, 1);
	CHECK(!tier_streams_see(streams, at[0] + 8, 8));
}

#endif /* DM_TIER_TESTS_HEAT_CASES_H */
