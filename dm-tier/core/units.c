// SPDX-License-Identifier: GPL-2.0
#include "units.h"

/* Ages stay below: there are at most 2 ^ 24 sets, so that each is swept in time. */
#define AGE_MAX	(1U << 27)

static_assert(sizeof(struct tier_unit) == 16);

static bool is_empty(const struct tier_unit *unit)
{
	return unit->kind == TIER_UNIT_NO_KIND && unit->slot == TIER_UNIT_NO_SLOT;
}

void tier_units_init(struct tier_units *units, struct tier_unit *memory, u32 size)
{
	u32 i;

	units->units = memory;
	units->sets = size / TIER_UNITS_WAYS;
	units->sweep = 0;
	memset(memory, 0, (size_t)size * sizeof(*memory));
	for (i = 0; i < size; i++) {
		memory[i].slot = TIER_UNIT_NO_SLOT;
		memory[i].kind = TIER_UNIT_NO_KIND;
	}
}

static u32 set_of(const struct tier_units *units, u64 unit)
{
	/* The high half of the product times the number of sets: no division. */
	u32 hash = (unit * 0x9E3779B97F4A7C15ULL) >> 32;

	return ((u64)hash * units->sets >> 32) * TIER_UNITS_WAYS;
}

u32 tier_units_find(const struct tier_units *units, u64 unit)
{
	u32 set = set_of(units, unit), i;

	for (i = set; i < set + TIER_UNITS_WAYS; i++)
		if (units->units[i].unit == unit && !is_empty(&units->units[i]))
			return i;
	return TIER_UNITS_NONE;
}

u32 tier_units_make(struct tier_units *units, u64 unit, u32 now)
{
	u32 found = tier_units_find(units, unit), set, i, age, oldest = 0;

	if (found != TIER_UNITS_NONE)
		return found;
	set = set_of(units, unit);
	for (i = set; i < set + TIER_UNITS_WAYS; i++) {
		const struct tier_unit *entry = &units->units[i];

		if (entry->slot != TIER_UNIT_NO_SLOT)
			continue;
		age = is_empty(entry) ? U32_MAX : tier_units_age(now, entry->last) + 1;
		if (age > oldest) {
			oldest = age;
			found = i;
		}
	}
	if (found != TIER_UNITS_NONE) {
		memset(&units->units[found], 0, sizeof(units->units[found]));
		units->units[found].unit = unit;
		units->units[found].slot = TIER_UNIT_NO_SLOT;
		units->units[found].kind = TIER_UNIT_NO_KIND;
		units->units[found].last = now;
	}
	return found;
}

void tier_units_sweep(struct tier_units *units, u32 now)
{
	u32 set = units->sweep * TIER_UNITS_WAYS, i;

	for (i = set; i < set + TIER_UNITS_WAYS; i++)
		if (tier_units_age(now, units->units[i].last) > AGE_MAX)
			units->units[i].last = now - AGE_MAX;
	units->sweep = units->sweep + 1 < units->sets ? units->sweep + 1 : 0;
}
