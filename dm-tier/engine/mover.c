// SPDX-License-Identifier: GPL-2.0
/*
 * Moves. See mover.h for the steps.
 */
#include <linux/bitops.h>
#include <linux/completion.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "engine/change.h"
#include "engine/hold.h"
#include "engine/member.h"
#include "engine/mover.h"
#include "engine/pool.h"
#include "trace.h"

#define TIER_MOVE_CHUNKS	64

/* So much is copied in M3 before the wish to stop is looked at. */
#define TIER_MOVE_PIECE_BYTES	(1 << 20)

/**
 * struct tier_move - one extent on its way
 * @tier:        the volume
 * @list:        in tier->mover.moves
 * @extent:      logical extent
 * @from:        entry with the old home
 * @to:          entry with the new home
 * @chunk_shift: log2 of the sectors of a chunk
 * @dirty:       chunks written since they were copied; protected by map_lock
 * @bytes:       copied
 * @copied:      a copy has ended
 * @error:       of it
 */
struct tier_move {
	struct tier *tier;
	struct list_head list;
	u64 extent;
	u64 from;
	u64 to;
	unsigned int chunk_shift;
	u64 dirty;
	u64 bytes;
	struct completion copied;
	int error;
};

void tier_mover_init(struct tier *tier)
{
	INIT_LIST_HEAD(&tier->mover.moves);
	init_waitqueue_head(&tier->mover.wait);
	tier->mover.stopped = true;
}

void tier_mover_start(struct tier *tier)
{
	spin_lock(&tier->map_lock);
	tier->mover.stopped = false;
	spin_unlock(&tier->map_lock);
}

static bool idle(struct tier *tier)
{
	bool none;

	spin_lock(&tier->map_lock);
	none = list_empty(&tier->mover.moves);
	spin_unlock(&tier->map_lock);
	return none;
}

void tier_mover_stop(struct tier *tier)
{
	spin_lock(&tier->map_lock);
	tier->mover.stopped = true;
	spin_unlock(&tier->map_lock);
	wait_event(tier->mover.wait, idle(tier));
}

int __tier_mover_ready(const struct tier *tier)
{
	lockdep_assert_held(&tier->map_lock);

	if (tier->mover.stopped)
		return -EAGAIN;
	return READ_ONCE(tier->state) >= TIER_READONLY ? -EROFS : 0;
}

static struct tier_move *__find(struct tier *tier, u64 extent)
{
	struct tier_move *move;

	lockdep_assert_held(&tier->map_lock);

	list_for_each_entry(move, &tier->mover.moves, list)
		if (move->extent == extent)
			return move;
	return NULL;
}

void tier_move_mark(struct tier *tier, sector_t sector, sector_t sectors)
{
	sector_t offset = tier_offset_in_extent(tier, sector);
	struct tier_move *move;

	spin_lock(&tier->map_lock);
	move = __find(tier, tier_extent_of(tier, sector));
	if (move)
		move->dirty |= GENMASK_ULL((offset + sectors - 1) >> move->chunk_shift,
					   offset >> move->chunk_shift);
	spin_unlock(&tier->map_lock);
}

static unsigned int level_of(const struct tier *tier, u64 entry)
{
	return tier->members[tier_entry_member(entry)].info->level;
}

/*
 * May an extent be read where @entry says? If a flush of the member failed, what
 * its cache lost was all that a home that is not durable ever held; the good
 * copy is the durable home, which must not be given up for it.
 */
static bool whole(const struct tier *tier, u64 entry)
{
	const struct tier_member *member = &tier->members[tier_entry_member(entry)];

	return member->dev && (!(entry & TIER_ENTRY_VOLATILE) || tier_member_writable(member));
}

/* M1, and the mark of M2 */
static int __begin(struct tier_move *move, unsigned int level)
{
	struct tier *tier = move->tier;
	u64 entry = tier->map[move->extent];

	lockdep_assert_held(&tier->map_lock);

	if (!tier_entry_mapped(entry))
		return entry & TIER_ENTRY_BUSY ? -EBUSY : -ENODATA;
	if (__find(tier, move->extent))
		return -EBUSY;
	if (level_of(tier, entry) == level)
		return -EALREADY;
	if (!whole(tier, entry))
		return -EIO;
	move->to = __tier_pool_take_on(tier, level);
	if (!move->to)
		return -ENOSPC;
	move->from = tier_entry_durable(entry);
	list_add(&move->list, &tier->mover.moves);
	WRITE_ONCE(tier->map[move->extent], entry | TIER_ENTRY_MOVING);
	return 0;
}

