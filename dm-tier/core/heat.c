// SPDX-License-Identifier: GPL-2.0
#include "heat.h"

/* 2 ^ (-n / 15) in 65536ths. */
static const u16 fraction[TIER_HEAT_HALF] = {
	65535, 62578, 59752, 57053, 54477, 52017, 49667, 47424, 45283, 43238, 41285, 39421, 37641, 35941, 34318,
};

static_assert(sizeof(struct tier_heat) == 8);

u16 tier_heat_at(u16 units, u16 age)
{
	u32 halvings = age / TIER_HEAT_HALF;

	if (!age)
		return units;
	if (halvings > 15)
		return 0;
	return ((u32)units * fraction[age % TIER_HEAT_HALF] >> 16) >> halvings;
}

void tier_heat_age(struct tier_heat *heat, u16 epoch)
{
	u16 age = epoch - heat->epoch;

	/* An access from before, that came late. */
	if (age > 32767)
		return;
	heat->read = tier_heat_at(heat->read, age);
	heat->write = tier_heat_at(heat->write, age);
	if (age > TIER_HEAT_HALF)
		heat->parts = 0;
	heat->epoch = epoch;
}

void tier_heat_add(struct tier_heat *heat, u16 epoch, u32 us, bool write, u16 parts)
{
	u32 units = us / TIER_HEAT_US + !!(us % TIER_HEAT_US);
	u16 *side = write ? &heat->write : &heat->read;

	tier_heat_age(heat, epoch);
	*side = units < (u32)(65535 - *side) ? *side + units : 65535;
	heat->parts |= parts;
}

u64 tier_heat_pack(const struct tier_heat *heat)
{
	if (!heat->read && !heat->write)
		return 0;
	return heat->read | (u64)heat->write << 16 | (u64)heat->epoch << 32 | (u64)heat->parts << 48;
}

void tier_heat_unpack(struct tier_heat *heat, u64 packed, u16 saved, u16 epoch)
{
	u16 age = saved - (u16)(packed >> 32);

	heat->read = packed;
	heat->write = packed >> 16;
	heat->parts = packed >> 48;
	/* From the future: as if of now. */
	heat->epoch = epoch - (age > 32767 ? 0 : age);
}
