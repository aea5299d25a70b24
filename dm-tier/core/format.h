/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The on-disk codec: blocks of include/uapi/linux/dm-tier-format.h to and
 * from structures in host byte order. Decoding validates: what a decoder has
 * accepted may be used without another check, and raw fields are read once.
 *
 * Pure: any context, no locks, no memory of its own.
 */
#ifndef DM_TIER_CORE_FORMAT_H
#define DM_TIER_CORE_FORMAT_H

#include "env.h"
#include <linux/dm-tier-format.h>

/**
 * enum tier_flaw - what is wrong with a block
 * @TIER_OK:              nothing
 * @TIER_FLAW_BLANK:      all zero: never written
 * @TIER_FLAW_MAGIC:      not a block of this kind
 * @TIER_FLAW_CHECKSUM:   torn or damaged
 * @TIER_FLAW_PLACE:      right, but belongs elsewhere
 * @TIER_FLAW_UUID:       right, but of another volume
 * @TIER_FLAW_VERSION:    a format version that this code does not know
 * @TIER_FLAW_FEATURE:    needs a feature that this code does not know
 * @TIER_FLAW_FIELD:      a field outside of its range, or reserved and not 0
 *
 * Checks are made in this order, so the first that fails tells the most.
 */
enum tier_flaw {
	TIER_OK = 0,
	TIER_FLAW_BLANK,
	TIER_FLAW_MAGIC,
	TIER_FLAW_CHECKSUM,
	TIER_FLAW_PLACE,
	TIER_FLAW_UUID,
	TIER_FLAW_VERSION,
	TIER_FLAW_FEATURE,
	TIER_FLAW_FIELD,
};

/*
 * Highest sequence number, generation and checkpoint number that a decoder
 * takes. A volume that counts a thousand a microsecond gets there in
 * 292 years; a block that claims more is forged, and would let the sums made
 * with it run over.
 */
#define TIER_SEQ_MAX		(~0ULL >> 1)

/* Largest member and volume, in sectors: 2^63 bytes. */
#define TIER_SECTORS_MAX	BIT_ULL(54)

/* One member, in host byte order; fields as struct dm_tier_member. */
struct tier_member_info {
	u8 uuid[DM_TIER_UUID_SIZE];
	u64 sectors;
	u64 second_sector;
	u64 data_sector;
	u64 extents;
	u64 reserve_extents;
	u64 meta_sector;
	u64 meta_blocks;
	u8 level;
	u8 copy;
};

/* The superblock, in host byte order; fields as struct dm_tier_super. */
struct tier_super {
	u8 uuid[DM_TIER_UUID_SIZE];
	u64 generation;
	u32 copies_valid;
	u64 compat;
	u64 ro_compat;
	u64 incompat;
	u16 member_index;
	u16 members_count;
	u16 levels_count;
	u16 absent;
	u32 extent_sectors;
	u32 logical_bytes;
	u32 physical_bytes;
	u32 journal_blocks;
	u64 extents;
	u64 table_blocks;
	u64 created;
	char name[DM_TIER_NAME_SIZE];
	char label[DM_TIER_LABEL_SIZE];
	struct tier_member_info members[DM_TIER_MAX_MEMBERS];
};

/* The checkpoint, in host byte order; fields as struct dm_tier_checkpoint. */
struct tier_checkpoint {
	u64 number;
	u64 epoch;
	u64 tail_seq;
	u64 flags;
	u64 mapped;
	u64 used[DM_TIER_MAX_MEMBERS];
};

/* One change of the map, in host byte order. */
struct tier_change {
	u64 extent;
	u64 entry;
};

/* Head of a journal block, in host byte order; fields as struct dm_tier_journal. */
struct tier_journal_head {
	u64 seq;
	u64 epoch;
	u32 txn_index;
	u32 txn_blocks;
	u32 count;
};

/**
 * tier_flaw_text() - a flaw in words, for messages: "wrong checksum"
 * @flaw: which
 */
const char *tier_flaw_text(enum tier_flaw flaw);

/**
 * tier_super_encode() - write a superblock into a block
 * @super:  what to write; its member_index says on which member
 * @sector: where the block will stand on that member
 * @block:  DM_TIER_BLOCK_SIZE bytes, all of them are written
 */
void tier_super_encode(const struct tier_super *super, u64 sector, void *block);

