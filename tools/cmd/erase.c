// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "cmd.h"
#include "erase.h"
#include "members.h"
#include "message.h"
#include "preflight.h"
#include "progress.h"
#include "report.h"

static int look_at(const struct member *member, bool force)
{
	const char *path = member->device.path;

	if (member->holder)
		return message_error(-EBUSY,
				     "%s belongs to an open volume: close it first",
				     path);
	if (!force && !member_super(member))
		return message_error(-ENODEV,
				     "%s has no right dm-tier superblock: nothing was erased; take --force to wipe whatever signature stands there",
				     path);
	return preflight_usage(&member->device);
}

static void report_one(struct report *report, struct json_object *array,
		       const struct member *member)
{
	const struct tier_super *super = member_super(member);
	struct json_object *object = json_append_object(array);

	json_str(object, "device", member->device.path);
	if (super)
		report_line(report, "%s: erased, was member %u of volume %s",
			    member->device.path, super->member_index,
			    super->name);
	else
		report_line(report, "%s: erased", member->device.path);
}

/* All are looked at before the first one is touched. */
static int erase_all(struct member *members, unsigned int count, bool force,
		     struct report *report)
{
	struct json_object *array;
	unsigned int i;
	int r = 0;

	for (i = 0; !r && i < count; i++)
		r = look_at(&members[i], force);
	if (r)
		return r;
	array = json_new_array(report_json(report), "erased");
	for (i = 0; i < count; i++) {
		r = progress_stopped();
		if (!r)
			r = erase_member(&members[i], force);
		if (r)
			return i ? -EINPROGRESS : r;
		report_one(report, array, &members[i]);
	}
	return 0;
}

int cmd_erase(const struct call *call, struct report *report)
{
	struct member *members;
	unsigned int count = 0;
	int r = 0;

	members = calloc((size_t)call->argc, sizeof(*members));
	if (!members)
		return message_memory();
	while (!r && count < (unsigned int)call->argc) {
		r = member_read(call->argv[count], &members[count]);
		count += !r;
	}
	if (!r)
		r = erase_all(members, count, call->given[OPT_FORCE], report);
	while (count)
		member_release(&members[--count]);
	free(members);
	return r;
}
