// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdio.h>

#include "dm.h"
#include "report.h"
#include "size.h"
#include "statusview.h"
#include "sysfs.h"
#include "words.h"

static u64 extent_bytes(const struct words_status *status)
{
	return status->extent_sectors * 512;
}

/* Room and use of a level: of all its members. */
static void level_sums(const struct words_status *status, unsigned int level,
		       u64 *total, u64 *used)
{
	unsigned int i;

	*total = 0;
	*used = 0;
	for (i = 0; i < status->members_count; i++) {
		if (status->members[i].level != level)
			continue;
		*total += status->members[i].extents * extent_bytes(status);
		*used += status->members[i].used * extent_bytes(status);
	}
}

static const char *member_node(const struct words_member *member, char *path,
			       size_t size)
{
	/* The contract wants a string; a device that is not there has none. */
	if (member->number)
		sysfs_node(member->number, path, size);
	else
		*path = '\0';
	return path;
}

static void json_member(struct json_object *array,
			const struct words_status *status,
			const struct words_member *member)
{
	struct json_object *object = json_append_object(array);
	char path[PATH_MAX];

	json_str(object, "device", member_node(member, path, sizeof(path)));
	json_str(object, "uuid", member->uuid);
	json_str(object, "state", member->state);
	json_int(object, "logical_sector_bytes", member->logical_bytes);
	json_int(object, "physical_sector_bytes", member->physical_bytes);
	json_int(object, "total_bytes", member->extents * extent_bytes(status));
	json_int(object, "used_bytes", member->used * extent_bytes(status));
}

static void json_level(struct json_object *array,
		       const struct words_status *status, unsigned int nr)
{
	const struct words_level *level = &status->levels[nr];
	struct json_object *object = json_append_object(array);
	struct json_object *members;
	u64 total, used;
	unsigned int i;

	level_sums(status, nr, &total, &used);
	json_int(object, "level", nr);
	json_int(object, "total_bytes", total);
	json_int(object, "used_bytes", used);
	json_int(object, "reads", level->reads);
	json_int(object, "writes", level->writes);
	json_int(object, "read_bytes", level->read_bytes);
	json_int(object, "written_bytes", level->written_bytes);
	members = json_new_array(object, "members");
	for (i = 0; i < status->members_count; i++)
		if (status->members[i].level == nr)
			json_member(members, status, &status->members[i]);
}

static void json_counters(struct json_object *volume,
			  const struct words_status *status)
{
	struct json_object *object;

	object = json_new_object(volume, "migration");
	json_int(object, "promoted_extents", status->promoted);
	json_int(object, "demoted_extents", status->demoted);
	json_int(object, "moved_bytes", status->moved_bytes);
	json_int(object, "aborted", status->aborted);
	json_flag(object, "enabled", status->migration);

	object = json_new_object(volume, "sectors");
	json_int(object, "misaligned_writes", status->misaligned);
	json_int(object, "sub_block_writes", status->sub_block);
	json_int(object, "rmw_foreground", status->rmw_foreground);
	json_int(object, "rmw_background", status->rmw_background);

	object = json_new_object(volume, "metadata");
	json_int(object, "copies", status->copies);
	json_int(object, "commits", status->commits);
	json_int(object, "checkpoints", status->checkpoints);
	json_int(object, "pending_changes", status->pending);
	json_int(object, "replayed_entries", status->replayed);
	json_int(object, "recovery_us", status->recovery_us);
}

static void json_volume(struct json_object *array, const struct dm_volume *volume,
			const struct words_status *status, u64 bytes)
{
	struct json_object *object = json_append_object(array);
	struct json_object *cache;
	struct json_object *levels;
	char path[160];
	unsigned int i;

	snprintf(path, sizeof(path), "/dev/mapper/%s", volume->name);
	json_str(object, "name", volume->name);
	json_str(object, "uuid", volume->uuid);
	json_str(object, "device", path);
	json_int(object, "size_bytes", bytes);
	json_int(object, "extent_bytes", extent_bytes(status));
	json_int(object, "extents", status->extents);
	json_int(object, "mapped_extents", status->mapped);
	json_int(object, "logical_sector_bytes", status->logical_bytes);
	json_int(object, "physical_sector_bytes", status->physical_bytes);
	json_str(object, "state", status->state);
	json_flag(object, "suspended", volume->suspended);
	json_int(object, "open_count", (u64)volume->open_count);
	cache = json_new_object(object, "cache");
	json_str(cache, "mode", *status->cache_mode ? status->cache_mode : "off");
	json_int(cache, "log_bytes", status->log_bytes);
	json_int(cache, "dirty_bytes", status->dirty_bytes);
	levels = json_new_array(object, "levels");
	for (i = 0; i < DM_TIER_MAX_LEVELS; i++)
		if (status->levels[i].present)
			json_level(levels, status, i);
	json_counters(object, status);
}

