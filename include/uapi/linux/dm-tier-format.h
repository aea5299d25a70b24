/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * dm-tier: what stands on the members of a volume.
 *
 * Documentation/design/format.rst explains the format and names the crash
 * that each rule prevents; this header is its only definition.
 *
 * Rules for every structure here:
 *  - little endian, no implicit padding, reserved fields are zero;
 *  - one structure is one block of 4096 bytes and begins with struct
 *    dm_tier_block_header: checksum, magic, its own place, the volume's uuid
 *    and a sequence number, so a block that was written to the wrong place,
 *    belongs to another volume or is old can be told from the right one;
 *  - positions on a member are counted in sectors of 512 bytes from the start
 *    of the member, whatever its logical block size; the superblocks' and all
 *    others are multiples of the member's logical block, and data and metadata
 *    areas begin on a border of 4096 bytes as the medium counts;
 *  - positions in a metadata area are counted in blocks from its start, so
 *    that the two copies of a block are the same to the last bit.
 */
#ifndef _UAPI_LINUX_DM_TIER_FORMAT_H
#define _UAPI_LINUX_DM_TIER_FORMAT_H

#include <linux/types.h>

#define DM_TIER_FORMAT_VERSION		1

#define DM_TIER_SECTOR_SHIFT		9
#define DM_TIER_BLOCK_SIZE		4096
#define DM_TIER_BLOCK_SECTORS		8
/* Data areas, metadata areas and the volume's size are multiples of this. */
#define DM_TIER_UNIT_SECTORS		2048	/* 1 MiB */

#define DM_TIER_MAX_MEMBERS		16
#define DM_TIER_MAX_LEVELS		4
#define DM_TIER_MAX_COPIES		2	/* of the metadata */
#define DM_TIER_NO_MEMBER		0xffff

#define DM_TIER_MIN_EXTENT_SECTORS	128	/* 64 KiB */
#define DM_TIER_MAX_EXTENT_SECTORS	131072	/* 64 MiB */

#define DM_TIER_UUID_SIZE		16
#define DM_TIER_NAME_SIZE		128	/* with the closing NUL, as DM_NAME_LEN */
#define DM_TIER_LABEL_SIZE		64	/* with the closing NUL */

/* struct dm_tier_block_header.magic, as bytes "TrSB" "TrCP" "TrJR" "TrTB" */
#define DM_TIER_MAGIC_SUPER		0x42537254
#define DM_TIER_MAGIC_CHECKPOINT	0x50437254
#define DM_TIER_MAGIC_JOURNAL		0x524a7254
#define DM_TIER_MAGIC_TABLE		0x42547254

/**
 * struct dm_tier_block_header - first bytes of every block of ours
 * @csum:   crc32c (Castagnoli, reflected, start value and final inversion
 *          0xffffffff) of the bytes 4 to 4095 of the block
 * @magic:  DM_TIER_MAGIC_*
 * @place:  superblock: sector on its member; all others: block number in the
 *          metadata area
 * @uuid:   the volume's uuid
 * @seq:    superblock: generation; checkpoint and table: number of the
 *          checkpoint that wrote the block; journal: sequence number of the
 *          block
 */
struct dm_tier_block_header {
	__le32	csum;				/*   0 */
	__le32	magic;				/*   4 */
	__le64	place;				/*   8 */
	__u8	uuid[DM_TIER_UUID_SIZE];	/*  16 */
	__le64	seq;				/*  32 */
} __attribute__((packed));			/*  40 */

/*
 * The superblock: two on each member. The first at DM_TIER_SUPER_SECTOR, the
 * second in the last whole unit of the member (sector in struct
 * dm_tier_member). Both are written for each change of the set of members or
 * of their state, first one, then, when it is on stable storage, the other:
 * whenever the power goes, one of them is whole.
 */
#define DM_TIER_SUPER_SECTOR		8

/* As bytes in the superblock, so that blkid and file can find a member. */
#define DM_TIER_SIGNATURE		"\x8a" "dm-tier volume\n"
#define DM_TIER_SIGNATURE_SIZE		16

/*
 * A module that does not know a bit of incompat or ro_compat refuses the volume
 * (one that knows how to may serve it read-only in the second case), compat may
 * be ignored. No bit is defined yet.
 */
#define DM_TIER_COMPAT_KNOWN		0ULL
#define DM_TIER_RO_COMPAT_KNOWN		0ULL
#define DM_TIER_INCOMPAT_KNOWN		0ULL

