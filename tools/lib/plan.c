// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uuid/uuid.h>

#include "message.h"
#include "plan.h"
#include "size.h"
#include "text.h"

int plan_name(struct plan *plan, const char *name)
{
	size_t length = strlen(name);

	if (!length || length >= sizeof(plan->super.name))
		return message_error(-EINVAL,
				     "the name has %zu characters: take 1 to %zu",
				     length, sizeof(plan->super.name) - 1);
	if (!text_is_name(name))
		return message_error(-EINVAL,
				     "name \"%s\": take letters, digits and %s, no UUID and no \"-\" in front",
				     name, TEXT_NAME_OTHERS);
	memset(plan->super.name, 0, sizeof(plan->super.name));
	memcpy(plan->super.name, name, length);
	plan->super.created = (u64)time(NULL);
	plan->super.generation = 1;
	return 0;
}

int plan_label(struct plan *plan, const char *label)
{
	size_t length = strlen(label);

	if (length >= sizeof(plan->super.label))
		return message_error(-EINVAL,
				     "the label has %zu bytes: %zu are the most",
				     length, sizeof(plan->super.label) - 1);
	memset(plan->super.label, 0, sizeof(plan->super.label));
	memcpy(plan->super.label, label, length);
	if (!text_clean(plan->super.label))
		return message_error(-EINVAL,
				     "the label has a control character, or is not UTF-8: leave that out");
	return 0;
}

int plan_uuid(struct plan *plan, const char *uuid)
{
	plan->uuid_given = uuid;
	if (!uuid)
		uuid_generate_random(plan->super.uuid);
	else if (uuid_parse(uuid, plan->super.uuid) ||
		 uuid_is_null(plan->super.uuid))
		return message_error(-EINVAL,
				     "\"%s\" is no UUID: take one like that of uuidgen",
				     uuid);
	return 0;
}

static int add_device(struct plan *plan, unsigned int level, const char *path)
{
	int r;

	if (!*path)
		return message_error(-EINVAL,
				     "level %u: a device between two commas is missing",
				     level);
	if (plan->count == DM_TIER_MAX_MEMBERS)
		return message_error(-EINVAL,
				     "more than %u devices: a volume has at most that many members",
				     DM_TIER_MAX_MEMBERS);
	r = device_probe(path, &plan->devices[plan->count]);
	if (r)
		return r;
	plan->levels[plan->count++] = (u8)level;
	return 0;
}

int plan_level(struct plan *plan, unsigned int level, const char *devices)
{
	char *list = strdup(devices);
	char *next = list;
	char *path;
	int r = 0;

	if (!list)
		return message_memory();
	while (!r && (path = strsep(&next, ",")))
		r = add_device(plan, level, path);
	free(list);
	return r;
}

static int check_pair(const struct device *one, const struct device *other)
{
	if (device_same(one, other))
		return message_error(-ENODEV,
				     "%s and %s are the same device: name each device once",
				     one->path, other->path);
	if (device_nested(one, other))
		return message_error(-ENODEV,
				     "%s and %s overlap, one is a partition of the other: take one of them",
				     one->path, other->path);
	return 0;
}

static int check_device(const struct plan *plan, const struct device *device)
{
	if (device->regular && !plan->no_open)
		return message_error(-ENODEV,
				     "%s is a regular file: attach it with losetup and name the loop device, or take --no-open",
				     device->path);
	if (device->readonly)
		return message_error(-ENODEV,
				     "%s is read-only: make it writable (blockdev --setrw) or take another device",
				     device->path);
	if (strcmp(device->zoned, "none"))
		return message_error(-ENODEV,
				     "%s is a zoned device (%s), which takes sequential writes only: take another device",
				     device->path, device->zoned);
	if (device->alignment_unknown)
		return message_error(-ENODEV,
				     "%s is put together from parts that are aligned differently (alignment_offset -1), no place on it is aligned: take its parts, or align them",
				     device->path);
	return 0;
}

