/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mover: gives an extent a home on another level while it is read and written.
 *
 *	M1. take a place on the other level;
 *	M2. mark the extent MOVING and let the I/O that does not know of it end:
 *	    from here on each write marks the chunks that it changes;
 *	M3. copy all of it;
 *	M4. copy the chunks that were marked meanwhile, until few are left: take the
 *	    marks, let the writes that made them end, copy;
 *	M5. hold the extent, let its I/O end, copy the last chunks;
 *	M6. put the new home into the map and release the extent. It becomes durable
 *	    with the next commit, which flushes the new home first; the old home is
 *	    free only then.
 *
 * A crash before that commit finds the old home as it was at M6, with all that
 * was durable. M2 before M3: a write that ended on the old home behind the back
 * of the copy would be lost. In M4 the marks are taken before the wait: a write
 * that marks later is copied in the next turn.
 *
 * Foreground I/O waits in M5 only, for TIER_MOVE_LAST_BYTES at most. If writes
 * are so fast that M4 does not come down to that, the move is given up: such an
 * extent is where its writers are served.
 *
 * An error, or a discard of the extent, ends the move with the old home in place.
 */
#ifndef DM_TIER_MOVER_H
#define DM_TIER_MOVER_H

#include "engine/tier.h"

/* How much is copied while the extent is held, at most (one chunk in any case) */
#define TIER_MOVE_LAST_BYTES	(256 << 10)

/* Turns of M4 until a move is given up */
#define TIER_MOVE_TURNS		16

/**
 * tier_mover_init() - nothing moves, nothing may
 * @tier: the volume
 */
void tier_mover_init(struct tier *tier);

/**
 * tier_mover_start() - moves are welcome
 * @tier: the volume, live
 */
void tier_mover_start(struct tier *tier);

/**
 * tier_mover_stop() - end all moves, and begin no more
 * @tier: the volume, live
 *
 * Context: may sleep as long as a copy takes.
 */
void tier_mover_stop(struct tier *tier);

/**
 * __tier_mover_ready() - may extents be given another home or pin now?
 * @tier: the volume
 *
 * Context: map_lock is held. Return: 0; -EAGAIN: it is suspended; -EROFS.
 */
int __tier_mover_ready(const struct tier *tier);

/**
 * tier_move() - move an extent and wait for it
 * @tier:   the volume
 * @extent: logical extent, below extents
 * @level:  below levels_count
 *
 * Context: may sleep; no lock is held.
 * Return: 0, also if it is on that level already; -ENODATA if it has no home;
 * -ENOSPC if the level is full; -EBUSY if it is being moved, or written too fast;
 * -EIO; -EROFS; -ESTALE if it was discarded meanwhile; -EINTR; -EAGAIN if the
 * volume is suspended.
 */
int tier_move(struct tier *tier, u64 extent, unsigned int level);

/**
 * tier_move_mark() - an extent that is being moved is about to be written
 * @tier:    the volume
 * @sector:  of the volume
 * @sectors: not 0; inside of one extent, whose entry is MOVING
 *
 * Context: process, inside of the gate; takes map_lock.
 */
void tier_move_mark(struct tier *tier, sector_t sector, sector_t sectors);

#endif /* DM_TIER_MOVER_H */
