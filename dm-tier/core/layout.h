/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where things go on the members of a new volume, and how large it gets.
 * Pure; any context; no locks. All positions and sizes in sectors of 512
 * bytes unless a name says bytes, blocks (4096 bytes) or extents.
 */
#ifndef DM_TIER_CORE_LAYOUT_H
#define DM_TIER_CORE_LAYOUT_H

#include "format.h"

/**
 * struct tier_layout_member - a device that shall become a member
 * @sectors:        its size
 * @skew_bytes:     how far its first byte lies behind a border of @align_bytes
 *                  on the medium: 0 for a whole disk, 63 * 512 for a partition
 *                  that starts at sector 63
 * @logical_bytes:  its logical sector, 512 to 4096, whatever the volume shows
 * @physical_bytes: its physical block
 * @level:          0 is the fastest
 */
struct tier_layout_member {
	u64 sectors;
	u64 skew_bytes;
	u32 logical_bytes;
	u32 physical_bytes;
	u8 level;
};

/**
 * struct tier_layout_wish - what the admin asked for
 * @extent_sectors:  0: tier_layout_extent_sectors() chooses
 * @logical_bytes:   512 or 4096, what the volume shows
 * @max_sectors:     0: as large as the members allow; else the volume's size,
 *                   rounded up to whole extents and units
 */
struct tier_layout_wish {
	u32 extent_sectors;
	u32 logical_bytes;
	u64 max_sectors;
};

/**
 * enum tier_layout_problem - why there is no layout
 * @TIER_LAYOUT_OK:          there is one
 * @TIER_LAYOUT_TOO_SMALL:   a member has no room for superblocks, its metadata
 *                           and at least 8 extents and 1 MiB beyond its reserve
 * @TIER_LAYOUT_MISALIGNED:  no whole number of logical sectors puts the member's
 *                           data area on a border: skew_bytes is no multiple of
 *                           tier_layout_step_bytes()
 * @TIER_LAYOUT_SECTOR:      a member's logical sector is larger than a block of
 *                           4096 bytes, in which all I/O of dm-tier is made
 * @TIER_LAYOUT_SIZE:        more was wished than the members hold
 * @TIER_LAYOUT_RANGE:       a number is out of the format's range (members,
 *                           levels without a member, extent size, sector size)
 */
enum tier_layout_problem {
	TIER_LAYOUT_OK = 0,
	TIER_LAYOUT_TOO_SMALL,
	TIER_LAYOUT_MISALIGNED,
	TIER_LAYOUT_SECTOR,
	TIER_LAYOUT_SIZE,
	TIER_LAYOUT_RANGE,
};

/**
 * tier_layout_step_bytes() - in which steps a data area may be placed
 * @logical_bytes: of the member, which takes I/O in these units only
 * @shown_bytes:   of the volume: device-mapper wants the part of a member that
 *                 it uses to begin on one
 *
 * Return: the larger one.
 */
u32 tier_layout_step_bytes(u32 logical_bytes, u32 shown_bytes);

/**
 * tier_layout_extent_sectors() - extent size for a volume of @sectors
 *
 * 1 MiB, doubled until the map has at most 2^24 entries (128 MiB of memory),
 * at most 64 MiB: 1 MiB up to 16 TiB, 64 MiB from 512 TiB to 1 PiB.
 */
u32 tier_layout_extent_sectors(u64 sectors);

/**
 * tier_layout_plan() - lay a new volume out
 * @devs:    the members, in any order
 * @count:   how many
 * @wish:    what was asked for
 * @super:   members (all but uuid), extent_sectors, extents, logical_bytes,
 *           physical_bytes, journal_blocks, table_blocks, counts and
 *           copies_valid are set; the rest is left as it was
 * @culprit: set to the number of the member at fault, or to -1
 *
 * On each member: first superblock at DM_TIER_SUPER_SECTOR, the second at the
 * start of the last whole unit of the member; the data area begins at the first
 * border of the larger of 1 MiB and its physical block (as seen on the medium,
 * with @skew_bytes) behind the first superblock and the metadata area. The
 * metadata area, on the first member of level 0 and on the first member of the
 * last level (with one level: on the first two members; with one member: one
 * copy), begins at the first such border that is behind the first superblock:
 * 1 MiB with no skew. The data area ends before the second superblock.
 *
 * Data areas and metadata areas are multiples of 1 MiB. The reserve is 4
 * extents for each member, or 1/4096 of its extents if that is more. The
 * volume has the sum of the extents less the reserves, rounded down so that
 * its size is a multiple of 1 MiB.
 *
 * The journal has 1024 blocks; less, but at least DM_TIER_MIN_JOURNAL_BLOCKS,
 * where that would be more than 1/1024 of the smaller metadata member.
 *
 * Physical block of the volume: 4096.
 */
enum tier_layout_problem tier_layout_plan(const struct tier_layout_member *devs,
					  unsigned int count,
					  const struct tier_layout_wish *wish,
					  struct tier_super *super,
					  int *culprit);

/**
 * tier_layout_overhead_sectors() - what a member gives to metadata
 * @member: of a planned or decoded superblock
 * @extent_sectors: of the volume
 *
 * Everything but its extents, the rest behind the last whole extent included.
 */
u64 tier_layout_overhead_sectors(const struct tier_member_info *member,
				 u32 extent_sectors);

#endif /* DM_TIER_CORE_LAYOUT_H */
