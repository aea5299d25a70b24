// SPDX-License-Identifier: GPL-2.0
/* positive control: this has to compile against every kernel, else the probes say nothing */
#include <linux/module.h>
#include <linux/blkdev.h>
#include <linux/device-mapper.h>

#ifndef TIER_PROBE_CONTROL
void probe_present(struct queue_limits *lim);
void probe_present(struct queue_limits *lim)
{
	lim->logical_block_size = SECTOR_SIZE;
}
#endif
