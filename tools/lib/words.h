/* SPDX-License-Identifier: GPL-2.0 */
/* The target's table and status lines, taken apart. Pure. */
#ifndef TIERSETUP_WORDS_H
#define TIERSETUP_WORDS_H

#include <stdbool.h>
#include <sys/types.h>

#include <linux/dm-tier-format.h>

#include "env.h"

/* One member in a status line; a missing one has number 0. */
struct words_member {
	dev_t number;
	char uuid[37];
	unsigned int level;
	char state[16];
	u64 extents;
	u64 used;
	u32 logical_bytes;
	u32 physical_bytes;
};

/* Counters of one level. */
struct words_level {
	bool present;
	u64 reads;
	u64 writes;
	u64 read_bytes;
	u64 written_bytes;
};

/* A status line; what it does not say is 0 or "". See linux/dm-tier.h. */
struct words_status {
	char state[16];
	u64 mapped;
	u64 extents;
	u64 extent_sectors;
	char uuid[37];
	char cache_mode[16];
	u64 log_bytes;
	u64 dirty_bytes;
	u64 logical_bytes;
	u64 physical_bytes;
	bool migration;
	u64 promoted;
	u64 demoted;
	u64 moved_bytes;
	u64 aborted;
	u64 misaligned;
	u64 sub_block;
	u64 rmw_foreground;
	u64 rmw_background;
	u64 copies;
	u64 commits;
	u64 checkpoints;
	u64 pending;
	u64 replayed;
	u64 recovery_us;
	unsigned int members_count;
	struct words_member members[DM_TIER_MAX_MEMBERS];
	struct words_level levels[DM_TIER_MAX_LEVELS];
};

/**
 * words_status() - take a status line apart
 * @params: what stands behind the target's name
 * @status: gets it
 *
 * Keys that are not known are passed over: a newer module may say more.
 *
 * Return: 0; -EPROTO: not a status line of ours; -ENOMEM.
 */
int words_status(const char *params, struct words_status *status);

/**
 * words_option() - value of an option in a table line
 * @params: what stands behind the target's name
 * @key:    of the option
 * @value:  gets its value, "" for an option that stands alone
 * @size:   of @value
 *
 * Return: 0; -ENOENT: not in the line; -EPROTO: not a table line of ours.
 */
int words_option(const char *params, const char *key, char *value, size_t size);

/**
 * words_tunable() - the tunables
 * @nr: 0, 1, ...
 *
 * Return: key, or NULL: there are no more.
 */
const char *words_tunable(unsigned int nr);

/* Is this the key of a tunable? */
bool words_tunable_known(const char *key);

#endif /* TIERSETUP_WORDS_H */