/**
 * tier_super_decode() - check a superblock and read it
 * @block:  DM_TIER_BLOCK_SIZE bytes
 * @sector: where the block stands on its member
 * @super:  set when TIER_OK, or TIER_FLAW_FEATURE (then to be shown, not used: its
 *          fields have not been checked against each other, but members_count is
 *          in range and the strings are terminated); all zero after
 *          TIER_FLAW_FIELD, else left as it was
 *
 * TIER_FLAW_FEATURE is returned for a bit of incompat or of ro_compat that is not known.
 *
 * Beside the header it checks every field and the fields against each other:
 * powers of two and ranges, levels 0 to levels_count - 1 each with a member,
 * members' areas in order, inside of the member and not overlapping (second
 * superblock and metadata and data area), sum of extents less reserves equal
 * or above the logical extents, room of the metadata areas for journal and
 * table, no multiplication that overflows, unique member uuids, copies on
 * different members, unused member entries zero, strings terminated and
 * nothing behind their end. table_blocks is at least
 * tier_table_blocks(extents). copies_valid names only copies that a member
 * holds, but may be 0. Place: @sector is DM_TIER_SUPER_SECTOR or that member's
 * second_sector, which lies in the last whole unit of the member.
 */
enum tier_flaw tier_super_decode(const void *block, u64 sector,
				 struct tier_super *super);

/**
 * tier_checkpoint_encode() - write a checkpoint into a block
 * @ckpt:  what to write
 * @uuid:  the volume's
 * @block: DM_TIER_BLOCK_SIZE bytes, all of them are written
 *
 * The block's place is slot @ckpt->number % 2.
 */
void tier_checkpoint_encode(const struct tier_checkpoint *ckpt, const u8 *uuid,
			    void *block);

/**
 * tier_checkpoint_decode() - check a checkpoint and read it
 * @block: DM_TIER_BLOCK_SIZE bytes
 * @super: the volume
 * @slot:  0 or 1, where it was read; must fit the number
 * @ckpt:  set when TIER_OK
 *
 * @mapped is at most the volume's extents and the sum of @used; each of @used
 * at most the member's extents; entries of members that do not exist are 0.
 */
enum tier_flaw tier_checkpoint_decode(const void *block,
				      const struct tier_super *super,
				      unsigned int slot,
				      struct tier_checkpoint *ckpt);

/**
 * tier_journal_encode() - write a journal block
 * @head:    seq, epoch, txn_index, txn_blocks, count (1 to
 *           DM_TIER_JOURNAL_ENTRIES)
 * @changes: head->count of them; bits of the moment are left out
 * @super:   the volume
 * @block:   DM_TIER_BLOCK_SIZE bytes, all of them are written
 */
void tier_journal_encode(const struct tier_journal_head *head,
			 const struct tier_change *changes,
			 const struct tier_super *super, void *block);

/**
 * tier_journal_decode() - check a journal block and read its head
 * @block: DM_TIER_BLOCK_SIZE bytes
 * @super: the volume
 * @place: block number in the metadata area where it was read
 * @head:  set when TIER_OK
 *
 * Its place must fit its sequence number. txn_index is below txn_blocks,
 * txn_blocks at most the journal's length. Every entry is checked by
 * tier_entry_check() and its extent against the volume's extents.
 */
enum tier_flaw tier_journal_decode(const void *block,
				   const struct tier_super *super, u64 place,
				   struct tier_journal_head *head);

/**
 * tier_journal_change() - one change of a block that was decoded
 * @block: as given to tier_journal_decode()
 * @nr:    below head.count
 */
struct tier_change tier_journal_change(const void *block, u32 nr);

/**
 * tier_table_encode() - write a table block
 * @entries: of the map, from logical extent @index * DM_TIER_TABLE_ENTRIES on;
 *           as many as the volume has, at most DM_TIER_TABLE_ENTRIES; bits of
 *           the moment are left out
 * @index:   which table block, below tier_table_blocks(super->extents)
 * @slot:    0 or 1
 * @number:  of the checkpoint that writes it
 * @super:   the volume
 * @block:   DM_TIER_BLOCK_SIZE bytes, all of them are written
 */
void tier_table_encode(const u64 *entries, u64 index, unsigned int slot,
		       u64 number, const struct tier_super *super, void *block);

/**
 * tier_table_decode() - check a table block and read its entries
 * @block:   DM_TIER_BLOCK_SIZE bytes
 * @super:   the volume
 * @index:   which table block it should be
 * @slot:    in which slot it stands
 * @number:  set to the checkpoint that wrote it, when TIER_OK
 * @entries: room for as many entries as the volume has in this block; set when
 *           TIER_OK, undefined after TIER_FLAW_FIELD, else left as it was; may
 *           be NULL (only check)
 *
 * Every entry is checked by tier_entry_check().
 */
enum tier_flaw tier_table_decode(const void *block, const struct tier_super *super,
				 u64 index, unsigned int slot, u64 *number,
				 u64 *entries);

/**
 * tier_entry_check() - may this entry stand on disk?
 * @entry: from disk
 * @super: the volume
 *
 * Mapped: the member exists and has that physical extent. Not mapped: no
 * home bits. Never bits of the moment. Not pinned: no level bits. Pinned: the
 * level exists.
 */
bool tier_entry_check(u64 entry, const struct tier_super *super);

#endif /* DM_TIER_CORE_FORMAT_H */