/**
 * struct dm_tier_member - what every superblock knows of every member
 * @uuid:            of the member
 * @sectors:         size of the member when it was taken in
 * @second_sector:   place of its second superblock
 * @data_sector:     start of its data area
 * @extents:         physical extents in its data area
 * @reserve_extents: those of @extents that the volume's size leaves out, so
 *                   that moves and swaps never wait for room
 * @meta_sector:     start of its metadata area, 0 if it has none
 * @meta_blocks:     length of its metadata area, 0 if it has none
 * @level:           0 is the fastest
 * @copy:            which copy of the metadata it holds (0 or 1), 255: none
 */
struct dm_tier_member {
	__u8	uuid[DM_TIER_UUID_SIZE];	/*   0 */
	__le64	sectors;			/*  16 */
	__le64	second_sector;			/*  24 */
	__le64	data_sector;			/*  32 */
	__le64	extents;			/*  40 */
	__le64	reserve_extents;		/*  48 */
	__le64	meta_sector;			/*  56 */
	__le64	meta_blocks;			/*  64 */
	__u8	level;				/*  72 */
	__u8	copy;				/*  73 */
	__u8	reserved[54];			/*  74 */
} __attribute__((packed));			/* 128 */

#define DM_TIER_NO_COPY			255

/**
 * struct dm_tier_super - the superblock
 * @header:          seq is the generation: the highest is the truth
 * @signature:       DM_TIER_SIGNATURE
 * @version:         DM_TIER_FORMAT_VERSION
 * @copies_valid:    bit n: copy n of the metadata is up to date. A copy whose
 *                   member failed or was missing while the volume was written
 *                   is cleared here, on all other members, before the volume
 *                   goes on: an outdated map is never taken for the right one
 * @member_index:    which of @members this member is
 * @members_count:   number of members
 * @levels_count:    number of levels, each has at least one member
 * @absent:          bit n: this generation was not written to member n, which
 *                   was missing or had failed. Two members each of which knows
 *                   the other as absent went their own ways and are never
 *                   joined again
 * @extent_sectors:  size of an extent, a power of two
 * @logical_bytes:   logical sector that the volume shows, for its whole life
 * @physical_bytes:  physical block that the volume shows
 * @extents:         logical extents; the size of the volume
 * @journal_blocks:  length of the journal in a metadata area
 * @table_blocks:    number of table blocks (each stands in two slots)
 * @created:         seconds since 1970
 * @name:            under which the volume is opened
 * @label:           free text of the admin
 */
struct dm_tier_super {
	struct dm_tier_block_header header;	/*   0 */
	__u8	signature[DM_TIER_SIGNATURE_SIZE]; /* 40 */
	__le32	version;			/*  56 */
	__le32	copies_valid;			/*  60 */
	__le64	compat;				/*  64 */
	__le64	ro_compat;			/*  72 */
	__le64	incompat;			/*  80 */
	__le16	member_index;			/*  88 */
	__le16	members_count;			/*  90 */
	__le16	levels_count;			/*  92 */
	__le16	absent;				/*  94 */
	__le32	extent_sectors;			/*  96 */
	__le32	logical_bytes;			/* 100 */
	__le32	physical_bytes;			/* 104 */
	__le32	journal_blocks;			/* 108 */
	__le64	extents;			/* 112 */
	__le64	table_blocks;			/* 120 */
	__le64	created;			/* 128 */
	__u8	name[DM_TIER_NAME_SIZE];	/* 136 */
	__u8	label[DM_TIER_LABEL_SIZE];	/* 264 */
	__u8	reserved1[184];			/* 328 */
	struct dm_tier_member members[DM_TIER_MAX_MEMBERS]; /* 512 */
	__u8	reserved2[1536];		/* 2560 */
} __attribute__((packed));			/* 4096 */

/*
 * A metadata area, in blocks:
 *
 *	0, 1			checkpoint, slot 0 and 1
 *	2 ... 7			reserved, zero
 *	8 ... 8 + J - 1		journal, a ring: block seq stands at 8 + seq % J
 *	8 + J ...		table: block n has slot s at 8 + J + 2n + s
 *
 * Checkpoint number c stands in slot c % 2. A table block that is written
 * anew goes into the slot that does not hold its newest version.
 */
#define DM_TIER_META_CHECKPOINT		0
#define DM_TIER_META_JOURNAL		8
#define DM_TIER_META_SLOTS		2
#define DM_TIER_MIN_JOURNAL_BLOCKS	64
#define DM_TIER_MAX_JOURNAL_BLOCKS	65536

