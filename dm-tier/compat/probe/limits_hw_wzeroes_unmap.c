// SPDX-License-Identifier: GPL-2.0
/* struct queue_limits has max_hw_wzeroes_unmap_sectors, 0 or equal to max_write_zeroes_sectors; since 6.17 */
#include <linux/blkdev.h>

#ifndef TIER_PROBE_CONTROL
void probe_wzeroes(struct queue_limits *lim);
void probe_wzeroes(struct queue_limits *lim)
{
	lim->max_hw_wzeroes_unmap_sectors = 0;
}
#endif
