/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Members: their states, and the flush of all that were written.
 */
#ifndef DM_TIER_MEMBER_H
#define DM_TIER_MEMBER_H

#include "engine/tier.h"

/* There, and no flush has failed: takes writes. */
static inline bool tier_member_writable(const struct tier_member *member)
{
	return member->dev && !test_bit(TIER_MEMBER_FAILED, &member->flags);
}

/* Takes new extents. */
static inline bool tier_member_open(const struct tier_member *member)
{
	return tier_member_writable(member) && !test_bit(TIER_MEMBER_CLOSED, &member->flags);
}

/**
 * tier_member_wrote() - a write to a member has ended
 * @member: which
 *
 * Must come before whoever waits for the write is told, so that the FLUSH
 * that follows finds it. At the end of the write and not at its start: a
 * flush in between would clear the mark and not cover the write.
 *
 * Context: any.
 */
static inline void tier_member_wrote(struct tier_member *member)
{
	if (!test_bit(TIER_MEMBER_WROTE, &member->flags))
		set_bit(TIER_MEMBER_WROTE, &member->flags);
}

/**
 * tier_block_io() - read or write one block of a member and wait for it
 * @client: of the volume
 * @bdev:   the member
 * @opf:    what to do
 * @sector: of it where the block begins
 * @block:  4096 bytes of the kernel's linear memory
 *
 * Context: may sleep. Return: 0 or -errno.
 */
int tier_block_io(struct dm_io_client *client, struct block_device *bdev, blk_opf_t opf,
		  sector_t sector, void *block);

/**
 * tier_member_state() - a member's state as a word of the status line
 * @member: which
 */
const char *tier_member_state(const struct tier_member *member);

/**
 * tier_member_failed() - a flush or a superblock did not get to a member
 * @tier:   the volume
 * @member: which
 *
 * What its cache held may be lost, so it takes no more writes until the volume
 * is opened again; reads go on, and so do the other members. The volume is
 * degraded at least.
 *
 * Context: commit.mutex is held; may sleep.
 */
void tier_member_failed(struct tier *tier, struct tier_member *member);

/**
 * tier_member_close() - a first write to a member failed
 * @tier:   the volume
 * @member: which
 *
 * It gets no new extents until the volume is opened again: a member that is
 * gone is the one with the most room. The volume is degraded at least.
 *
 * Context: may sleep; commit.mutex is not held.
 */
void tier_member_close(struct tier *tier, struct tier_member *member);

/**
 * tier_members_flush() - flush all members that were written since the last time
 * @tier: the volume
 * @mask: members to flush even if they were not written
 *
 * A member whose flush fails is given to tier_member_failed(). The error also
 * stays in commit.error until a FLUSH or FUA has been told: the flush of a
 * timer or of a checkpoint must not swallow it.
 *
 * Context: commit.mutex is held; may sleep.
 * Return: 0; -EIO if a flush failed, or if a member that had failed before has
 * ended writes since.
 */
int tier_members_flush(struct tier *tier, u32 mask);

/**
 * tier_state_changed() - tell the world of a state
 * @tier: the volume
 *
 * One line in the log, a device-mapper event, a uevent. Memory for it is not had
 * by writing to this or any other device.
 *
 * Context: may sleep.
 */
void tier_state_changed(struct tier *tier);

/**
 * tier_state_text() - a volume's state as a word of the status line
 * @state: which
 */
const char *tier_state_text(enum tier_state state);

/**
 * tier_state_lower() - the state gets worse
 * @tier:  the volume
 * @state: new state; ignored if the volume's is as bad
 *
 * Context: commit.mutex is held, or nobody else knows the volume; may sleep.
 */
void tier_state_lower(struct tier *tier, enum tier_state state);

#endif /* DM_TIER_MEMBER_H */