#define DM_TIER_CHECKPOINT_CLEAN	0x1	/* closed in order: no journal after it */

/**
 * struct dm_tier_checkpoint - from where to replay
 * @header:   seq is the number of the checkpoint, from 1
 * @epoch:    of the journal: blocks of another epoch are leftovers. Each open
 *            begins a new one, so that what an earlier, crashed open left
 *            behind the end of the journal is never taken for its
 *            continuation
 * @tail_seq: sequence number of the first journal block to replay
 * @flags:    DM_TIER_CHECKPOINT_*
 * @mapped:   logical extents that have a home
 * @used:     physical extents in use, by member
 */
struct dm_tier_checkpoint {
	struct dm_tier_block_header header;	/*   0 */
	__le64	epoch;				/*  40 */
	__le64	tail_seq;			/*  48 */
	__le64	flags;				/*  56 */
	__le64	mapped;				/*  64 */
	__le64	used[DM_TIER_MAX_MEMBERS];	/*  72 */
	__u8	reserved[3896];			/* 200 */
} __attribute__((packed));			/* 4096 */

/**
 * struct dm_tier_journal_entry - one changed entry of the map
 * @extent: logical extent
 * @entry:  its new entry, absolute: replaying it twice does no harm
 */
struct dm_tier_journal_entry {
	__le64	extent;				/*   0 */
	__le64	entry;				/*   8 */
} __attribute__((packed));			/*  16 */

#define DM_TIER_JOURNAL_ENTRIES		252

/**
 * struct dm_tier_journal - a block of the journal
 * @header:     seq is the sequence number of this block
 * @epoch:      as in the checkpoint
 * @txn_index:  which block of its transaction this is
 * @txn_blocks: blocks of the transaction; it is replayed whole or not at all
 * @count:      entries in use
 * @entries:    the changes
 */
struct dm_tier_journal {
	struct dm_tier_block_header header;	/*   0 */
	__le64	epoch;				/*  40 */
	__le32	txn_index;			/*  48 */
	__le32	txn_blocks;			/*  52 */
	__le32	count;				/*  56 */
	__le32	reserved;			/*  60 */
	struct dm_tier_journal_entry entries[DM_TIER_JOURNAL_ENTRIES]; /* 64 */
} __attribute__((packed));			/* 4096 */

#define DM_TIER_TABLE_ENTRIES		504

/**
 * struct dm_tier_table - a block of the map
 * @header:  seq is the number of the checkpoint that wrote it
 * @index:   which block of the table; its first entry is that of logical
 *           extent @index * DM_TIER_TABLE_ENTRIES
 * @count:   entries in use; less than DM_TIER_TABLE_ENTRIES in the last block
 * @entries: DM_TIER_ENTRY_*
 */
struct dm_tier_table {
	struct dm_tier_block_header header;	/*   0 */
	__le64	index;				/*  40 */
	__le32	count;				/*  48 */
	__le32	reserved;			/*  52 */
	__le64	reserved2;			/*  56 */
	__le64	entries[DM_TIER_TABLE_ENTRIES];	/*  64 */
} __attribute__((packed));			/* 4096 */

/*
 * An entry of the map, in the table, in the journal and in memory:
 *
 *	 0 ... 39	physical extent on the member
 *	40 ... 47	member
 *	48 ... 59	in memory: state of the moment; on disk: zero
 *	60, 61		level that the extent is pinned to
 *	62		pinned
 *	63		mapped; if not set, bits 0 to 47 are zero and the extent
 *			reads as zeros
 */
#define DM_TIER_ENTRY_PEXT_BITS		40
#define DM_TIER_ENTRY_PEXT_MASK		((1ULL << DM_TIER_ENTRY_PEXT_BITS) - 1)
#define DM_TIER_ENTRY_MEMBER_SHIFT	40
#define DM_TIER_ENTRY_MEMBER_MASK	0xffULL
#define DM_TIER_ENTRY_MEMORY_MASK	(0xfffULL << 48)
#define DM_TIER_ENTRY_LEVEL_SHIFT	60
#define DM_TIER_ENTRY_LEVEL_MASK	0x3ULL
#define DM_TIER_ENTRY_PINNED		(1ULL << 62)
#define DM_TIER_ENTRY_MAPPED		(1ULL << 63)

#endif /* _UAPI_LINUX_DM_TIER_FORMAT_H */
