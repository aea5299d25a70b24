// SPDX-License-Identifier: GPL-2.0
#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "report.h"

int cmd_flush(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	int r;

	(void)report;
	r = dm_find(call->argv[0], &volume);
	return r ? r : dm_message(volume.name, DM_TIER_MSG_CHECKPOINT);
}
