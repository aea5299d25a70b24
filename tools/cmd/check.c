// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "call.h"
#include "cmd.h"
#include "offline.h"
#include "report.h"
#include "size.h"
#include "supercheck.h"

static void describe_volume(const struct offline *offline,
			    struct report *report)
{
	const struct tier_super *super = &offline->super;
	struct json_object *volume;
	char size[SIZE_TEXT];
	char uuid[UUID_TEXT];
	u64 bytes;

	if (!offline->known) {
		json_null(report_json(report), "volume");
		return;
	}
	bytes = super->extents * super->extent_sectors * 512;
	uuid_text(super->uuid, uuid);
	report_line(report, "volume %s (%s), %s, %u members", super->name, uuid,
		    size_format(bytes, size), super->members_count);
	volume = json_new_object(report_json(report), "volume");
	json_str(volume, "name", super->name);
	json_str(volume, "uuid", uuid);
	json_int(volume, "size_bytes", bytes);
	json_int(volume, "members_count", super->members_count);
	json_int(volume, "extents", super->extents);
	if (offline->replayed)
		json_int(volume, "mapped_extents", offline->replay.mapped);
	else
		json_null(volume, "mapped_extents");
}

static void describe_result(struct report *report, int error)
{
	const char *word = "clean";
	const char *text = "clean";

	if (error == -EBADMSG) {
		word = "damaged";
		text = "DAMAGED: see the errors above";
	} else if (error) {
		word = "incomplete";
		text = "not all could be checked, what was looked at is right";
	}
	report_line(report, "%s", text);
	json_str(report_json(report), "result", word);
}

int cmd_check(const struct call *call, struct report *report)
{
	struct offline offline;
	int r;

	r = offline_open(&offline, call->argv, (unsigned int)call->argc);
	if (!r) {
		supercheck_run(&offline);
		if (offline.known)
			r = offline_recover(&offline);
	}
	if (!r) {
		describe_volume(&offline, report);
		findings_report(&offline.findings, report);
		r = findings_error(&offline.findings);
		describe_result(report, r);
	}
	offline_release(&offline);
	return r;
}
