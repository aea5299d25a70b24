// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "message.h"
#include "report.h"
#include "words.h"

/* All is checked before the first one is set. */
static int check_pair(const char *pair)
{
	const char *equals = strchr(pair, '=');
	char key[64];

	if (!equals || equals == pair || !equals[1])
		return message_error(-EINVAL, "\"%s\": take KEY=VALUE", pair);
	snprintf(key, sizeof(key), "%.*s", (int)(equals - pair), pair);
	if (!words_tunable_known(key))
		return message_error(-EINVAL,
				     "no tunable \"%s\": see tiersetup get for what there is",
				     key);
	if (strpbrk(equals + 1, " \t\n"))
		return message_error(-EINVAL, "\"%s\": leave the blanks out",
				     pair);
	return 0;
}

static int set_pair(const char *name, const char *pair)
{
	const char *equals = strchr(pair, '=');
	char *text;
	int r;

	if (asprintf(&text, "%s %.*s %s", DM_TIER_MSG_SET,
		     (int)(equals - pair), pair, equals + 1) < 0)
		return message_memory();
	r = dm_message(name, text);
	free(text);
	return r;
}

int cmd_set(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	int r = 0;
	int i;

	(void)report;
	for (i = 1; !r && i < call->argc; i++)
		r = check_pair(call->argv[i]);
	if (!r)
		r = dm_find(call->argv[0], &volume);
	for (i = 1; !r && i < call->argc; i++) {
		r = set_pair(volume.name, call->argv[i]);
		/* What came before it is set. */
		if (r && i > 1)
			r = -EINPROGRESS;
	}
	return r;
}
