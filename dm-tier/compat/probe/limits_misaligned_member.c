// SPDX-License-Identifier: GPL-2.0
/* struct queue_limits has the member "misaligned"; before 6.11; a flag since */
#include <linux/blkdev.h>

#ifndef TIER_PROBE_CONTROL
void probe_misaligned(struct queue_limits *lim);
void probe_misaligned(struct queue_limits *lim)
{
	lim->misaligned = 0;
}
#endif
