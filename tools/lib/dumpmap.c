// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>

#include "dumpmap.h"
#include "map.h"
#include "offline.h"
#include "report.h"

/* Where the walk along the map stands. */
struct walk {
	struct offline *offline;
	u64 next;
};

/* Extents that lie one behind the other on one member, with the same pin. */
struct range {
	u64 extent;
	u64 count;
	u64 entry;
};

/* The entry that @entry's neighbour must have to be in one range with it. */
static u64 neighbour(u64 entry)
{
	return tier_entry_mapped(entry) ? entry + 1 : entry;
}

static bool next_range(struct walk *walk, struct range *range)
{
	const struct offline *offline = walk->offline;
	const u64 *map = offline->replay.map;
	u64 extents = offline->super.extents;
	u64 expected;

	if (!offline->replayed)
		return false;
	/* What has no home and no pin is not worth a line. */
	while (walk->next < extents && !map[walk->next])
		walk->next++;
	if (walk->next == extents)
		return false;
	range->extent = walk->next;
	range->entry = map[walk->next];
	expected = range->entry;
	while (walk->next < extents && map[walk->next] == expected) {
		expected = neighbour(expected);
		walk->next++;
	}
	range->count = walk->next - range->extent;
	return true;
}

static u64 device_byte(const struct offline *offline, u64 entry)
{
	const struct tier_member_info *info =
		&offline->super.members[tier_entry_member(entry)];

	return (info->data_sector +
		tier_entry_pext(entry) * offline->super.extent_sectors) * 512;
}

static struct json_object *map_json(void *context)
{
	struct walk *walk = context;
	const struct offline *offline = walk->offline;
	const u64 extent_bytes = offline->super.extent_sectors * 512ULL;
	struct json_object *object;
	struct range range;
	unsigned int member;

	if (!next_range(walk, &range))
		return NULL;
	object = json_object_new_object();
	json_int(object, "offset_bytes", range.extent * extent_bytes);
	json_int(object, "length_bytes", range.count * extent_bytes);
	json_int(object, "extent", range.extent);
	json_int(object, "extents", range.count);
	if (tier_entry_mapped(range.entry)) {
		member = tier_entry_member(range.entry);
		json_int(object, "member", member);
		json_int(object, "level", offline->super.members[member].level);
		json_int(object, "device_offset_bytes",
			 device_byte(offline, range.entry));
	} else {
		json_null(object, "member");
		json_null(object, "level");
		json_null(object, "device_offset_bytes");
	}
	if (tier_entry_pinned(range.entry))
		json_int(object, "pinned_level", tier_entry_pin_level(range.entry));
	else
		json_null(object, "pinned_level");
	return object;
}

static int map_line(void *context, char *text, size_t size)
{
	struct walk *walk = context;
	const struct offline *offline = walk->offline;
	struct range range;
	unsigned int member;
	char pin[32] = "";

	if (!next_range(walk, &range))
		return 0;
	member = tier_entry_member(range.entry);
	if (tier_entry_pinned(range.entry))
		snprintf(pin, sizeof(pin), ", pinned to level %u",
			 tier_entry_pin_level(range.entry));
	if (tier_entry_mapped(range.entry))
		snprintf(text, size,
			 "  extents %ju+%ju: member %u (level %u) from byte %ju%s",
			 range.extent, range.count, member,
			 offline->super.members[member].level,
			 device_byte(offline, range.entry), pin);
	else
		snprintf(text, size, "  extents %ju+%ju: no home%s",
			 range.extent, range.count, pin);
	return 1;
}

static void map_release(void *context)
{
	struct walk *walk = context;

	offline_release(walk->offline);
	free(walk->offline);
	free(walk);
}

static const struct report_stream_ops map_ops = {
	.json = map_json,
	.line = map_line,
	.release = map_release,
};

void dumpmap_report(struct report *report, struct offline *offline)
{
	struct walk *walk = calloc(1, sizeof(*walk));

	if (!walk) {
		report_fail(report);
		offline_release(offline);
		free(offline);
		return;
	}
	walk->offline = offline;
	report_line(report, "map:");
	report_stream(report, "map", &map_ops, walk);
}
