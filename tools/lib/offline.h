/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A closed volume, read from its members by the same code that the module
 * recovers it with. Writes nothing.
 */
#ifndef TIERSETUP_OFFLINE_H
#define TIERSETUP_OFFLINE_H

#include "findings.h"
#include "members.h"
#include "replay.h"

/**
 * struct offline - a closed volume
 * @members:  the devices that were given
 * @count:    how many
 * @super:    the newest superblock, if @known
 * @known:    there is a right superblock
 * @by_index: the devices by their place in the volume, NULL: missing
 * @fds:      of them, -1: not open
 * @copies:   bit n: copy n of the metadata can be used
 * @holder:   member that has copy n, in the newest superblock; -1: none
 * @replay:   the recovery, if @replayed
 * @replayed: it was made; its map may be damaged
 * @findings: all that was noticed
 */
struct offline {
	struct member *members;
	unsigned int count;
	struct tier_super super;
	bool known;
	struct member *by_index[DM_TIER_MAX_MEMBERS];
	int fds[DM_TIER_MAX_MEMBERS];
	u32 copies;
	int holder[DM_TIER_MAX_COPIES];
	struct tier_replay replay;
	struct tier_space spaces[DM_TIER_MAX_MEMBERS];
	bool replayed;
	struct findings findings;
};

/**
 * offline_open() - read the superblocks
 * @offline: set up by it; offline_release() in any case
 * @paths:   of the devices
 * @count:   how many
 *
 * Return: 0; -ENODEV: a device is missing, not a member at all, or of another
 * volume than the others; -EBUSY: the volume is open; -EACCES; -ENOMEM; all
 * told. What is damaged is a finding, not an error.
 */
int offline_open(struct offline *offline, char **paths, unsigned int count);

/**
 * offline_recover() - read the map
 * @offline: opened and @known
 *
 * Return: 0, -EINTR, -ENOMEM (told). What is damaged is a finding.
 */
int offline_recover(struct offline *offline);

/* Closes and frees all. */
void offline_release(struct offline *offline);

#endif /* TIERSETUP_OFFLINE_H */
