/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is remembered of units: those on the fast level, and as many of the rest as there is room for. A
 * table of sets; a new unit takes the place of the one of its set that was not accessed for longest.
 * Pure; the caller serialises and owns the memory.
 */
#ifndef DM_TIER_CORE_UNITS_H
#define DM_TIER_CORE_UNITS_H

#include "env.h"

#define TIER_UNITS_WAYS		16
#define TIER_UNITS_NONE		(~0U)

#define TIER_UNIT_BITS		36
#define TIER_UNIT_TIME_BITS	28
#define TIER_UNIT_NO_SLOT	((1U << 28) - 1)
#define TIER_UNIT_NO_KIND	255

/**
 * struct tier_unit - one unit
 * @unit:   number on the volume
 * @slot:   on the fast level, or TIER_UNIT_NO_SLOT
 * @last:   record that accessed it last, modulo 2 ^ 28
 * @heat:   slow-device time of its accesses, decayed, as of @last, units of TIER_HEAT_US
 * @kind:   of the life that began then; TIER_UNIT_NO_KIND: not accessed yet
 * @length: class of that access's length
 * @depth:  how many accesses led up to it, at most 3
 * @first:  first 16th that it touched
 * @end:    last 16th that it touched
 */
struct tier_unit {
	u64 unit	: TIER_UNIT_BITS;
	u64 slot	: 28;
	u64 last	: TIER_UNIT_TIME_BITS;
	u64 heat	: 16;
	u64 kind	: 8;
	u64 length	: 2;
	u64 depth	: 2;
	u64 first	: 4;
	u64 end		: 4;
};

/**
 * struct tier_units - the table
 * @units: @sets x TIER_UNITS_WAYS
 * @sets:  how many
 * @sweep: set to be looked at next
 */
struct tier_units {
	struct tier_unit *units;
	u32 sets;
	u32 sweep;
};

/* Units that a table for at least @count has; u32 is not passed. */
static inline u32 tier_units_size(u32 count)
{
	if (count > U32_MAX - TIER_UNITS_WAYS)
		count = U32_MAX - TIER_UNITS_WAYS;
	return (count / TIER_UNITS_WAYS + 1) * TIER_UNITS_WAYS;
}

/* Records between @then and @now, both modulo 2 ^ 28. */
static inline u32 tier_units_age(u32 now, u32 then)
{
	return (now - then) & ((1U << TIER_UNIT_TIME_BITS) - 1);
}

/**
 * tier_units_init() - an empty table
 * @units:  to set up
 * @memory: for @size units
 * @size:   from tier_units_size()
 */
void tier_units_init(struct tier_units *units, struct tier_unit *memory, u32 size);

/**
 * tier_units_find() - look one up
 * @units: table
 * @unit:  number
 *
 * Return: index into @units->units, or TIER_UNITS_NONE.
 */
u32 tier_units_find(const struct tier_units *units, u64 unit);

/**
 * tier_units_make() - look one up, or make room for it
 * @units: table
 * @unit:  number
 * @now:   record
 *
 * Return: index; TIER_UNITS_NONE if the set is full of units on the fast level.
 */
u32 tier_units_make(struct tier_units *units, u64 unit, u32 now);

/**
 * tier_units_sweep() - keep one set's ages from turning over
 * @units: table
 * @now:   record
 *
 * To be called for each record.
 */
void tier_units_sweep(struct tier_units *units, u32 now);

#endif /* DM_TIER_CORE_UNITS_H */
