// SPDX-License-Identifier: GPL-2.0
#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "extents.h"

/* First all pins, which take no time: what cannot move yet stays wanted there. */
int cmd_pin(const struct call *call, struct report *report)
{
	char **argv = call->argv;
	int r;

	(void)report;
	r = extents_message(argv[0], argv[1], argv[2], "pinning", DM_TIER_MSG_PIN);
	return r ? r : extents_message(argv[0], argv[1], argv[2], "moving", DM_TIER_MSG_MOVE);
}
