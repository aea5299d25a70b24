// SPDX-License-Identifier: GPL-2.0
#include "layout.h"
#include "map.h"

#define SECTOR_BYTES		512u
#define SUPER_END		(DM_TIER_SUPER_SECTOR + DM_TIER_BLOCK_SECTORS)
#define UNIT_BYTES		((u64)DM_TIER_UNIT_SECTORS * SECTOR_BYTES)
#define UNIT_BLOCKS		(DM_TIER_UNIT_SECTORS / DM_TIER_BLOCK_SECTORS)

#define DEFAULT_EXTENT_SECTORS	2048
#define DEFAULT_MAP_ENTRIES	BIT_ULL(24)
#define MAX_JOURNAL_BLOCKS	1024	/* of a new volume */
#define MIN_MEMBER_EXTENTS	8	/* beyond the reserve */
#define MIN_RESERVE_EXTENTS	4
#define RESERVE_SHARE		4096

static bool power_of_two(u64 n)
{
	return n && !(n & (n - 1));
}

static u64 round_up_to(u64 n, u64 power)
{
	return (n + power - 1) & ~(power - 1);
}

static u64 round_down_to(u64 n, u64 power)
{
	return n & ~(power - 1);
}

u32 tier_layout_step_bytes(u32 logical_bytes, u32 shown_bytes)
{
	return logical_bytes > shown_bytes ? logical_bytes : shown_bytes;
}

u32 tier_layout_extent_sectors(u64 sectors)
{
	u32 extent_sectors = DEFAULT_EXTENT_SECTORS;

	while (extent_sectors < DM_TIER_MAX_EXTENT_SECTORS &&
	       div_u64(sectors, extent_sectors) + !!(sectors & (extent_sectors - 1)) >
	       DEFAULT_MAP_ENTRIES)
		extent_sectors *= 2;
	return extent_sectors;
}

u64 tier_layout_overhead_sectors(const struct tier_member_info *member, u32 extent_sectors)
{
	return member->sectors - member->extents * extent_sectors;
}

/* The fewest extents that make a multiple of a unit. */
static u32 extents_step(u32 extent_sectors)
{
	return extent_sectors < DM_TIER_UNIT_SECTORS ? DM_TIER_UNIT_SECTORS / extent_sectors : 1;
}

static enum tier_layout_problem check_wish(const struct tier_layout_wish *wish)
{
	if (wish->logical_bytes != SECTOR_BYTES && wish->logical_bytes != DM_TIER_BLOCK_SIZE)
		return TIER_LAYOUT_RANGE;
	if (wish->extent_sectors && (!power_of_two(wish->extent_sectors) ||
				     wish->extent_sectors < DM_TIER_MIN_EXTENT_SECTORS ||
				     wish->extent_sectors > DM_TIER_MAX_EXTENT_SECTORS))
		return TIER_LAYOUT_RANGE;
	return TIER_LAYOUT_OK;
}

static enum tier_layout_problem check_dev(const struct tier_layout_member *dev,
					  const struct tier_layout_wish *wish)
{
	if (dev->level >= DM_TIER_MAX_LEVELS || dev->sectors > TIER_SECTORS_MAX)
		return TIER_LAYOUT_RANGE;
	if (!power_of_two(dev->logical_bytes) || dev->logical_bytes < SECTOR_BYTES)
		return TIER_LAYOUT_RANGE;
	if (!power_of_two(dev->physical_bytes) || dev->physical_bytes < dev->logical_bytes)
		return TIER_LAYOUT_RANGE;
	if (dev->logical_bytes > DM_TIER_BLOCK_SIZE)
		return TIER_LAYOUT_SECTOR;
	if (dev->skew_bytes &
	    (tier_layout_step_bytes(dev->logical_bytes, wish->logical_bytes) - 1))
		return TIER_LAYOUT_MISALIGNED;
	if (dev->sectors < 3 * DM_TIER_UNIT_SECTORS)
		return TIER_LAYOUT_TOO_SMALL;
	return TIER_LAYOUT_OK;
}

static enum tier_layout_problem check_devs(const struct tier_layout_member *devs,
					   unsigned int count,
					   const struct tier_layout_wish *wish,
					   unsigned int *levels_count, int *culprit)
{
	enum tier_layout_problem problem;
	u32 levels = 0;
	unsigned int i;

	if (!count || count > DM_TIER_MAX_MEMBERS)
		return TIER_LAYOUT_RANGE;
	for (i = 0; i < count; i++) {
		problem = check_dev(&devs[i], wish);
		if (problem != TIER_LAYOUT_OK) {
			*culprit = (int)i;
			return problem;
		}
		levels |= 1u << devs[i].level;
	}
	/* No gap: one more than all the levels below it is a power of two. */
	if (levels & (levels + 1))
		return TIER_LAYOUT_RANGE;
	for (*levels_count = 0; levels; levels >>= 1)
		(*levels_count)++;
	return TIER_LAYOUT_OK;
}

/* First sector at or behind @sector that lies on a border of the medium. */
static u64 border_behind(u64 sector, const struct tier_layout_member *dev)
{
	u64 align = dev->physical_bytes > UNIT_BYTES ? dev->physical_bytes : UNIT_BYTES;
	u64 skew = dev->skew_bytes & (align - 1);

	return (round_up_to(sector * SECTOR_BYTES + skew, align) - skew) / SECTOR_BYTES;
}

/* Which members hold the metadata; the smaller one decides how long the journal is. */
static void place_copies(const struct tier_layout_member *devs, unsigned int count,
			 struct tier_super *super)
{
	unsigned int last_level = super->levels_count - 1;
	u64 smallest = TIER_SECTORS_MAX, blocks;
	unsigned int i;
	u32 copies = 0;

