// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "message.h"
#include "report.h"
#include "statusview.h"
#include "words.h"

static int add_volume(struct report *report, struct json_object *array,
		      const struct dm_volume *volume)
{
	struct words_status status;
	u64 sectors;
	char *params;
	int r;

	r = dm_status(volume->name, &sectors, &params);
	if (r)
		return r;
	r = words_status(params, &status);
	if (r == -ENOMEM)
		message_memory();
	else if (r)
		message_error(r,
			      "%s: the status of the module is not understood (%s): do module and tool have the same version?",
			      volume->name, params);
	else
		statusview_volume(report, array, volume, &status, sectors * 512);
	free(params);
	return r;
}

int cmd_status(const struct call *call, struct report *report)
{
	struct dm_volume *volumes = NULL;
	struct dm_volume one;
	struct json_object *array;
	unsigned int count = 1;
	unsigned int i;
	int r;

	r = call->argc ? dm_find(call->argv[0], &one) :
			 dm_list(&volumes, &count);
	if (r)
		return r;
	array = json_new_array(report_json(report), "volumes");
	for (i = 0; !r && i < count; i++) {
		if (i)
			report_line(report, "%s", "");
		r = add_volume(report, array, volumes ? &volumes[i] : &one);
	}
	free(volumes);
	return r;
}
