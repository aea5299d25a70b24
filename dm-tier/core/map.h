/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Map arithmetic: entries of the map, and where a logical extent, a physical
 * extent and a table block lie. Pure; any context; no locks.
 */
#ifndef DM_TIER_CORE_MAP_H
#define DM_TIER_CORE_MAP_H

#include "env.h"
#include <linux/dm-tier-format.h>

/*
 * States of the moment, in the bits that are zero on disk.
 *
 * VOLATILE: the journal does not hold this entry yet: a crash brings the entry
 * before it back. BUSY: the entry is about to change; new bios wait. MOVING: the
 * extent is being copied to another home; a write tells what it changes.
 */
#define TIER_ENTRY_VOLATILE	BIT_ULL(48)
#define TIER_ENTRY_BUSY		BIT_ULL(49)
#define TIER_ENTRY_MOVING	BIT_ULL(50)

static inline bool tier_entry_mapped(u64 entry)
{
	return entry & DM_TIER_ENTRY_MAPPED;
}

static inline u64 tier_entry_pext(u64 entry)
{
	return entry & DM_TIER_ENTRY_PEXT_MASK;
}

static inline unsigned int tier_entry_member(u64 entry)
{
	return (entry >> DM_TIER_ENTRY_MEMBER_SHIFT) & DM_TIER_ENTRY_MEMBER_MASK;
}

/* An entry as it may stand on disk. */
static inline u64 tier_entry_durable(u64 entry)
{
	return entry & ~DM_TIER_ENTRY_MEMORY_MASK;
}

/* @pext below 2^40, @member below 256: the caller has checked them. */
static inline u64 tier_entry_make(unsigned int member, u64 pext)
{
	return DM_TIER_ENTRY_MAPPED |
	       ((u64)member << DM_TIER_ENTRY_MEMBER_SHIFT) | pext;
}

/* An entry without a home that is pinned to a level below 4. */
static inline u64 tier_entry_pin(unsigned int level)
{
	return DM_TIER_ENTRY_PINNED | ((u64)level << DM_TIER_ENTRY_LEVEL_SHIFT);
}

static inline bool tier_entry_pinned(u64 entry)
{
	return entry & DM_TIER_ENTRY_PINNED;
}

/* Only if it is pinned */
static inline unsigned int tier_entry_pin_level(u64 entry)
{
	return (entry >> DM_TIER_ENTRY_LEVEL_SHIFT) & DM_TIER_ENTRY_LEVEL_MASK;
}

/* The home alone: neither pin nor bits of the moment. */
static inline u64 tier_entry_home(u64 entry)
{
	return tier_entry_mapped(entry) ?
	       tier_entry_durable(entry) & ~(DM_TIER_ENTRY_PINNED |
			(DM_TIER_ENTRY_LEVEL_MASK << DM_TIER_ENTRY_LEVEL_SHIFT)) : 0;
}

/* The same pin, another home; @home is an entry made by tier_entry_make() or 0. */
static inline u64 tier_entry_rehome(u64 entry, u64 home)
{
	return home | (entry & (DM_TIER_ENTRY_PINNED |
				(DM_TIER_ENTRY_LEVEL_MASK << DM_TIER_ENTRY_LEVEL_SHIFT)));
}

static inline u64 tier_table_block_of(u64 extent)
{
	return div_u64(extent, DM_TIER_TABLE_ENTRIES);
}

/* Blocks of a table that holds @extents entries. */
static inline u64 tier_table_blocks(u64 extents)
{
	return div_u64(extents + DM_TIER_TABLE_ENTRIES - 1, DM_TIER_TABLE_ENTRIES);
}

/* Place in the metadata area of @slot of table block @index. */
static inline u64 tier_table_place(u32 journal_blocks, u64 index, unsigned int slot)
{
	return DM_TIER_META_JOURNAL + journal_blocks +
	       index * DM_TIER_META_SLOTS + slot;
}

/* Place in the metadata area of the journal block with number @seq. */
static inline u64 tier_journal_place(u32 journal_blocks, u64 seq)
{
	u64 rem;

	div64_u64_rem(seq, journal_blocks, &rem);
	return DM_TIER_META_JOURNAL + rem;
}

#endif /* DM_TIER_CORE_MAP_H */
