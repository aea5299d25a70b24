/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recovery: from the blocks of the metadata copies to the map as it was made
 * durable last. The module runs it at resume, tiersetup check and dump run the
 * very same code offline.
 *
 * Pure but for the callback that brings blocks. May sleep if that does. The
 * caller owns all memory.
 */
#ifndef DM_TIER_CORE_REPLAY_H
#define DM_TIER_CORE_REPLAY_H

#include "format.h"
#include "map.h"
#include "space.h"

/**
 * enum tier_finding - what recovery noticed
 * @TIER_FIND_READ:         a block could not be read; after 64 of them the rest
 *                          of that copy is not tried any more
 * @TIER_FIND_CHECKPOINT:   a checkpoint slot is flawed (no harm while another
 *                          slot or copy is right); with TIER_OK: it is right, but
 *                          older than the newest one of the other copy. A slot
 *                          that was never written is no finding
 * @TIER_FIND_NO_CHECKPOINT: no copy has a right checkpoint: fatal
 * @TIER_FIND_TABLE:        a slot of a table block is flawed (no harm while
 *                          another slot or copy is right: a crash during a
 *                          checkpoint leaves this behind). A slot that was never
 *                          written is no finding
 * @TIER_FIND_TABLE_LOST:   no right version of a table block; or the newest one
 *                          may be the one that is flawed, see
 *                          tier_replay_run(): fatal
 * @TIER_FIND_TABLE_OLD:    a copy's newest version of a table block is older
 *                          than the other copy's, or it has none
 * @TIER_FIND_JOURNAL_HOLE: a checkpoint says the volume was closed in order, but
 *                          there is a right journal block behind it; or a
 *                          transaction is not whole though a block behind it
 *                          is right; or a block is there that only a later
 *                          checkpoint can have led to, and that was lost:
 *                          fatal. Only the first one is reported
 * @TIER_FIND_JOURNAL_COPY: a journal block of the tail is right in one copy only
 *                          (a crash during a commit leaves this behind)
 * @TIER_FIND_TWICE:        a physical extent has two logical extents: fatal
 * @TIER_FIND_COUNT:        the extents in use are not as many as a clean
 *                          checkpoint says: extents were lost from the map: fatal
 */
enum tier_finding {
	TIER_FIND_READ,
	TIER_FIND_CHECKPOINT,
	TIER_FIND_NO_CHECKPOINT,
	TIER_FIND_TABLE,
	TIER_FIND_TABLE_LOST,
	TIER_FIND_TABLE_OLD,
	TIER_FIND_JOURNAL_HOLE,
	TIER_FIND_JOURNAL_COPY,
	TIER_FIND_TWICE,
	TIER_FIND_COUNT,
};

/**
 * struct tier_finding_info - one finding
 * @what:   kind
 * @flaw:   of the block, TIER_OK if the kind says it all
 * @copy:   of the metadata, or -1
 * @place:  block number in the metadata area, or 0
 * @extent: logical extent, for TIER_FIND_TWICE the second one; or the first
 *          of a table block
 * @entry:  of the map, for TIER_FIND_TWICE
 * @member: for TIER_FIND_COUNT, or -1
 * @fatal:  the map cannot be trusted
 */
struct tier_finding_info {
	enum tier_finding what;
	enum tier_flaw flaw;
	int copy;
	u64 place;
	u64 extent;
	u64 entry;
	int member;
	bool fatal;
};

