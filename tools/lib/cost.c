// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>

#include "cost.h"

/* As dm-tier/glue/target.c shows it, at most. */
#define MAX_OPTIMAL_BYTES	(1u << 20)

struct list {
	const struct plan *plan;
	struct cost *costs;
	unsigned int count;
};

__printf(4, 5)
static void add(struct list *list, const struct device *device,
		const char *kind, const char *format, ...)
{
	struct cost *cost = &list->costs[list->count++];
	va_list args;

	cost->device = device;
	cost->kind = kind;
	va_start(args, format);
	vsnprintf(cost->text, sizeof(cost->text), format, args);
	va_end(args);
}

u32 cost_optimal_bytes(const struct plan *plan)
{
	u64 extent_bytes = (u64)plan->super.extent_sectors * 512;

	return extent_bytes < MAX_OPTIMAL_BYTES ? (u32)extent_bytes :
						  MAX_OPTIMAL_BYTES;
}

u32 cost_module_bytes(const struct plan *plan, const struct device *device)
{
	if (device->logical_bytes <= plan->super.logical_bytes)
		return 0;
	/* Not of the sector: dm-tier works on blocks. */
	return DM_TIER_BLOCK_SIZE;
}

u32 cost_disk_bytes(const struct plan *plan, const struct device *device)
{
	u32 least = tier_layout_step_bytes(device->logical_bytes,
					   plan->super.logical_bytes);

	return device->physical_bytes > least ? device->physical_bytes : 0;
}

static void add_writes(struct list *list, const struct device *device)
{
	u32 shown = list->plan->super.logical_bytes;
	u32 module = cost_module_bytes(list->plan, device);
	u32 disk = cost_disk_bytes(list->plan, device);

	if (module)
		add(list, device, "read-modify-write",
		    "has sectors of %u bytes, the volume shows %u: each write that is not made of whole blocks of %u bytes takes a read-modify-write by dm-tier",
		    device->logical_bytes, shown, module);
	if (disk > DM_TIER_BLOCK_SIZE)
		add(list, device, "large-block",
		    "has blocks of %u bytes, the volume shows %u at most: writes that are not made of whole ones take a read-modify-write inside of the disk",
		    disk, DM_TIER_BLOCK_SIZE);
	else if (disk)
		add(list, device, "disk-read-modify-write",
		    "has blocks of %u bytes in sectors of %u: each write that is not made of whole ones takes a read-modify-write inside of the disk, which puts their other sectors at risk if the power fails",
		    disk, device->logical_bytes);
}

static void add_start(struct list *list, const struct device *device,
		      const struct tier_member_info *info)
{
	if (device->skew_bytes % DM_TIER_BLOCK_SIZE ||
	    device->skew_bytes % device->physical_bytes)
		add(list, device, "skew",
		    "begins %ju bytes behind a border of the medium: its data begins at byte %ju, which lies on one",
		    device->skew_bytes, info->data_sector * 512);
}

static void add_optimal(struct list *list, const struct device *device)
{
	u64 optimal = device->optimal_bytes;

	if (optimal <= MAX_OPTIMAL_BYTES && !(optimal % device->physical_bytes))
		return;
	add(list, device, "optimal-io",
	    "says that I/O of %ju bytes is best, which is %s: the volume shows %u",
	    optimal,
	    optimal % device->physical_bytes ? "not made of its blocks" :
					       "more than is of use",
	    cost_optimal_bytes(list->plan));
}

unsigned int cost_list(const struct plan *plan, struct cost costs[COST_MAX])
{
	struct list list = { .plan = plan, .costs = costs };
	unsigned int i;

	if (plan->super.logical_bytes != 512)
		add(&list, NULL, "large-sectors",
		    "partition tables, file systems and images made for sectors of 512 bytes are not found on sectors of %u, and not all hosts take them: 512 is the default",
		    plan->super.logical_bytes);
	for (i = 0; i < plan->count; i++) {
		const struct device *device = &plan->devices[i];

		add_writes(&list, device);
		add_start(&list, device, &plan->super.members[i]);
		add_optimal(&list, device);
	}
	return list.count;
}