static int begin(struct tier_move *move, unsigned int level)
{
	struct tier *tier = move->tier;
	int r;

	spin_lock(&tier->map_lock);
	r = __tier_mover_ready(tier);
	if (!r)
		r = __begin(move, level);
	spin_unlock(&tier->map_lock);
	if (!r)
		tier_gate_drain(&tier->gate, move->extent);
	return r;
}

static void copied(int read_err, unsigned long write_err, void *context)
{
	struct tier_move *move = context;

	move->error = read_err || write_err ? -EIO : 0;
	complete(&move->copied);
}

/* Sectors of the extent, from @offset on */
static int copy(struct tier_move *move, sector_t offset, sector_t sectors)
{
	struct tier *tier = move->tier;
	struct tier_member *source = &tier->members[tier_entry_member(move->from)];
	struct tier_member *target = &tier->members[tier_entry_member(move->to)];
	struct dm_io_region from, to;

	if (!source->dev || !tier_member_writable(target))
		return -EIO;
	from = (struct dm_io_region) {
		.bdev = source->dev->bdev,
		.sector = tier_home_sector(tier, move->from) + offset,
		.count = sectors,
	};
	to = (struct dm_io_region) {
		.bdev = target->dev->bdev,
		.sector = tier_home_sector(tier, move->to) + offset,
		.count = sectors,
	};
	reinit_completion(&move->copied);
	dm_kcopyd_copy(tier->kcopyd, &from, 1, &to, 0, copied, move);
	wait_for_completion_io(&move->copied);
	tier_member_wrote(target);
	move->bytes += (u64)sectors << SECTOR_SHIFT;
	return move->error;
}

/* Runs of chunks at a time */
static int copy_chunks(struct tier_move *move, u64 chunks)
{
	int r = 0;

	while (chunks && !r) {
		unsigned int first = __ffs64(chunks);
		u64 rest = ~(chunks >> first);
		unsigned int count = rest ? __ffs64(rest) : TIER_MOVE_CHUNKS;

		chunks &= ~GENMASK_ULL(first + count - 1, first);
		r = copy(move, (sector_t)first << move->chunk_shift,
			 (sector_t)count << move->chunk_shift);
	}
	return r;
}

static u64 take_dirty(struct tier_move *move)
{
	u64 dirty;

	spin_lock(&move->tier->map_lock);
	dirty = move->dirty;
	move->dirty = 0;
	spin_unlock(&move->tier->map_lock);
	return dirty;
}

/* Few enough to be copied while the extent is held? */
static bool __few(const struct tier_move *move)
{
	unsigned int chunks = hweight64(move->dirty);

	lockdep_assert_held(&move->tier->map_lock);

	return chunks <= 1 ||
	       (u64)chunks << (move->chunk_shift + SECTOR_SHIFT) <= TIER_MOVE_LAST_BYTES;
}

static int interrupted(const struct tier_move *move)
{
	if (READ_ONCE(move->tier->mover.stopped))
		return -EAGAIN;
	return fatal_signal_pending(current) ? -EINTR : 0;
}

/* M3 */
static int copy_extent(struct tier_move *move)
{
	sector_t size = (sector_t)1 << move->tier->extent_shift;
	sector_t piece = min_t(sector_t, size, TIER_MOVE_PIECE_BYTES >> SECTOR_SHIFT);
	sector_t offset;
	int r = 0;

	for (offset = 0; !r && offset < size; offset += piece) {
		r = interrupted(move);
		if (!r)
			r = copy(move, offset, piece);
	}
	return r;
}

/* Does the map still say that we are moving? A discard takes the mark away. */
static bool __current(const struct tier_move *move)
{
	return move->tier->map[move->extent] & TIER_ENTRY_MOVING;
}

/*
 * M5: hold the extent. Others hold it for a first write's or a discard's time.
 * Return: 0; -ESTALE; -EBUSY: too much has to be copied yet.
 */
