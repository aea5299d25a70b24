/* SPDX-License-Identifier: GPL-2.0 */
/* Volumes that are found on devices: opened and closed. */
#ifndef TIERSETUP_VOLUME_H
#define TIERSETUP_VOLUME_H

#include <stdbool.h>

struct dm_volume;
struct volume;

/**
 * struct volume_mode - how to open
 * @degraded: members may be missing
 * @readonly: read-only
 */
struct volume_mode {
	bool degraded;
	bool readonly;
};

/**
 * volume_open() - open a volume
 * @volume: as found by a search, closed
 * @mode:   how
 *
 * Return: 0; -ENODEV: members are missing, or the kernel refused; -EEXIST:
 * a member is there twice, or the name is taken; -EBUSY; all told.
 */
int volume_open(const struct volume *volume, const struct volume_mode *mode);

/**
 * volume_close() - close a volume
 * @open:     it
 * @deferred: when its last user goes, if it is in use
 *
 * Return: 0; -EBUSY: told, who uses it; -ENODEV.
 */
int volume_close(const struct dm_volume *open, bool deferred);

#endif /* TIERSETUP_VOLUME_H */
