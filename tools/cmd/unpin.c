// SPDX-License-Identifier: GPL-2.0
#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "extents.h"

int cmd_unpin(const struct call *call, struct report *report)
{
	(void)report;
	return extents_message(call->argv[0], call->argv[1], NULL, "unpinning",
			       DM_TIER_MSG_UNPIN);
}
