// SPDX-License-Identifier: GPL-2.0
#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "extents.h"

int cmd_unpin(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	struct extents extents;
	int r;

	(void)report;
	r = dm_find(call->argv[0], &volume);
	if (!r)
		r = extents_of(volume.name, call->argv[1], &extents);
	return r ? r : extents_message(volume.name, &extents, "unpinning",
				       DM_TIER_MSG_UNPIN, "");
}