static int try_hold(struct tier_move *move, struct tier_hold *hold)
{
	struct tier *tier = move->tier;
	int r;

	for (;;) {
		spin_lock(&tier->map_lock);
		r = 0;
		if (!__current(move))
			r = -ESTALE;
		else if (!__few(move))
			r = -EBUSY;
		if (r || !__tier_hold_find(tier, move->extent))
			break;
		spin_unlock(&tier->map_lock);
		schedule_timeout_uninterruptible(1);
	}
	if (!r)
		__tier_hold(tier, hold, move->extent);
	spin_unlock(&tier->map_lock);
	return r;
}

/* M4, until M5 is short */
static int catch_up(struct tier_move *move, struct tier_hold *hold)
{
	unsigned int turn;
	u64 dirty;
	int r;

	for (turn = 0;; turn++) {
		r = try_hold(move, hold);
		if (r != -EBUSY || turn == TIER_MOVE_TURNS)
			return r;
		r = interrupted(move);
		if (r)
			return r;
		dirty = take_dirty(move);
		tier_gate_drain(&move->tier->gate, move->extent);
		r = copy_chunks(move, dirty);
		if (r)
			return r;
	}
}

/* The extent is held, and its home what it was when the move began. */
static int __switch_home(struct tier_move *move, struct tier_change_record *record)
{
	struct tier *tier = move->tier;
	u64 entry = tier->map[move->extent];

	lockdep_assert_held(&tier->map_lock);

	/* One of them may have failed to flush since it was last copied. */
	if (!tier_member_writable(&tier->members[tier_entry_member(move->to)]) ||
	    !whole(tier, entry) || READ_ONCE(tier->state) >= TIER_READONLY)
		return -EIO;
	/* This takes the mark away, too. */
	tier_change_apply(tier, record, move->extent, tier_entry_rehome(entry, move->to));
	return 0;
}

/* M3 to M6 */
static int move_home(struct tier_move *move)
{
	/* Before the extent is held: it may wait for a commit. */
	struct tier_change_record *record = tier_change_alloc(move->tier);
	struct tier *tier = move->tier;
	struct tier_hold hold;
	int r;

	r = copy_extent(move);
	if (!r)
		r = catch_up(move, &hold);
	if (r) {
		tier_change_free(tier, record);
		return r;
	}
	tier_gate_drain(&tier->gate, move->extent);
	r = copy_chunks(move, take_dirty(move));

	spin_lock(&tier->map_lock);
	if (!r)
		r = __switch_home(move, record);
	__tier_hold_release(tier, &hold);
	spin_unlock(&tier->map_lock);
	if (r)
		tier_change_free(tier, record);
	return r;
}

static void finish(struct tier_move *move, int r)
{
	struct tier_mover *mover = &move->tier->mover;
	struct tier *tier = move->tier;

	spin_lock(&tier->map_lock);
	if (r) {
		WRITE_ONCE(tier->map[move->extent],
			   tier->map[move->extent] & ~TIER_ENTRY_MOVING);
		__tier_pool_give(tier, move->to);
		mover->aborted++;
	} else if (level_of(tier, move->to) < level_of(tier, move->from)) {
		mover->promoted++;
	} else {
		mover->demoted++;
	}
	mover->moved_bytes += move->bytes;
	list_del(&move->list);
	spin_unlock(&tier->map_lock);
	wake_up(&mover->wait);
}

int tier_move(struct tier *tier, u64 extent, unsigned int level)
{
	struct tier_move move = {
		.tier = tier,
		.extent = extent,
		.chunk_shift = max_t(unsigned int, tier->extent_shift - ilog2(TIER_MOVE_CHUNKS),
				     ilog2(DM_TIER_BLOCK_SECTORS)),
	};
	unsigned int from;
	int r;

	init_completion(&move.copied);
	r = begin(&move, level);
	if (r)
		return r == -EALREADY ? 0 : r;
	from = level_of(tier, move.from);

	r = move_home(&move);
	if (level < from)
		trace_dm_tier_promote(tier, extent, from, level, move.bytes, r);
	else
		trace_dm_tier_demote(tier, extent, from, level, move.bytes, r);
	finish(&move, r);
	return r;
}
