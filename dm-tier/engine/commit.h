/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commit: what a FLUSH does, and the FUA writes that cannot do it alone.
 *
 * The order on disk (Documentation/design/commit.rst):
 *
 *	C1. take the changes of the map: the zeros and data of their homes have
 *	    been written, to the members' caches at least;
 *	C2. flush every member that was written since its last flush;
 *	C3. write the changes to the journals of both copies, with FUA;
 *	C4. end the bios that waited; free the places that the changes left.
 *
 * C2 before C3: a journal that speaks of a home whose zeros were lost with
 * the power would show another extent's data. C3 before C4: a place that is
 * used again while a crash still brings its old owner back would show him
 * foreign data.
 *
 * Everything that waits while a commit runs shares the next one.
 */
#ifndef DM_TIER_COMMIT_H
#define DM_TIER_COMMIT_H

#include "engine/tier.h"

/**
 * tier_commit_init() - nothing waits
 * @tier: the volume
 */
void tier_commit_init(struct tier *tier);

/**
 * tier_commit_bio() - end a bio when all before it is durable
 * @tier: the volume
 * @bio:  a FLUSH, or a write that has been done
 *
 * Context: any.
 */
void tier_commit_bio(struct tier *tier, struct bio *bio);

/**
 * tier_commit_kick() - commit soon, nobody waits
 * @tier: the volume
 *
 * Context: any.
 */
void tier_commit_kick(struct tier *tier);

/**
 * tier_commit_now() - commit and wait
 * @tier: the volume
 *
 * Context: may sleep; commit.mutex is held.
 * Return: 0; -EIO if something could not be made durable; -ENOMEM.
 */
int tier_commit_now(struct tier *tier);

/* From so many pending changes on they are committed without waiting for a FLUSH. */
#define TIER_COMMIT_MANY	16384

/**
 * tier_commit_throttle() - let changes not pile up
 * @tier: the volume
 *
 * To be called before making changes as fast as they come: each costs memory
 * until it is committed.
 *
 * Context: may sleep for a commit; commit.mutex is not held.
 */
void tier_commit_throttle(struct tier *tier);

/**
 * tier_commit_interval_changed() - commit_interval_ms has a new value
 * @tier: the volume, live or not
 *
 * Context: may sleep; commit.mutex is not held.
 */
void tier_commit_interval_changed(struct tier *tier);

/**
 * tier_commit_timer_start() - commit every commit_interval_ms from here on
 * @tier: the volume
 */
void tier_commit_timer_start(struct tier *tier);

/**
 * tier_commit_timer_stop() - no more, and none is under way
 * @tier: the volume
 *
 * Context: may sleep; commit.mutex is not held.
 */
void tier_commit_timer_stop(struct tier *tier);

#endif /* DM_TIER_COMMIT_H */
