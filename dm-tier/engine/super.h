/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Superblocks on the members: who belongs to which volume, and which copies of
 * the metadata are up to date.
 */
#ifndef DM_TIER_SUPER_H
#define DM_TIER_SUPER_H

#include "engine/tier.h"

/**
 * tier_super_read() - the newest right superblock of a device
 * @client: for the reads
 * @bdev:   the device
 * @super:  set when 0 is returned
 * @flaw:   set to what is wrong with the first one otherwise
 *
 * Context: may sleep.
 * Return: 0; -ENODATA if neither place holds a right one; -EIO; -ENOMEM.
 */
int tier_super_read(struct dm_io_client *client, struct block_device *bdev,
		    struct tier_super *super, enum tier_flaw *flaw);

/**
 * tier_super_write() - write a new generation on all members
 * @tier: the volume; its super.generation is raised here
 *
 * The first superblock of every member, with FUA, then the second of every
 * member: whenever the power goes, each member has a whole one.
 *
 * It says which members it does not get to (absent): should those be opened
 * without these one day, each side knows of the other that it went its own way.
 *
 * A member that cannot be written is given to tier_member_failed().
 *
 * Context: commit.mutex is held; may sleep.
 * Return: 0 if at least one member has it; -EIO.
 */
int tier_super_write(struct tier *tier);

#endif /* DM_TIER_SUPER_H */
