/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct tier: a volume of which a table speaks, and, between resume and
 * suspend, its map.
 *
 * Locks, in the order in which they are taken:
 *
 *	tier_claims_lock	mutex	which volumes are live (claims.c)
 *	commit.mutex		mutex	journal, checkpoint, superblocks, states of
 *					the metadata copies
 *	gate.drain_lock		mutex	phases of the gate
 *	map_lock		spin	writes to map[], holds, changes, moves, spaces;
 *					process context only
 *	bucket lock of ranges	spin	blocks that are being written; no other lock
 *					is taken or held with it
 *	queue_lock		spin	lists of bios that wait for a worker
 *
 * The last two are taken with interrupts off, also in end_io.
 *
 * map[] is read without a lock: entries are 64 bits and written whole. Whoever
 * reads one to start I/O by it has entered the gate before.
 *
 * Documentation/design/locking.rst says why.
 */
#ifndef DM_TIER_TIER_H
#define DM_TIER_TIER_H

#include <linux/bio.h>
#include <linux/device-mapper.h>
#include <linux/dm-io.h>
#include <linux/dm-kcopyd.h>
#include <linux/dm-tier.h>
#include <linux/hashtable.h>
#include <linux/kobject.h>
#include <linux/mempool.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/rbtree.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "compat/compat.h"
#include "core/format.h"
#include "core/map.h"
#include "core/replay.h"
#include "core/sector.h"
#include "core/space.h"
#include "engine/gate.h"
#include "engine/range.h"
#include "glue/args.h"

#define DM_MSG_PREFIX "tier"

#define TIER_HOLD_BITS	8

/* enum tier_state - only ever goes down while the volume is live */
enum tier_state {
	TIER_SUSPENDED,		/* no map in memory */
	TIER_ONLINE,
	TIER_DEGRADED,		/* a member or a metadata copy is lost */
	TIER_READONLY,
	TIER_FAILED,		/* no metadata copy is left: the map cannot change */
};

/* Bits of struct tier_member.flags */
enum tier_member_flag {
	TIER_MEMBER_WROTE,	/* written since its last flush */
	TIER_MEMBER_FAILED,	/* a flush failed: no more writes, no flushes */
	TIER_MEMBER_CLOSED,	/* a first write failed: no new extents */
};

/**
 * struct tier_member - a member as the module uses it
 * @dev:          held from constructor to destructor; NULL: missing
 * @info:         in tier->super
 * @index:        in tier->members
 * @data_sector:  start of its data area
 * @coarse:       its logical sector is larger than the volume's
 * @flags:        enum tier_member_flag
 * @flush_bio:    of tier_members_flush(); protected by commit.mutex
 * @space:        extents in use; protected by map_lock
 */
struct tier_member {
	struct dm_dev *dev;
	const struct tier_member_info *info;
	unsigned int index;
	sector_t data_sector;
	bool coarse;
	unsigned long flags;
	struct bio *flush_bio;
	struct tier_space space;
};

/* Counted on each CPU; reads in [0], writes in [1] */
struct tier_stats {
	u64 ios[DM_TIER_MAX_LEVELS][2];
	u64 sectors[DM_TIER_MAX_LEVELS][2];
	u64 misaligned_writes;
	u64 sub_block_writes;
	u64 rmw_foreground;
};

/* The map's changes that the journal does not hold yet; see change.h */
struct tier_changes {
	struct rb_root pending;		/* protected by map_lock */
	struct rb_root committing;	/* protected by map_lock */
	u64 pending_count;		/* protected by map_lock */
	u64 stuck;			/* of these, the last commit could not; map_lock */
	mempool_t pool;
};

/* What commit.h needs; all but the lists protected by mutex */
struct tier_commit {
	struct mutex mutex;
	struct bio_list waiting;	/* protected by queue_lock */
	struct work_struct work;
	struct delayed_work timer;
	u64 count;
	int error;		/* of a flush, until someone who asked for one is told */
};

/* What partial.h needs */
struct tier_partials {
	mempool_t pool;
	mempool_t pages;
	bool wanted;			/* somebody waits for an element */
	struct list_head ready;		/* have read their block; queue_lock */
	struct work_struct work;
};

/* What mover.h needs; protected by map_lock */
struct tier_mover {
	struct list_head moves;
	wait_queue_head_t wait;		/* for the end of a move */
	bool stopped;
	u64 promoted;
	u64 demoted;
	u64 moved_bytes;
	u64 aborted;
};

