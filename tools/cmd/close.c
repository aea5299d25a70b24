// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "message.h"
#include "progress.h"
#include "report.h"
#include "volume.h"

static int close_all(bool deferred)
{
	struct dm_volume *volumes;
	unsigned int closed = 0;
	unsigned int count;
	unsigned int i;
	int first = 0;
	int r;

	r = dm_list(&volumes, &count);
	if (r)
		return r;
	for (i = 0; i < count; i++) {
		r = progress_stopped();
		if (!r)
			r = volume_close(&volumes[i], deferred);
		if (!r)
			closed++;
		else if (!first)
			first = r;
		if (r == -EINTR)
			break;
	}
	free(volumes);
	return first && closed ? -EINPROGRESS : first;
}

int cmd_close(const struct call *call, struct report *report)
{
	bool deferred = call->given[OPT_DEFERRED];
	struct dm_volume volume;
	int r;

	(void)report;
	if (call->given[OPT_ALL] == !!call->argc)
		return message_error(-EINVAL,
				     "close takes either a name or --all: see tiersetup help close");
	if (!call->argc)
		return close_all(deferred);
	r = dm_find(call->argv[0], &volume);
	return r ? r : volume_close(&volume, deferred);
}
