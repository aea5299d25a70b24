// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "members.h"
#include "report.h"
#include "size.h"
#include "words.h"

/* One line of the list. */
struct row {
	const char *name;
	char uuid[UUID_TEXT];
	char state[16];
	u64 bytes;
	unsigned int found;
	unsigned int members;
	bool open;
};

static void add_row(struct report_table *table, struct json_object *array,
		    const struct row *row)
{
	struct json_object *object = json_append_object(array);
	char text[SIZE_TEXT];

	report_row(table);
	report_cell(table, "%s", row->name);
	report_cell(table, "%s", row->uuid);
	report_cell(table, "%s", row->state);
	report_cell(table, "%s", size_format(row->bytes, text));
	report_cell(table, "%u/%u", row->found, row->members);
	json_str(object, "name", row->name);
	json_str(object, "uuid", row->uuid);
	json_flag(object, "open", row->open);
	json_str(object, "state", row->state);
	json_int(object, "size_bytes", row->bytes);
	json_int(object, "members_found", row->found);
	json_int(object, "members_count", row->members);
}

static int add_open(struct report_table *table, struct json_object *array,
		    const struct dm_volume *volume)
{
	struct row row = { .name = volume->name, .open = true };
	struct words_status status;
	u64 sectors;
	char *params;
	unsigned int i;
	int r;

	r = dm_status(volume->name, &sectors, &params);
	if (r)
		return r;
	/* One that cannot say more than that it is there is listed, too. */
	if (words_status(params, &status)) {
		memset(&status, 0, sizeof(status));
		strcpy(status.state, "unknown");
	}
	free(params);
	strcpy(row.uuid, volume->uuid);
	strcpy(row.state, status.state);
	row.bytes = sectors * 512;
	row.members = status.members_count;
	for (i = 0; i < status.members_count; i++)
		row.found += status.members[i].number != 0;
	add_row(table, array, &row);
	return 0;
}

static bool is_open(const struct dm_volume *volumes, unsigned int count,
		    const char *uuid)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		if (!strcmp(volumes[i].uuid, uuid))
			return true;
	return false;
}

static void add_closed(struct report_table *table, struct json_object *array,
		       const struct volume *volume, const char *uuid)
{
	struct row row = { .name = volume->super.name };

	snprintf(row.uuid, sizeof(row.uuid), "%s", uuid);
	row.members = volume->super.members_count;
	row.found = volume->found;
	strcpy(row.state, volume->twin ? "duplicate" :
	       row.found < row.members ? "incomplete" : "closed");
	row.bytes = volume->super.extents * volume->super.extent_sectors * 512;
	add_row(table, array, &row);
}

int cmd_ls(const struct call *call, struct report *report)
{
	static const char * const columns[] = {
		"NAME", "UUID", "STATE", ">SIZE", ">MEMBERS", NULL,
	};
	struct dm_volume *open_volumes;
	struct report_table *table;
	struct json_object *array;
	char uuid[UUID_TEXT];
	struct scan scan;
	unsigned int count;
	unsigned int i;
	int r;

	r = dm_list(&open_volumes, &count);
	if (r)
		return r;
	r = scan_devices(call->devices, (unsigned int)call->device_count, &scan);
	if (r) {
		free(open_volumes);
		return r;
	}
	table = report_table(report, columns);
	array = json_new_array(report_json(report), "volumes");
	for (i = 0; !r && i < count; i++)
		r = add_open(table, array, &open_volumes[i]);
	for (i = 0; i < scan.volumes_count; i++) {
		uuid_text(scan.volumes[i].super.uuid, uuid);
		if (!is_open(open_volumes, count, uuid))
			add_closed(table, array, &scan.volumes[i], uuid);
	}
	scan_release(&scan);
	free(open_volumes);
	return r;
}