static int check_speed(const struct plan *plan, unsigned int fast,
		       unsigned int slow)
{
	if (plan->levels[fast] >= plan->levels[slow] ||
	    plan->devices[fast].rotational != 1 ||
	    plan->devices[slow].rotational != 0)
		return 0;
	return message_error(-ENODEV,
			     "%s on level %u is rotational, %s on the slower level %u is not: exchange them, or take --force",
			     plan->devices[fast].path, plan->levels[fast],
			     plan->devices[slow].path, plan->levels[slow]);
}

/* Keep the first error, go on looking for more. */
static void keep(int *first, int r)
{
	if (!*first)
		*first = r;
}

int plan_check(const struct plan *plan)
{
	unsigned int i, j;
	int r = 0;

	for (i = 0; i < plan->count; i++) {
		keep(&r, check_device(plan, &plan->devices[i]));
		for (j = 0; j < i; j++)
			keep(&r, check_pair(&plan->devices[j],
					    &plan->devices[i]));
	}
	for (i = 0; !plan->force && i < plan->count; i++)
		for (j = 0; j < plan->count; j++)
			keep(&r, check_speed(plan, i, j));
	return r;
}

/* What tier_layout_plan() wants to know of the devices. */
static void layout_members(const struct plan *plan,
			   struct tier_layout_member members[DM_TIER_MAX_MEMBERS])
{
	unsigned int i;

	for (i = 0; i < plan->count; i++) {
		const struct device *device = &plan->devices[i];

		members[i] = (struct tier_layout_member){
			.sectors = device->bytes / 512,
			.skew_bytes = device->skew_bytes,
			.logical_bytes = device->logical_bytes,
			.physical_bytes = device->physical_bytes,
			.level = plan->levels[i],
		};
	}
}

/* The smallest size, in whole MiB, that is not too small; 0: not found. */
static u64 least_bytes(const struct plan *plan, int culprit)
{
	struct tier_layout_member members[DM_TIER_MAX_MEMBERS];
	u64 units = plan->devices[culprit].bytes / 512 / DM_TIER_UNIT_SECTORS;
	struct tier_super super = { 0 };
	u64 step;
	int other;

	layout_members(plan, members);
	for (step = 1ULL << 40; step; step /= 2) {
		members[culprit].sectors = (units + step) * DM_TIER_UNIT_SECTORS;
		if (tier_layout_plan(members, plan->count, &plan->wish, &super,
				     &other) == TIER_LAYOUT_TOO_SMALL &&
		    other == culprit)
			units += step;
	}
	return (units + 1) * DM_TIER_UNIT_SECTORS * 512;
}

/* The largest volume that the members hold; 0: none. */
static u64 most_bytes(const struct plan *plan)
{
	struct tier_layout_member members[DM_TIER_MAX_MEMBERS];
	struct tier_layout_wish wish = plan->wish;
	struct tier_super super = { 0 };
	int culprit;

	wish.max_sectors = 0;
	layout_members(plan, members);
	if (tier_layout_plan(members, plan->count, &wish, &super, &culprit))
		return 0;
	return super.extents * super.extent_sectors * 512;
}

static int problem_small(const struct plan *plan, int culprit)
{
	const struct device *device = &plan->devices[culprit];
	u64 least = least_bytes(plan, culprit);
	char needs[SIZE_TEXT];
	char text[SIZE_TEXT];

	return message_error(-ENODEV,
			     "%s is too small (%s): a member of this volume needs %s, %ju bytes more, take a larger device, or a smaller --extent-size",
			     device->path, size_format(device->bytes, text),
			     size_format(least, needs), least - device->bytes);
}

