// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "members.h"
#include "message.h"
#include "mkvol.h"
#include "plan.h"
#include "planview.h"
#include "preflight.h"
#include "report.h"
#include "size.h"

static int take_size(const struct call *call, enum option_id id, u64 *bytes)
{
	int r;

	*bytes = 0;
	if (!call->given[id])
		return 0;
	r = size_parse(call->value[id], bytes);
	if (r == -ERANGE)
		return message_error(-EINVAL,
				     "--%s %s: does not fit 64 bits: take a smaller size",
				     option_list[id].name, call->value[id]);
	if (r || !*bytes)
		return message_error(-EINVAL,
				     "--%s %s: not a size: take a number with K, M, G, T, s or B",
				     option_list[id].name, call->value[id]);
	return 0;
}

static int take_extent_size(const struct call *call, struct plan *plan)
{
	const u64 least = DM_TIER_MIN_EXTENT_SECTORS * 512ULL;
	const u64 most = DM_TIER_MAX_EXTENT_SECTORS * 512ULL;
	u64 bytes;
	int r;

	r = take_size(call, OPT_EXTENT_SIZE, &bytes);
	if (r || !bytes)
		return r;
	if (bytes < least || bytes > most || bytes & (bytes - 1))
		return message_error(-EINVAL,
				     "--extent-size %s: take a power of two from 64K to 64M",
				     call->value[OPT_EXTENT_SIZE]);
	plan->wish.extent_sectors = (u32)(bytes / 512);
	return 0;
}

static int take_sector_size(const struct call *call, struct plan *plan)
{
	const char *value = call->value[OPT_SECTOR_SIZE];

	plan->wish.logical_bytes = 512;
	if (!value || !strcmp(value, "512"))
		return 0;
	plan->wish.logical_bytes = 4096;
	if (!strcmp(value, "4096"))
		return 0;
	return message_error(-EINVAL, "--sector-size %s: take 512 or 4096",
			     value);
}

static int take_later_options(const struct call *call)
{
	const char *mode = call->value[OPT_CACHE_MODE];

	if (mode && strcmp(mode, "off") && strcmp(mode, "writeback") &&
	    strcmp(mode, "writethrough"))
		return message_error(-EINVAL,
				     "--cache-mode %s: take writeback, writethrough or off",
				     mode);
	if (mode && strcmp(mode, "off"))
		return message_error(-EINVAL,
				     "--cache-mode %s: this version has no write-back log yet: take off",
				     mode);
	if (call->given[OPT_LOG_SIZE])
		return message_error(-EINVAL,
				     "--log-size: this version has no write-back log yet: leave it out");
	return 0;
}

static int take_options(const struct call *call, struct plan *plan)
{
	u64 bytes;
	int r;

	r = take_later_options(call);
	if (!r)
		r = plan_name(plan, call->argv[0]);
	if (!r)
		r = plan_label(plan, call->given[OPT_LABEL] ?
			       call->value[OPT_LABEL] : "");
	if (!r)
		r = plan_uuid(plan, call->value[OPT_UUID]);
	if (!r)
		r = take_extent_size(call, plan);
	if (!r)
		r = take_sector_size(call, plan);
	if (!r)
		r = take_size(call, OPT_SIZE, &bytes);
	if (r)
		return r;
	plan->wish.max_sectors = bytes / 512 + !!(bytes % 512);
	plan->force = call->given[OPT_FORCE];
	plan->no_open = call->given[OPT_NO_OPEN] || call->given[OPT_DRY_RUN];
	return 0;
}

/* Everything that can be known before anything is written. */
static int check_all(const struct call *call, struct plan *plan)
{
	unsigned int i;
	int level;
	int r = 0;
	int one;

	for (level = 1; !r && level < call->argc; level++)
		r = plan_level(plan, (unsigned int)level - 1, call->argv[level]);
	if (!r)
		r = plan_check(plan);
	if (r)
		return r;
	for (i = 0; i < plan->count; i++) {
		one = preflight_usage(&plan->devices[i]);
		if (!one)
			one = preflight_contents(&plan->devices[i],
						 plan->force);
		if (!r)
			r = one;
	}
	if (!r)
		r = preflight_names(plan);
	return r ? r : plan_layout(plan);
}

static int open_volume(const struct plan *plan)
{
	char params[PLAN_PARAMS];
	char uuid[UUID_TEXT];

	plan_params(plan, params, sizeof(params));
	return dm_open(plan->super.name, uuid_text(plan->super.uuid, uuid),
		       plan->super.extents * plan->super.extent_sectors, params,
		       false);
}

static int write_all(const struct plan *plan)
{
	struct mkvol mkvol;
	int r;

	r = mkvol_write(&mkvol, plan);
	if (!r && !plan->no_open)
		r = open_volume(plan);
	if (r) {
		mkvol_take_back(&mkvol);
		return message_error(r, "no volume was made, the devices are as they were before");
	}
	mkvol_keep(&mkvol);
	return 0;
}

int cmd_create(const struct call *call, struct report *report)
{
	struct plan plan;
	int r;

	memset(&plan, 0, sizeof(plan));
	r = take_options(call, &plan);
	if (!r)
		r = check_all(call, &plan);
	if (!r && !plan.no_open)
		r = dm_need_target();
	if (!r && !call->given[OPT_DRY_RUN])
		r = write_all(&plan);
	if (!r)
		planview_report(report, &plan, call->given[OPT_DRY_RUN]);
	plan_release(&plan);
	return r;
}
