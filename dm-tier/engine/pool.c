// SPDX-License-Identifier: GPL-2.0
/*
 * Homes for fresh extents. See pool.h.
 */
#include "engine/member.h"
#include "engine/pool.h"

#define ANY_LEVEL	(-1)

/* On the fastest of the levels that are asked for, the member with the most room. */
static u64 __take(struct tier *tier, int level, bool reserve)
{
	struct tier_member *best = NULL;
	unsigned int i;

	lockdep_assert_held(&tier->map_lock);

	for (i = 0; i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];
		u64 keep = reserve ? 0 : member->info->reserve_extents;

		if (level != ANY_LEVEL && member->info->level != level)
			continue;
		if (!tier_member_open(member) ||
		    tier_space_free(&member->space) <= keep)
			continue;
		if (!best || member->info->level < best->info->level ||
		    (member->info->level == best->info->level &&
		     tier_space_free(&member->space) > tier_space_free(&best->space)))
			best = member;
	}
	if (!best)
		return 0;
	return tier_entry_make(best->index, tier_space_alloc(&best->space));
}

bool tier_pool_lost(const struct tier *tier)
{
	unsigned int i;

	for (i = 0; i < tier->super.members_count; i++)
		if (!tier_member_open(&tier->members[i]))
			return true;
	return false;
}

u64 __tier_pool_take(struct tier *tier, u64 entry)
{
	u64 home = 0;

	if (tier_entry_pinned(entry))
		home = __take(tier, tier_entry_pin_level(entry), false);
	if (!home)
		home = __take(tier, ANY_LEVEL, false);
	return home ? home : __take(tier, ANY_LEVEL, true);
}

u64 __tier_pool_take_on(struct tier *tier, unsigned int level)
{
	return __take(tier, level, true);
}

void __tier_pool_give(struct tier *tier, u64 entry)
{
	struct tier_member *member = &tier->members[tier_entry_member(entry)];

	lockdep_assert_held(&tier->map_lock);

	if (!tier_space_give(&member->space, tier_entry_pext(entry)))
		DMERR_LIMIT("%s: extent %llu of member %u was freed twice", tier_name(tier),
			    tier_entry_pext(entry), member->index);
}

u64 tier_pool_level_extents(struct tier *tier, unsigned int level, u64 *used)
{
	u64 extents = 0;
	unsigned int i;

	*used = 0;
	spin_lock(&tier->map_lock);
	for (i = 0; i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];

		if (member->info->level != level)
			continue;
		extents += member->info->extents;
		*used += member->space.used;
	}
	spin_unlock(&tier->map_lock);
	return extents;
}
