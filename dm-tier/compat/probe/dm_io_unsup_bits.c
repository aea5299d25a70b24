// SPDX-License-Identifier: GPL-2.0
/* dm_io() has sync_unsup_bits before ioprio, and its callback a second bit set; 7.x (not in 6.12, there in 7.2) */
#include <linux/dm-io.h>

#ifndef TIER_PROBE_CONTROL
int probe_dm_io(struct dm_io_request *req, struct dm_io_region *where, unsigned long *error, unsigned long *unsup);
int probe_dm_io(struct dm_io_request *req, struct dm_io_region *where, unsigned long *error, unsigned long *unsup)
{
	return dm_io(req, 1, where, error, unsup, IOPRIO_DEFAULT);
}
#endif
