// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "message.h"
#include "report.h"
#include "sysfs.h"
#include "words.h"

static void add_value(struct report *report, struct json_object *tunables,
		      const char *key, const char *value)
{
	unsigned long long number;
	char *end;

	report_line(report, "%s=%s", key, value);
	number = strtoull(value, &end, 10);
	if (end != value && !*end)
		json_int(tunables, key, number);
	else
		json_str(tunables, key, value);
}

/* A table line leaves out what has its default; sysfs tells that, too. */
static int find_value(const struct dm_volume *volume, const char *params,
		      const char *key, char *value, size_t size)
{
	char attr[96];
	int r;

	r = words_option(params, key, value, size);
	if (r != -ENOENT)
		return r;
	snprintf(attr, sizeof(attr), "tier/tunables/%s", key);
	return sysfs_text(volume->number, attr, value, size);
}

static int get_key(struct report *report, struct json_object *tunables,
		   const struct dm_volume *volume, const char *params,
		   const char *key)
{
	char value[64];
	int r;

	r = find_value(volume, params, key, value, sizeof(value));
	if (r == -ENOMEM)
		return message_memory();
	if (r)
		return message_error(-EPROTO,
				     "the module does not tell %s: do module and tool have the same version?",
				     key);
	add_value(report, tunables, key, value);
	return 0;
}

static int get_keys(const struct call *call, struct report *report,
		    const struct dm_volume *volume, const char *params)
{
	struct json_object *tunables;
	const char *key;
	int r = 0;
	int i;

	tunables = json_new_object(report_json(report), "tunables");
	for (i = 1; !r && i < call->argc; i++)
		r = get_key(report, tunables, volume, params, call->argv[i]);
	if (call->argc > 1)
		return r;
	for (i = 0; !r && (key = words_tunable((unsigned int)i)); i++)
		r = get_key(report, tunables, volume, params, key);
	return r;
}

int cmd_get(const struct call *call, struct report *report)
{
	struct dm_volume volume;
	u64 sectors;
	char *params;
	int r = 0;
	int i;

	for (i = 1; i < call->argc; i++)
		if (!words_tunable_known(call->argv[i]))
			return message_error(-EINVAL,
					     "no tunable \"%s\": see tiersetup get without keys for what there is",
					     call->argv[i]);
	r = dm_find(call->argv[0], &volume);
	if (!r)
		r = dm_table(volume.name, &sectors, &params);
	if (r)
		return r;
	json_str(report_json(report), "name", volume.name);
	r = get_keys(call, report, &volume, params);
	free(params);
	return r;
}
