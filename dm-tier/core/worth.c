// SPDX-License-Identifier: GPL-2.0
#include "worth.h"

#define ONE		256	/* a life in counts */
#define BELIEF		8	/* lives that are believed in before any was seen */
#define BELIEVED_US	8000	/* what each ending of them saves */
#define PERIOD_MIN	4096
#define PERIOD_MAX	(1 << 20)

/* Ages 0, 1, 2, 3, 4, 6, 8, 12, 16, ... begin a class each. */
static u32 age_class(u32 age)
{
	u32 log, class;

	if (age < 2)
		return age;
	log = tier_highest_bit(age);
	class = log * 2 + (age >> (log - 1) & 1);
	return class < TIER_WORTH_AGES ? class : TIER_WORTH_AGES - 1;
}

static u64 class_length(u32 class)
{
	return class < 4 ? 1 : 1ULL << (class / 2 - 1);
}

void tier_worth_init(struct tier_worth *worth, u32 places)
{
	u32 kind, class, last;

	memset(worth, 0, sizeof(*worth));
	while (places >> worth->shift > 1 << 16)
		worth->shift++;
	worth->period = places < PERIOD_MAX / 16 ? places * 16 : PERIOD_MAX;
	if (worth->period < PERIOD_MIN)
		worth->period = PERIOD_MIN;
	worth->rent = (1 << TIER_WORTH_RENT_SHIFT) / 1000;
	last = age_class((places >> worth->shift) * 2);
	for (kind = 0; kind < TIER_WORTH_KINDS; kind++) {
		/* Half of the units come again, three tenths of those ahead. */
		u32 ended = BELIEF * ONE / (last + 1) * (kind < TIER_WORTH_OWN ? 5 : 3) / 10;

		worth->begun[kind] = BELIEF * ONE;
		for (class = 0; class <= last; class++) {
			worth->cells[kind][class].ended = ended;
			worth->cells[kind][class].saved = (u64)ended * BELIEVED_US / ONE;
		}
		tier_worth_solve(worth, kind);
	}
	for (kind = 0; kind < TIER_WORTH_FEATURES; kind++)
		for (class = 0; class < 3; class++)
			worth->parts[kind][class] = BELIEVED_US;
}

void tier_worth_begin(struct tier_worth *worth, u32 kind)
{
	worth->begun[kind] += ONE;
}

void tier_worth_back(struct tier_worth *worth, u32 kind)
{
	if (worth->begun[kind] >= 2 * ONE)
		worth->begun[kind] -= ONE;
}

void tier_worth_end(struct tier_worth *worth, u32 kind, u32 age, u64 us)
{
	struct tier_worth_cell *cell = &worth->cells[kind][age_class(age >> worth->shift)];

	cell->ended += ONE;
	cell->saved += us;
}

u32 tier_worth_of(const struct tier_worth *worth, u32 kind, u32 age)
{
	return worth->cells[kind][age_class(age >> worth->shift)].worth;
}

void tier_worth_solve(struct tier_worth *worth, u32 kind)
{
	struct tier_worth_cell *cells = worth->cells[kind];
	u64 alive = 0, ended, left, rent;
	u64 value = 0, gain;
	u32 class;

	for (class = 0; class < TIER_WORTH_AGES; class++)
		alive += cells[class].ended;
	/* Those that never ended; from here on backwards, those that reached the end of a class. */
	alive = worth->begun[kind] > alive ? worth->begun[kind] - alive : 0;
	for (class = TIER_WORTH_AGES; class--;) {
		alive += cells[class].ended;
		ended = 0;
		gain = 0;
		if (alive > 2) {
			ended = div64_u64((u64)cells[class].ended << 16, alive);
			gain = div64_u64(cells[class].saved * ONE, alive);
		}
		left = (1 << 16) - ended;
		/* Who ends within the class pays half of its rent. */
		rent = worth->rent * (class_length(class) << worth->shift) >> TIER_WORTH_RENT_SHIFT;
		rent = rent * (left + (1 << 16)) >> 17;
		value = gain + (value * left >> 16);
		value = value > rent ? value - rent : 0;
		cells[class].worth = value < U32_MAX ? value : U32_MAX;
	}
}

static void halve(struct tier_worth *worth)
{
	u32 kind, class;

	for (kind = 0; kind < TIER_WORTH_KINDS; kind++) {
		worth->begun[kind] /= 2;
		for (class = 0; class < TIER_WORTH_AGES; class++) {
			worth->cells[kind][class].ended /= 2;
			worth->cells[kind][class].saved /= 2;
		}
	}
	for (kind = 0; kind < TIER_WORTH_FEATURES; kind++)
		for (class = 0; class < 3; class++)
			worth->parts[kind][class] /= 2;
}

void tier_worth_tick(struct tier_worth *worth)
{
	if (++worth->since >= worth->period) {
		worth->since = 0;
		halve(worth);
	}
	tier_worth_solve(worth, worth->next);
	worth->next = worth->next + 1 < TIER_WORTH_KINDS ? worth->next + 1 : 0;
}
