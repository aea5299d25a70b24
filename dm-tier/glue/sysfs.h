/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The folder tier/ under the volume's block device in sysfs.
 */
#ifndef DM_TIER_SYSFS_H
#define DM_TIER_SYSFS_H

#include "engine/tier.h"

/**
 * tier_sysfs_add() - show a volume
 * @tier: live
 *
 * Context: may sleep. Return: 0; -EEXIST; -ENOMEM.
 */
int tier_sysfs_add(struct tier *tier);

/**
 * tier_sysfs_remove() - show it no more
 * @tier: about to be suspended; also one that is not shown
 *
 * Context: may sleep; waits for readers; none of their locks is held.
 */
void tier_sysfs_remove(struct tier *tier);

#endif /* DM_TIER_SYSFS_H */
