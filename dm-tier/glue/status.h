/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Status and table lines, messages.
 */
#ifndef DM_TIER_STATUS_H
#define DM_TIER_STATUS_H

#include "engine/tier.h"

/**
 * tier_status() - the status method of the target
 * @ti:     the target
 * @type:   which line
 * @flags:  of device-mapper
 * @result: where to
 * @maxlen: room there
 *
 * Fields: include/uapi/linux/dm-tier.h and the administrator's guide.
 */
void tier_status(struct dm_target *ti, status_type_t type, unsigned int flags, char *result,
		 unsigned int maxlen);

/**
 * tier_message() - the message method of the target
 * @ti:     the target
 * @argc:   words
 * @argv:   DM_TIER_MSG_* and its arguments
 * @result: unused
 * @maxlen: unused
 *
 * Return: 0; -EINVAL for what is no message; -ERANGE; -EAGAIN while suspended; -EIO.
 */
int tier_message(struct dm_target *ti, unsigned int argc, char **argv, char *result,
		 unsigned int maxlen);

/**
 * tier_stats_sum() - what all CPUs have counted
 * @tier: the volume
 * @sum:  set
 */
void tier_stats_sum(const struct tier *tier, struct tier_stats *sum);

#endif /* DM_TIER_STATUS_H */