/**
 * struct tier_replay - a recovery
 * @super:    the newest superblock, decoded
 * @copies:   bit n: copy n can be read and is valid according to the superblock
 * @read:     bring @count blocks from block @place of copy @copy to @buffer;
 *            0 or -errno
 * @report:   told of every finding; may be NULL
 * @context:  for the two
 * @buffer:   of @buffer_blocks blocks, one half for each copy
 * @buffer_blocks: at least 4 and even; the more, the faster, up to 1024
 * @map:      super->extents entries, all zero; gets the map
 * @newest:   bitmap, one bit for each table block: the slot that the next
 *            checkpoint must not write over. That of the newest version; but
 *            where an unfinished checkpoint has left a newer one, that of the
 *            version before, on which the finished checkpoint and its journal
 *            stand
 * @stale:    bitmap, one bit for each table block: not all valid copies hold
 *            the version in @map: changed by the journal, or a slot flawed, or
 *            old in one copy: must be written with the next checkpoint; so
 *            must what an unfinished checkpoint has left
 * @spaces:   one for each member, set up with tier_space_init(); get the use
 *
 * Results:
 * @checkpoint:   the newest
 * @next_seq:     sequence number behind the last replayed journal block
 * @max_number:   the next checkpoint gets @max_number + 1. Not below any number
 *                seen, and of the parity of @checkpoint's number, so that the next
 *                one does not stand in its slot. (An unfinished checkpoint may have
 *                left table blocks behind. With the number after theirs the next
 *                one would be written over the only one that is whole, and a crash
 *                meanwhile would leave none.)
 * @replayed:     changes taken from the journal
 * @mapped:       logical extents with a home
 * @findings:     how many, @fatal: how many of them fatal
 *
 * Bitmaps have words of 64 bits, tier_space_words(super->table_blocks) each,
 * all zero at the start.
 */
struct tier_replay {
	const struct tier_super *super;
	u32 copies;
	int (*read)(void *context, unsigned int copy, u64 place,
		    unsigned int count, void *buffer);
	void (*report)(void *context, const struct tier_finding_info *info);
	void *context;
	void *buffer;
	unsigned int buffer_blocks;
	u64 *map;
	u64 *newest;
	u64 *stale;
	struct tier_space *spaces;

	struct tier_checkpoint checkpoint;
	u64 next_seq;
	u64 max_number;
	u64 replayed;
	u64 mapped;
	u64 findings;
	u64 fatal;
};

/**
 * tier_replay_run() - recover the map
 * @replay: set up as described
 *
 * 1. Checkpoint: the highest number among the right ones of all slots and
 *    copies.
 * 2. Table: of each block the version with the highest number among the right
 *    ones of both slots of the copies. The second copy is read always (so that
 *    @stale is right). A version newer than the checkpoint is right too: its
 *    checkpoint was not finished, and the journal from the older tail on leads
 *    to the same map, since changes are absolute. A slot that is flawed in all
 *    copies is no harm if an unfinished checkpoint has torn it: then the number
 *    in its head is higher than the checkpoint's, or not higher than that of the
 *    other slot. Any other flaw (a number in between, no head, not readable) may
 *    have hit the newest version; the older one in the other slot would bring
 *    back homes that were given to other extents meanwhile, so this is
 *    TIER_FIND_TABLE_LOST. Whoever makes a volume must therefore fill the
 *    metadata areas with zeros, and write one slot of each table block.
 * 3. Journal: blocks from tail_seq on, of the checkpoint's epoch, each from
 *    any copy in which it is right; whole transactions only; stops at the first
 *    block that is right in no copy, at most one ring. Every block after the
 *    end, up to one ring, is looked at: one that is right, of this epoch and
 *    with a higher number that belongs there, is a hole (writes of the journal
 *    never overtake one another, so no crash makes it) - but an incomplete last
 *    transaction alone (its blocks are written together) is none. Blocks of
 *    other epochs are leftovers of a transaction that was not whole, so they
 *    belong to one that began at the end or before. One that began behind the
 *    end is a hole too: the checkpoint of its epoch was lost.
 * 4. Use: every home is marked in @spaces; two homes in one place are a
 *    finding. With a clean checkpoint the counts are compared.
 *
 * Return: 0, also with findings that do no harm; -EBADMSG if one was fatal (the
 * map then is what could be read); -EIO if no copy could be read; -EINVAL if
 * @buffer_blocks or @copies is out of range.
 */
int tier_replay_run(struct tier_replay *replay);

/**
 * tier_finding_text() - a kind of finding in words
 * @what: kind
 */
const char *tier_finding_text(enum tier_finding what);

/* Bits of @newest, @stale and @spaces. */
static inline bool tier_bit_test(const u64 *bits, u64 nr)
{
	return bits[nr >> 6] >> (nr & 63) & 1;
}

static inline void tier_bit_set(u64 *bits, u64 nr)
{
	bits[nr >> 6] |= 1ULL << (nr & 63);
}

static inline void tier_bit_clear(u64 *bits, u64 nr)
{
	bits[nr >> 6] &= ~(1ULL << (nr & 63));
}

#endif /* DM_TIER_CORE_REPLAY_H */
