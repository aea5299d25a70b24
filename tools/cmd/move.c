// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "extents.h"

int cmd_move(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	struct extents extents;
	unsigned int level;
	char word[16];
	int r;

	(void)report;
	r = dm_find(call->argv[0], &volume);
	if (!r)
		r = extents_of(volume.name, call->argv[1], &extents);
	if (!r)
		r = extents_level(&extents, call->argv[2], &level);
	if (r)
		return r;
	snprintf(word, sizeof(word), "%u", level);
	return extents_message(volume.name, &extents, "moving", DM_TIER_MSG_MOVE, word);
}
