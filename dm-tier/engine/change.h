/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes: entries of the map that differ from what journal and table hold.
 *
 * An entry that has changed is VOLATILE in the map, and a record here keeps
 * the entry that a crash would bring back. The place that a change frees is
 * not free until the change is durable: were it used again before, a crash
 * would bring the old entry back over another extent's data.
 */
#ifndef DM_TIER_CHANGE_H
#define DM_TIER_CHANGE_H

#include "engine/tier.h"

/**
 * struct tier_change_record - one changed entry
 * @node:   in pending or committing, by extent
 * @extent: logical extent
 * @old:    durable entry
 * @new:    entry that is being made durable; set by tier_changes_begin()
 */
struct tier_change_record {
	struct rb_node node;
	u64 extent;
	u64 old;
	u64 new;
};

/**
 * tier_changes_init() - no changes
 * @tier: the volume
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_changes_init(struct tier *tier);

/**
 * tier_changes_forget() - drop the changes that could not be made durable
 * @tier: the volume, about to lose its map
 */
void tier_changes_forget(struct tier *tier);

/**
 * tier_changes_exit() - the memory is not needed any more
 * @tier: the volume, with no changes; also one that tier_changes_init() failed on
 */
void tier_changes_exit(struct tier *tier);

/**
 * tier_change_alloc() - memory for a change, to be had before map_lock
 * @tier: the volume
 *
 * Context: may sleep, waits for a commit if memory is short; holds no lock.
 * Return: a record; never NULL.
 */
struct tier_change_record *tier_change_alloc(struct tier *tier);

/**
 * tier_change_free() - there is no change after all
 * @tier:   the volume
 * @record: from tier_change_alloc(), not applied
 */
void tier_change_free(struct tier *tier, struct tier_change_record *record);

/**
 * tier_change_apply() - give an extent a new entry
 * @tier:   the volume
 * @record: from tier_change_alloc(), taken over
 * @extent: logical extent; no I/O that knows the old entry is under way
 * @entry:  new entry, without bits of the moment; busy stays as it is
 *
 * Context: map_lock is held.
 */
void tier_change_apply(struct tier *tier, struct tier_change_record *record,
		       u64 extent, u64 entry);

/**
 * tier_changes_begin() - take all changes up for a commit
 * @tier: the volume
 *
 * Context: commit.mutex is held; no commit is under way.
 * Return: how many there are.
 */
u64 tier_changes_begin(struct tier *tier);

/**
 * tier_changes_first() - first change of the commit under way
 * @tier: the volume
 *
 * Context: commit.mutex is held. Return: a record or NULL.
 */
struct tier_change_record *tier_changes_first(struct tier *tier);

/**
 * tier_changes_next() - the change behind another
 * @record: of the commit under way
 *
 * Context: commit.mutex is held. Return: a record or NULL.
 */
struct tier_change_record *tier_changes_next(struct tier_change_record *record);

/**
 * tier_changes_done() - a change is durable
 * @tier:   the volume
 * @record: of the commit under way; gone after this
 *
 * The place that it freed may be used from here on.
 *
 * Context: commit.mutex is held.
 */
void tier_changes_done(struct tier *tier, struct tier_change_record *record);

/**
 * tier_changes_undo() - a change could not be made durable, keep it pending
 * @tier:   the volume
 * @record: of the commit under way; belongs to pending after this
 *
 * Context: commit.mutex is held.
 */
void tier_changes_undo(struct tier *tier, struct tier_change_record *record);

/**
 * tier_changes_durable() - entries as journal and table hold them
 * @tier:    the volume
 * @first:   logical extent
 * @count:   how many
 * @entries: set to their durable entries
 *
 * Context: commit.mutex is held; takes map_lock.
 */
void tier_changes_durable(struct tier *tier, u64 first, unsigned int count,
			  u64 *entries);

#endif /* DM_TIER_CHANGE_H */
