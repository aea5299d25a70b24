// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "call.h"
#include "cmd.h"
#include "members.h"
#include "message.h"
#include "progress.h"
#include "report.h"
#include "volume.h"

static int open_one(const struct scan *scan, const char *word,
		    const struct volume_mode *mode)
{
	const struct volume *volume;
	int r;

	r = scan_find(scan, word, &volume);
	if (r)
		return r;
	if (volume->holder)
		return message_error(-EEXIST,
				     "%s is open already: see tiersetup status",
				     volume->super.name);
	return volume_open(volume, mode);
}

/* Those that are open stay so: running it twice does the same as once. */
static int open_all(const struct scan *scan, const struct volume_mode *mode)
{
	unsigned int opened = 0;
	unsigned int i;
	int first = 0;
	int r;

	for (i = 0; i < scan->volumes_count; i++) {
		r = progress_stopped();
		if (r)
			return r;
		if (!scan->volumes[i].holder)
			r = volume_open(&scan->volumes[i], mode);
		if (!r)
			opened++;
		else if (!first)
			first = r;
	}
	return first && opened ? -EINPROGRESS : first;
}

int cmd_open(const struct call *call, struct report *report)
{
	struct volume_mode mode = {
		.degraded = call->given[OPT_DEGRADED],
		.readonly = call->given[OPT_READONLY],
	};
	struct scan scan;
	int r;

	(void)report;
	if (call->given[OPT_ALL] == !!call->argc)
		return message_error(-EINVAL,
				     "open takes either a name or --all: see tiersetup help open");
	r = scan_devices(call->devices, (unsigned int)call->device_count, &scan);
	if (r)
		return r;
	r = call->argc ? open_one(&scan, call->argv[0], &mode) :
			 open_all(&scan, &mode);
	scan_release(&scan);
	return r;
}
