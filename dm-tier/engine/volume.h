/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A volume's life: what is made once, and what lives from resume to suspend.
 */
#ifndef DM_TIER_VOLUME_H
#define DM_TIER_VOLUME_H

#include "engine/tier.h"

/**
 * tier_volume_create() - everything that a volume needs but its map
 * @ti:    the target
 * @error: set to what went wrong
 *
 * Context: may sleep. Return: a suspended volume without members, or
 * ERR_PTR(-ENOMEM).
 */
struct tier *tier_volume_create(struct dm_target *ti, char **error);

/**
 * tier_volume_destroy() - the end; the members go back to device-mapper
 * @tier: suspended, or never resumed, or half made
 *
 * Context: may sleep.
 */
void tier_volume_destroy(struct tier *tier);

/**
 * tier_volume_identify() - who are these devices?
 * @tier:  members' devices are in the order of the table line
 * @error: set to what the admin has to change, naming the device
 *
 * Reads superblocks and puts every device where it belongs. Reads nothing else.
 *
 * Context: may sleep.
 * Return: 0; -EINVAL if a device is no member, of another volume, there twice,
 * or one is missing and the table does not say degraded.
 */
int tier_volume_identify(struct tier *tier, char **error);

/**
 * tier_volume_start() - read the metadata and go live
 * @tier: suspended
 *
 * Context: may sleep; no I/O yet.
 * Return: 0; -EBUSY if the volume is live elsewhere; -EBADMSG; -EIO; -ENOMEM.
 */
int tier_volume_start(struct tier *tier);

/**
 * tier_volume_stop() - make all durable and forget the map
 * @tier: live or not; no I/O any more
 *
 * Context: may sleep.
 */
void tier_volume_stop(struct tier *tier);

#endif /* DM_TIER_VOLUME_H */