static int problem_alignment(const struct plan *plan,
			     const struct device *device)
{
	u32 shown = plan->wish.logical_bytes;

	if (device->logical_bytes < shown)
		return message_error(-ENODEV,
				     "%s begins %ju bytes behind a border of its medium, which is no multiple of the %u bytes of a sector that the volume would show (its own have %u): leave --sector-size 512, or move the partition to a border of 1 MiB",
				     device->path, device->skew_bytes, shown,
				     device->logical_bytes);
	return message_error(-ENODEV,
			     "%s begins %ju bytes behind a border of its medium, which is no multiple of its logical sector of %u bytes, no place on it is aligned: move the partition to a border of 1 MiB",
			     device->path, device->skew_bytes,
			     device->logical_bytes);
}

static int problem_sector(const struct plan *plan, const struct device *device)
{
	const struct device *other = device;
	unsigned int i;

	for (i = 0; i < plan->count; i++)
		if (plan->devices[i].logical_bytes <= DM_TIER_BLOCK_SIZE)
			other = &plan->devices[i];
	if (other == device)
		return message_error(-ENODEV,
				     "%s has logical sectors of %u bytes, %u are the most: format it to sectors of %u or 512 (nvme format, sg_format), or take another device",
				     device->path, device->logical_bytes,
				     DM_TIER_BLOCK_SIZE, DM_TIER_BLOCK_SIZE);
	return message_error(-ENODEV,
			     "%s has logical sectors of %u bytes, %s has %u, %u are the most: format %s to sectors of %u or 512 (nvme format, sg_format), or take another device",
			     device->path, device->logical_bytes, other->path,
			     other->logical_bytes, DM_TIER_BLOCK_SIZE,
			     device->path, DM_TIER_BLOCK_SIZE);
}

static int problem_size(const struct plan *plan)
{
	char text[SIZE_TEXT];

	return message_error(-ENODEV,
			     "the members do not hold %s besides metadata and reserve, %ju bytes are the most: take a smaller --size or larger devices",
			     size_format(plan->wish.max_sectors * 512, text),
			     most_bytes(plan));
}

static int layout_problem(const struct plan *plan,
			  enum tier_layout_problem problem, int culprit)
{
	const struct device *device = culprit < 0 ? NULL :
						    &plan->devices[culprit];

	if (!device && problem != TIER_LAYOUT_SIZE)
		problem = TIER_LAYOUT_RANGE;
	switch (problem) {
	case TIER_LAYOUT_TOO_SMALL:
		return problem_small(plan, culprit);
	case TIER_LAYOUT_MISALIGNED:
		return problem_alignment(plan, device);
	case TIER_LAYOUT_SECTOR:
		return problem_sector(plan, device);
	case TIER_LAYOUT_SIZE:
		return problem_size(plan);
	default:
		return message_error(-EINVAL,
				     "%s%sthis cannot be laid out (extents of %u sectors, sectors of %u bytes, %u members): check the options",
				     device ? device->path : "",
				     device ? ": " : "",
				     plan->wish.extent_sectors,
				     plan->wish.logical_bytes, plan->count);
	}
}

int plan_layout(struct plan *plan)
{
	struct tier_layout_member members[DM_TIER_MAX_MEMBERS];
	enum tier_layout_problem problem;
	unsigned int i;
	int culprit;

	layout_members(plan, members);
	problem = tier_layout_plan(members, plan->count, &plan->wish,
				   &plan->super, &culprit);
	if (problem != TIER_LAYOUT_OK)
		return layout_problem(plan, problem, culprit);
	for (i = 0; i < plan->count; i++)
		uuid_generate_random(plan->super.members[i].uuid);
	return 0;
}

void plan_release(struct plan *plan)
{
	while (plan->count)
		device_release(&plan->devices[--plan->count]);
}

void plan_params(const struct plan *plan, char *params, size_t size)
{
	char word[4096];
	unsigned int i;
	size_t used;

	used = (size_t)snprintf(params, size, "%u", plan->count);
	for (i = 0; i < plan->count && used < size; i++) {
		device_word(&plan->devices[i], word, sizeof(word));
		used += (size_t)snprintf(params + used, size - used, " %s", word);
	}
}