/* The metadata copies; protected by commit.mutex */
struct tier_metadata {
	u32 copies;		/* bit n: copy n is written */
	u64 epoch;
	u64 next_seq;
	u64 tail_seq;
	u64 max_number;		/* of a checkpoint */
	u64 *newest;		/* as in struct tier_replay */
	u64 *stale;
	void *buffer;		/* TIER_METADATA_BLOCKS blocks */
	void *super;		/* one block */
	struct tier_change *changes;	/* of one journal block */
	u64 *entries;		/* of one table block */
	u64 checkpoints;
	u64 replayed;
	u64 recovery_us;
};

/**
 * struct tier - a volume
 * @ti:           the target
 * @args:         what the table line asked for
 * @super:        identity from the constructor on; generation and copies_valid
 *                are protected by commit.mutex
 * @members:      super.members_count of them
 * @extent_shift: log2 of the sectors of an extent
 * @coarse:       at least one member is
 * @map:          one entry for each logical extent; NULL while suspended
 * @mapped:       extents with a home; protected by map_lock
 * @state:        enum tier_state; written under commit.mutex
 */
struct tier {
	struct dm_target *ti;
	struct tier_args args;
	struct tier_super super;
	struct tier_member members[DM_TIER_MAX_MEMBERS];
	unsigned int extent_shift;
	bool coarse;
	u64 *map;
	u64 mapped;
	enum tier_state state;

	struct tier_gate gate;
	spinlock_t map_lock;
	DECLARE_HASHTABLE(holds, TIER_HOLD_BITS);	/* protected by map_lock */
	struct tier_ranges ranges;
	struct tier_partials partials;
	struct tier_mover mover;
	struct tier_changes changes;
	struct tier_commit commit;
	struct tier_metadata metadata;

	spinlock_t queue_lock;
	struct bio_list deferred;	/* protected by queue_lock */
	struct bio_list starved;	/* wait for a commit to free extents; queue_lock */
	struct bio_list trims;		/* protected by queue_lock */
	struct list_head fresh_done;	/* protected by queue_lock */
	struct work_struct deferred_work;
	struct work_struct trim_work;
	struct workqueue_struct *wq;
	struct workqueue_struct *trim_wq;	/* waits for work of wq and commit_wq */
	struct workqueue_struct *commit_wq;	/* waits for members only */

	mempool_t fresh_pool;
	mempool_t zero_pool;
	struct dm_io_client *io_client;
	struct dm_kcopyd_client *kcopyd;
	struct tier_stats __percpu *stats;
	struct tier_sysfs *sysfs;
};

/**
 * struct tier_io - what a bio carries through the target
 * @inflight: of the gate, NULL when outside
 * @member:   that it was sent to; NULL if it was not, or if it is a read
 * @fresh:    the first write that this bio belongs to, or NULL
 * @commit:   to be completed by the next commit, not by the member
 * @ranged:   @range is among the volume's ranges
 * @range:    of a write to a coarse member
 */
struct tier_io {
	atomic_t *inflight;
	struct tier_member *member;
	struct tier_fresh *fresh;
	bool commit;
	bool ranged;
	struct tier_range range;
};

static inline struct tier_io *tier_io_of(struct bio *bio)
{
	return dm_per_bio_data(bio, sizeof(struct tier_io));
}

static inline u64 tier_extent_of(const struct tier *tier, sector_t sector)
{
	return sector >> tier->extent_shift;
}

static inline sector_t tier_offset_in_extent(const struct tier *tier, sector_t sector)
{
	return sector & (((sector_t)1 << tier->extent_shift) - 1);
}

/* Sector on its member at which the home of @entry starts. */
static inline sector_t tier_home_sector(const struct tier *tier, u64 entry)
{
	return tier->members[tier_entry_member(entry)].data_sector +
	       (tier_entry_pext(entry) << tier->extent_shift);
}

/* Sector of a bio, counted from the start of the volume. */
static inline sector_t tier_bio_sector(const struct tier *tier, const struct bio *bio)
{
	return dm_target_offset(tier->ti, bio->bi_iter.bi_sector);
}

static inline const char *tier_name(const struct tier *tier)
{
	return dm_table_device_name(tier->ti->table);
}

#endif /* DM_TIER_TIER_H */
