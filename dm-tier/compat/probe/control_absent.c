// SPDX-License-Identifier: GPL-2.0
/* negative control: this must not compile against any kernel, else the probes say nothing */
#include <linux/blkdev.h>

#ifndef TIER_PROBE_CONTROL
void probe_absent(struct queue_limits *lim);
void probe_absent(struct queue_limits *lim)
{
	lim->there_is_no_such_member = 0;
}
#endif
