// SPDX-License-Identifier: GPL-2.0
/* the notify callback of dm_io() gets the bits of unsupported regions; 7.x (not in 6.12, there in 7.2) */
#include <linux/dm-io.h>

#ifndef TIER_PROBE_CONTROL
void probe_notify(unsigned long error, unsigned long unsup, void *context);
io_notify_fn probe_fn = probe_notify;
#endif