	for (i = 0; i < count; i++) {
		u8 copy = DM_TIER_NO_COPY;

		if (!(copies & 1) && devs[i].level == 0)
			copy = 0;
		else if (!(copies & 2) && devs[i].level == last_level)
			copy = 1;
		super->members[i].copy = copy;
		if (copy == DM_TIER_NO_COPY)
			continue;
		copies |= 1u << copy;
		if (devs[i].sectors < smallest)
			smallest = devs[i].sectors;
	}
	super->copies_valid = copies;

	blocks = smallest / DM_TIER_BLOCK_SECTORS / 1024;
	if (blocks > MAX_JOURNAL_BLOCKS)
		blocks = MAX_JOURNAL_BLOCKS;
	if (blocks < DM_TIER_MIN_JOURNAL_BLOCKS)
		blocks = DM_TIER_MIN_JOURNAL_BLOCKS;
	super->journal_blocks = (u32)blocks;
}

static enum tier_layout_problem place_areas(const struct tier_layout_member *dev,
					    const struct tier_super *super,
					    struct tier_member_info *member)
{
	u64 units = dev->sectors / DM_TIER_UNIT_SECTORS;
	u32 step = extents_step(super->extent_sectors);
	u64 behind = SUPER_END;

	member->sectors = dev->sectors;
	member->level = dev->level;
	member->second_sector = (units - 1) * DM_TIER_UNIT_SECTORS;
	member->meta_sector = 0;
	member->meta_blocks = 0;
	if (member->copy != DM_TIER_NO_COPY) {
		member->meta_sector = border_behind(behind, dev);
		member->meta_blocks = round_up_to(DM_TIER_META_JOURNAL + super->journal_blocks +
						  super->table_blocks * DM_TIER_META_SLOTS,
						  UNIT_BLOCKS);
		behind = member->meta_sector + member->meta_blocks * DM_TIER_BLOCK_SECTORS;
	}
	member->data_sector = border_behind(behind, dev);
	if (member->data_sector >= member->second_sector)
		return TIER_LAYOUT_TOO_SMALL;

	member->extents = round_down_to(div_u64(member->second_sector - member->data_sector,
						super->extent_sectors), step);
	if (member->extents > DM_TIER_ENTRY_PEXT_MASK + 1)
		return TIER_LAYOUT_RANGE;
	member->reserve_extents = member->extents / RESERVE_SHARE;
	if (member->reserve_extents < MIN_RESERVE_EXTENTS)
		member->reserve_extents = MIN_RESERVE_EXTENTS;
	/* A unit at least, or a volume of small extents would be rounded down to nothing. */
	if (member->extents < member->reserve_extents + MIN_MEMBER_EXTENTS ||
	    member->extents < member->reserve_extents + step)
		return TIER_LAYOUT_TOO_SMALL;
	return TIER_LAYOUT_OK;
}

/* How many logical extents, of the @room that the members have. */
static enum tier_layout_problem size_volume(const struct tier_layout_wish *wish, u64 room,
					    struct tier_super *super)
{
	u32 step = extents_step(super->extent_sectors);
	u64 wanted;

	super->extents = round_down_to(room, step);
	if (wish->max_sectors) {
		if (wish->max_sectors > TIER_SECTORS_MAX)
			return TIER_LAYOUT_SIZE;
		wanted = round_up_to(wish->max_sectors, (u64)step * super->extent_sectors);
		wanted = div_u64(wanted, super->extent_sectors);
		if (wanted > super->extents)
			return TIER_LAYOUT_SIZE;
		super->extents = wanted;
	}
	if (super->extents > div_u64(TIER_SECTORS_MAX, super->extent_sectors))
		return TIER_LAYOUT_RANGE;
	return TIER_LAYOUT_OK;
}

enum tier_layout_problem tier_layout_plan(const struct tier_layout_member *devs,
					  unsigned int count,
					  const struct tier_layout_wish *wish,
					  struct tier_super *super, int *culprit)
{
	enum tier_layout_problem problem;
	unsigned int i, levels_count;
	u64 sectors = 0, room = 0;

	*culprit = -1;
	problem = check_wish(wish);
	if (problem == TIER_LAYOUT_OK)
		problem = check_devs(devs, count, wish, &levels_count, culprit);
	if (problem != TIER_LAYOUT_OK)
		return problem;

	for (i = 0; i < count; i++)
		sectors += devs[i].sectors;
	if (wish->max_sectors > sectors)
		return TIER_LAYOUT_SIZE;
	/* From here on an upper bound of the volume's size. */
	if (wish->max_sectors)
		sectors = round_up_to(wish->max_sectors, DM_TIER_UNIT_SECTORS);

	super->members_count = (u16)count;
	super->levels_count = (u16)levels_count;
	super->logical_bytes = wish->logical_bytes;
	super->physical_bytes = DM_TIER_BLOCK_SIZE;
	super->extent_sectors = wish->extent_sectors;
	if (!super->extent_sectors)
		super->extent_sectors = tier_layout_extent_sectors(sectors);
	/*
	 * The table takes room from the extents that it counts; it is made for the upper bound,
	 * which costs some blocks and saves solving that.
	 */
	super->table_blocks =
		tier_table_blocks(div_u64(sectors + super->extent_sectors - 1,
					  super->extent_sectors));
	place_copies(devs, count, super);

	for (i = 0; i < count; i++) {
		problem = place_areas(&devs[i], super, &super->members[i]);
		if (problem != TIER_LAYOUT_OK) {
			*culprit = (int)i;
			return problem;
		}
		room += super->members[i].extents - super->members[i].reserve_extents;
	}
	memset(&super->members[count], 0,
	       (DM_TIER_MAX_MEMBERS - count) * sizeof(super->members[0]));
	return size_volume(wish, room, super);
}