static void human_members(struct report *report,
			  const struct words_status *status)
{
	static const char * const columns[] = {
		">LEVEL", "MEMBER", "STATE", "SECTORS", ">SIZE", ">USED", NULL,
	};
	struct report_table *table = report_table(report, columns);
	char path[PATH_MAX];
	char text[SIZE_TEXT];
	unsigned int level;
	unsigned int i;

	for (level = 0; level < DM_TIER_MAX_LEVELS; level++) {
		for (i = 0; i < status->members_count; i++) {
			const struct words_member *member = &status->members[i];

			if (member->level != level)
				continue;
			report_row(table);
			report_cell(table, "%u", level);
			report_cell(table, "%s", member->number ?
				    member_node(member, path, sizeof(path)) :
				    member->uuid);
			report_cell(table, "%s", member->state);
			report_cell(table, "%u/%u", member->logical_bytes,
				    member->physical_bytes);
			report_cell(table, "%s",
				    size_format(member->extents *
						extent_bytes(status), text));
			report_cell(table, "%s",
				    size_format(member->used *
						extent_bytes(status), text));
		}
	}
}

static void human_levels(struct report *report,
			 const struct words_status *status)
{
	static const char * const columns[] = {
		">LEVEL", ">SIZE", ">USED", ">USE%", ">READS", ">WRITES", ">READ",
		">WRITTEN", NULL,
	};
	struct report_table *table = report_table(report, columns);
	char text[SIZE_TEXT];
	u64 total, used;
	unsigned int i;

	for (i = 0; i < DM_TIER_MAX_LEVELS; i++) {
		const struct words_level *level = &status->levels[i];

		if (!level->present)
			continue;
		level_sums(status, i, &total, &used);
		report_row(table);
		report_cell(table, "%u", i);
		report_cell(table, "%s", size_format(total, text));
		report_cell(table, "%s", size_format(used, text));
		report_cell(table, "%u%%", total ?
			    (unsigned int)((double)used * 100 / (double)total) :
			    0);
		report_cell(table, "%ju", level->reads);
		report_cell(table, "%ju", level->writes);
		report_cell(table, "%s", size_format(level->read_bytes, text));
		report_cell(table, "%s", size_format(level->written_bytes, text));
	}
}

static void human_volume(struct report *report, const struct dm_volume *volume,
			 const struct words_status *status, u64 bytes)
{
	char total[SIZE_TEXT];
	char used[SIZE_TEXT];

	report_line(report, "%s: %s%s", volume->name, status->state,
		    volume->suspended ? ", suspended" : "");
	report_line(report, "  uuid:       %s", volume->uuid);
	report_line(report, "  device:     /dev/mapper/%s%s", volume->name,
		    volume->open_count ? ", in use" : "");
	report_line(report, "  size:       %s, in use %s",
		    size_format(bytes, total),
		    size_format(status->mapped * extent_bytes(status), used));
	report_line(report, "  extents:    %ju of %s, %ju mapped",
		    status->extents, size_format(extent_bytes(status), total),
		    status->mapped);
	report_line(report, "  sectors:    %ju logical, %ju physical",
		    status->logical_bytes, status->physical_bytes);
	report_line(report, "  cache:      %s",
		    *status->cache_mode ? status->cache_mode : "off");
	report_line(report,
		    "  metadata:   %ju copies, %ju commits, %ju checkpoints, %ju changes pending",
		    status->copies, status->commits, status->checkpoints,
		    status->pending);
	report_line(report,
		    "  writes:     %ju misaligned, %ju smaller than a block, read-modify-write %ju in front, %ju behind",
		    status->misaligned, status->sub_block,
		    status->rmw_foreground, status->rmw_background);
	report_line(report, "%s", "");
	human_members(report, status);
	report_line(report, "%s", "");
	human_levels(report, status);
}

void statusview_volume(struct report *report, struct json_object *array,
		       const struct dm_volume *volume,
		       const struct words_status *status, u64 bytes)
{
	json_volume(array, volume, status, bytes);
	human_volume(report, volume, status, bytes);
}
