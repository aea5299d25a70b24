// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include <linux/dm-tier.h>

#include "cost.h"
#include "members.h"
#include "plan.h"
#include "planview.h"
#include "report.h"
#include "size.h"

/* What all members give to something, in bytes. */
struct totals {
	u64 metadata;
	u64 overhead;
	u64 reserve;
};

static u64 extent_bytes(const struct plan *plan)
{
	return (u64)plan->super.extent_sectors * 512;
}

static u64 overhead_bytes(const struct plan *plan,
			  const struct tier_member_info *info)
{
	return tier_layout_overhead_sectors(info, plan->super.extent_sectors) *
	       512;
}

static struct totals total_up(const struct plan *plan)
{
	struct totals totals = { 0 };
	unsigned int i;

	for (i = 0; i < plan->count; i++) {
		const struct tier_member_info *info = &plan->super.members[i];

		totals.metadata += info->meta_blocks * DM_TIER_BLOCK_SIZE;
		totals.overhead += overhead_bytes(plan, info);
		totals.reserve += info->reserve_extents * extent_bytes(plan);
	}
	return totals;
}

static void table_line(const struct plan *plan, char *line, size_t size)
{
	size_t used;

	used = (size_t)snprintf(line, size, "0 %ju %s ",
				plan->super.extents * plan->super.extent_sectors,
				DM_TIER_TARGET);
	plan_params(plan, line + used, size - used);
}

static void json_member(struct json_object *array, const struct plan *plan,
			unsigned int i)
{
	const struct tier_member_info *info = &plan->super.members[i];
	struct json_object *member = json_append_object(array);
	const struct device *device = &plan->devices[i];

	json_str(member, "device", device->path);
	json_int(member, "level", info->level);
	json_int(member, "size_bytes", device->bytes);
	json_int(member, "logical_sector_bytes", device->logical_bytes);
	json_int(member, "physical_sector_bytes", device->physical_bytes);
	if (device->rotational < 0)
		json_null(member, "rotational");
	else
		json_flag(member, "rotational", device->rotational);
	json_int(member, "optimal_io_bytes", device->optimal_bytes);
	json_int(member, "alignment_offset_bytes", device->alignment_bytes);
	json_int(member, "partition_offset_bytes", device->start_bytes);
	json_int(member, "skew_bytes", device->skew_bytes);
	if (info->meta_blocks)
		json_int(member, "metadata_offset_bytes",
			 info->meta_sector * 512);
	else
		json_null(member, "metadata_offset_bytes");
	json_int(member, "metadata_bytes",
		 info->meta_blocks * DM_TIER_BLOCK_SIZE);
	json_int(member, "data_offset_bytes", info->data_sector * 512);
	json_int(member, "data_bytes", info->extents * extent_bytes(plan));
	json_int(member, "extents", info->extents);
	json_int(member, "reserve_extents", info->reserve_extents);
	json_int(member, "reserve_bytes",
		 info->reserve_extents * extent_bytes(plan));
	json_int(member, "overhead_bytes", overhead_bytes(plan, info));
	json_int(member, "module_rmw_below_bytes",
		 cost_module_bytes(plan, device));
	json_int(member, "disk_rmw_below_bytes", cost_disk_bytes(plan, device));
}

static void json_costs(struct json_object *object, const struct plan *plan)
{
	struct json_object *array = json_new_array(object, "costs");
	struct cost costs[COST_MAX];
	unsigned int i, count;

	count = cost_list(plan, costs);
	for (i = 0; i < count; i++) {
		struct json_object *cost = json_append_object(array);

		if (costs[i].device)
			json_str(cost, "device", costs[i].device->path);
		else
			json_null(cost, "device");
		json_str(cost, "kind", costs[i].kind);
		json_str(cost, "text", costs[i].text);
	}
}

static void json_plan(struct report *report, const struct plan *plan, bool dry)
{
	struct json_object *root = report_json(report);
	struct totals totals = total_up(plan);
	struct json_object *object;
	struct json_object *array;
	char line[PLAN_PARAMS];
	char uuid[UUID_TEXT];
	unsigned int i;

	json_flag(root, "written", !dry);
	object = json_new_object(root, "plan");
	json_str(object, "name", plan->super.name);
	/* A random one of a dry run will never be seen again. */
	if (dry && !plan->uuid_given)
		json_null(object, "uuid");
	else
		json_str(object, "uuid", uuid_text(plan->super.uuid, uuid));
	json_str(object, "label", plan->super.label);
	json_int(object, "size_bytes", plan->super.extents * extent_bytes(plan));
	json_int(object, "extent_bytes", extent_bytes(plan));
	json_int(object, "extents", plan->super.extents);
	json_int(object, "logical_sector_bytes", plan->super.logical_bytes);
	json_int(object, "physical_sector_bytes", plan->super.physical_bytes);
	json_int(object, "optimal_io_bytes", cost_optimal_bytes(plan));
	json_int(object, "discard_granularity_bytes",
		 plan->super.physical_bytes);
	json_int(object, "metadata_bytes", totals.metadata);
	json_int(object, "log_bytes", 0);
	json_int(object, "reserve_bytes", totals.reserve);
	json_int(object, "overhead_bytes", totals.overhead);
	table_line(plan, line, sizeof(line));
	json_str(object, "table_line", line);
	array = json_new_array(object, "members");
	for (i = 0; i < plan->count; i++)
		json_member(array, plan, i);
	json_costs(object, plan);
}

