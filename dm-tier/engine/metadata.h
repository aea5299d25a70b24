/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Metadata: journal, table and checkpoints on the two members that hold a copy.
 *
 * Order of a checkpoint (Documentation/design/commit.rst):
 *
 *	K1. write every table block that changed since the last finished checkpoint
 *	    into the slot that does not hold the version which that one counts
 *	    on, on all copies;
 *	K2. flush the members that hold a copy;
 *	K3. write the checkpoint with the new tail of the journal, with FUA, into
 *	    the slot that does not hold the newest one.
 *
 * K2 before K3: a tail that was moved on while table blocks were lost with
 * the power would lose the changes that stood only in the journal. K1 never
 * touches what the last finished checkpoint counts on, however often it is
 * begun and not finished: a crash, and another one in the recovery from it,
 * find it whole.
 */
#ifndef DM_TIER_METADATA_H
#define DM_TIER_METADATA_H

#include "engine/tier.h"

/**
 * tier_metadata_load() - recover the map
 * @tier: the volume; super is the newest, the spaces are set up, map is zero
 *
 * Context: may sleep; commit.mutex is held.
 * Return: 0; -EBADMSG if the metadata is damaged; -EIO; -ENOMEM.
 */
int tier_metadata_load(struct tier *tier);

/**
 * tier_metadata_start() - make the recovered metadata ready to be written
 * @tier: the volume
 *
 * Takes a lost copy off the list of the valid ones before anything is changed,
 * writes a checkpoint with a new epoch, and brings a copy that was lost and is
 * there again up to date.
 *
 * Context: may sleep; commit.mutex is held. Return: 0 or -EIO.
 */
int tier_metadata_start(struct tier *tier);

/**
 * tier_metadata_free() - free what tier_metadata_load() has allocated
 * @tier: the volume; also one that it failed on
 */
void tier_metadata_free(struct tier *tier);

/**
 * tier_metadata_drop_failed() - give up the copies on members that failed
 * @tier: the volume
 *
 * A copy whose member's flush failed may lack what was written to it.
 *
 * Context: may sleep; commit.mutex is held. Return: 0; -EIO if none is left.
 */
int tier_metadata_drop_failed(struct tier *tier);

/**
 * tier_metadata_journal() - make the commit's changes durable (C3)
 * @tier: the volume
 *
 * What is in the journal is done with, in the sense of tier_changes_done().
 *
 * Context: may sleep; commit.mutex is held.
 * Return: 0; -EIO if no copy is left; the changes that are not durable are
 * still those of the commit then.
 */
int tier_metadata_journal(struct tier *tier);

/**
 * tier_metadata_journal_full() - is it time for a checkpoint?
 * @tier: the volume
 *
 * Context: commit.mutex is held.
 */
bool tier_metadata_journal_full(struct tier *tier);

/**
 * tier_metadata_checkpoint() - empty the journal (K1 to K3)
 * @tier:  the volume
 * @clean: nothing will be written behind it
 *
 * Context: may sleep; commit.mutex is held. Return: 0 or -EIO.
 */
int tier_metadata_checkpoint(struct tier *tier, bool clean);

#endif /* DM_TIER_METADATA_H */
