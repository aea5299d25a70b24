// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "extents.h"
#include "message.h"
#include "progress.h"

/* All that can be moved; what is busy is left, and told. */
static int move_all(const char *name, const struct extents *extents,
		    unsigned int level)
{
	u64 busy = 0, i;
	char text[64];
	int r = 0;

	progress_begin("moving", extents->count * extents->extent_bytes);
	for (i = 0; !r && i < extents->count; i++) {
		snprintf(text, sizeof(text), "%s %" PRIu64 " %u",
			 DM_TIER_MSG_MOVE, extents->first + i, level);
		r = dm_message(name, text);
		if (r == -EBUSY) {
			busy++;
			r = 0;
		} else if (r && i) {
			/* What came before it has moved. */
			r = -EINPROGRESS;
		}
		progress_add(extents->extent_bytes);
		if (!r)
			r = progress_stopped();
	}
	progress_end();
	if (!r && busy)
		r = message_error(-EINPROGRESS, "%" PRIu64 " of %" PRIu64 " extents are too busy to be moved: run the same again later",
				  busy, extents->count);
	return r;
}

int cmd_move(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	struct extents extents;
	unsigned int level;
	int r;

	(void)report;
	r = dm_find(call->argv[0], &volume);
	if (!r)
		r = extents_of(volume.name, call->argv[1], &extents);
	if (!r)
		r = extents_level(&extents, call->argv[2], &level);
	return r ? r : move_all(volume.name, &extents, level);
}
