/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sector arithmetic: what part of an extent an I/O covers, and whether it is
 * made of whole blocks. Pure; any context; no locks. Sectors of 512 bytes.
 */
#ifndef DM_TIER_CORE_SECTOR_H
#define DM_TIER_CORE_SECTOR_H

#include "env.h"
#include <linux/dm-tier-format.h>

/**
 * struct tier_span - a range of sectors, cut at extent borders
 * @head_sector: first sector of the part before the first whole extent
 * @head_sectors: its length, 0: none
 * @first:       first logical extent that is covered whole
 * @count:       how many are covered whole, 0: none
 * @tail_sector: first sector of the part behind the last whole extent
 * @tail_sectors: its length, 0: none
 *
 * A range inside of one extent is all head. The head never crosses an extent
 * border, nor does the tail.
 */
struct tier_span {
	u64 head_sector;
	u64 head_sectors;
	u64 first;
	u64 count;
	u64 tail_sector;
	u64 tail_sectors;
};

/**
 * tier_span_cut() - cut a range at extent borders
 * @sector:       start, in the volume
 * @sectors:      length; 0 gives an empty span
 * @extent_shift: log2 of the sectors of an extent
 *
 * The caller has made sure that @sector + @sectors does not overflow.
 */
struct tier_span tier_span_cut(u64 sector, u64 sectors, unsigned int extent_shift);

/* A write that does not begin or end on a border of 4096 bytes. */
static inline bool tier_sector_misaligned(u64 sector, u64 sectors)
{
	return (sector | (sector + sectors)) & (DM_TIER_BLOCK_SECTORS - 1);
}

/* A write smaller than a block of 4096 bytes. */
static inline bool tier_sector_sub_block(u64 sectors)
{
	return sectors < DM_TIER_BLOCK_SECTORS;
}

/**
 * tier_sector_piece() - how much of an I/O goes at once, so that a part of a
 *                       block goes alone
 * @sector:  start, in the volume
 * @sectors: length, not 0
 *
 * Return: the sectors up to the first border of 4096 bytes if it does not begin on
 * one, else all its whole blocks, else (less than a block) all.
 */
static inline u32 tier_sector_piece(u64 sector, u32 sectors)
{
	u32 head = -(u32)sector & (DM_TIER_BLOCK_SECTORS - 1);

	if (head)
		return sectors < head ? sectors : head;
	if (sectors < DM_TIER_BLOCK_SECTORS)
		return sectors;
	return sectors & ~(DM_TIER_BLOCK_SECTORS - 1);
}

/* First sector of the block that @sector lies in. */
static inline u64 tier_sector_block_start(u64 sector)
{
	return sector & ~(u64)(DM_TIER_BLOCK_SECTORS - 1);
}

/* First sector behind the block that ends at or behind @end, itself a border or not. */
static inline u64 tier_sector_block_end(u64 end)
{
	return tier_sector_block_start(end + DM_TIER_BLOCK_SECTORS - 1);
}

#endif /* DM_TIER_CORE_SECTOR_H */