/* Where the sectors and blocks of each member lie, and what it gives. */
static void human_sectors(struct report *report, const struct plan *plan)
{
	static const char * const columns[] = {
		"DEVICE", ">LEVEL", ">SECTOR", ">PHYSICAL", ">OPTIMAL",
		">ALIGN-OFFSET", ">STARTS-AT", ">SKEW", ">DATA-AT",
		">ON-MEDIUM", NULL,
	};
	struct report_table *table = report_table(report, columns);
	unsigned int i;

	for (i = 0; i < plan->count; i++) {
		const struct tier_member_info *info = &plan->super.members[i];
		const struct device *device = &plan->devices[i];
		u64 data = info->data_sector * 512;

		report_row(table);
		report_cell(table, "%s", device->path);
		report_cell(table, "%u", info->level);
		report_cell(table, "%u", device->logical_bytes);
		report_cell(table, "%u", device->physical_bytes);
		report_cell(table, "%ju", device->optimal_bytes);
		report_cell(table, "%ju", device->alignment_bytes);
		report_cell(table, "%ju", device->start_bytes);
		report_cell(table, "%ju", device->skew_bytes);
		report_cell(table, "%ju", data);
		report_cell(table, "%ju", device->start_bytes + data);
	}
}

static void human_members(struct report *report, const struct plan *plan)
{
	static const char * const columns[] = {
		"DEVICE", ">LEVEL", "KIND", ">SIZE", ">META-AT", ">DATA-AT",
		">EXTENTS", ">RESERVE", ">OVERHEAD", NULL,
	};
	static const char * const kinds[] = { "unknown", "solid", "rotating" };
	struct report_table *table = report_table(report, columns);
	unsigned int i;

	for (i = 0; i < plan->count; i++) {
		const struct tier_member_info *info = &plan->super.members[i];
		const struct device *device = &plan->devices[i];

		report_row(table);
		report_cell(table, "%s", device->path);
		report_cell(table, "%u", info->level);
		report_cell(table, "%s", kinds[device->rotational + 1]);
		report_cell(table, "%ju", device->bytes);
		if (info->meta_blocks)
			report_cell(table, "%ju", info->meta_sector * 512);
		else
			report_cell(table, "-");
		report_cell(table, "%ju", info->data_sector * 512);
		report_cell(table, "%ju", info->extents);
		report_cell(table, "%ju",
			    info->reserve_extents * extent_bytes(plan));
		report_cell(table, "%ju", overhead_bytes(plan, info));
	}
}

static void human_costs(struct report *report, const struct plan *plan)
{
	static const char * const columns[] = { "DEVICE", "COST", NULL };
	struct cost costs[COST_MAX];
	struct report_table *table;
	unsigned int i, count;

	count = cost_list(plan, costs);
	if (!count) {
		report_line(report,
			    "Every write is passed on as it is: the sectors of all members fit.");
		return;
	}
	table = report_table(report, columns);
	for (i = 0; i < count; i++) {
		report_row(table);
		report_cell(table, "%s", costs[i].device ?
			    costs[i].device->path : "(volume)");
		report_cell(table, "%s", costs[i].text);
	}
}

static void human_plan(struct report *report, const struct plan *plan)
{
	u64 bytes = plan->super.extents * extent_bytes(plan);
	struct totals totals = total_up(plan);
	char line[PLAN_PARAMS];
	char text[SIZE_TEXT];

	report_line(report, "Plan for volume %s (nothing was written)",
		    plan->super.name);
	report_line(report, "  size:            %ju bytes (%s)", bytes,
		    size_format(bytes, text));
	report_line(report, "  extent size:     %ju bytes (%s), %ju extents",
		    extent_bytes(plan), size_format(extent_bytes(plan), text),
		    plan->super.extents);
	report_line(report,
		    "  sectors shown:   %u logical, %u physical, alignment offset 0",
		    plan->super.logical_bytes, plan->super.physical_bytes);
	report_line(report,
		    "  I/O hints shown: %u minimum, %u optimal, %u discard granularity",
		    plan->super.physical_bytes, cost_optimal_bytes(plan),
		    plan->super.physical_bytes);
	report_line(report, "  metadata:        %ju bytes (%s) in all copies",
		    totals.metadata, size_format(totals.metadata, text));
	report_line(report, "  log:             0 bytes");
	report_line(report, "  reserve:         %ju bytes (%s)",
		    totals.reserve, size_format(totals.reserve, text));
	report_line(report,
		    "  not for data:    %ju bytes (%s), metadata and what alignment leaves over",
		    totals.overhead, size_format(totals.overhead, text));
	table_line(plan, line, sizeof(line));
	report_line(report, "  table line:      %s", line);
	report_line(report, "%s", "");
	human_sectors(report, plan);
	report_line(report, "%s", "");
	human_members(report, plan);
	report_line(report, "%s", "");
	human_costs(report, plan);
}

void planview_report(struct report *report, const struct plan *plan, bool dry)
{
	char uuid[UUID_TEXT];
	char text[SIZE_TEXT];

	if (report_wants_json(report))
		json_plan(report, plan, dry);
	else if (dry)
		human_plan(report, plan);
	else
		report_line(report, "%s: %s, %s%s", plan->super.name,
			    size_format(plan->super.extents * extent_bytes(plan),
					text),
			    uuid_text(plan->super.uuid, uuid),
			    plan->no_open ? ", not opened" : "");
}
