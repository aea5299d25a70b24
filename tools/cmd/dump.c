// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "call.h"
#include "cmd.h"
#include "dumpview.h"
#include "message.h"
#include "offline.h"
#include "report.h"
#include "supercheck.h"

int cmd_dump(const struct call *call, struct report *report)
{
	struct offline *offline;
	int r;

	offline = malloc(sizeof(*offline));
	if (!offline)
		return message_memory();
	r = offline_open(offline, call->argv, (unsigned int)call->argc);
	if (!r) {
		supercheck_run(offline);
		if (offline->known)
			r = offline_recover(offline);
	}
	if (r) {
		offline_release(offline);
		free(offline);
		return r;
	}
	/* What is missing does not spoil what could be shown. */
	r = findings_error(&offline->findings);
	dumpview_report(report, offline);
	return r == -ENODEV ? 0 : r;
}
