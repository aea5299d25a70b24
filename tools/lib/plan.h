/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The plan of a new volume: what was asked for and how it is laid out. Looks
 * at facts about devices only, never at devices.
 */
#ifndef TIERSETUP_PLAN_H
#define TIERSETUP_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"
#include "layout.h"

/**
 * struct plan - a new volume
 * @super:      name, label, uuid, created; after plan_layout() all of it
 * @uuid_given: the admin chose the uuid
 * @wish:       what was asked for
 * @devices:    the members, by index
 * @levels:     their levels
 * @count:      how many
 * @force:      overwrite what stands there
 * @no_open:    will not be opened: regular files will do
 */
struct plan {
	struct tier_super super;
	bool uuid_given;
	struct tier_layout_wish wish;
	struct device devices[DM_TIER_MAX_MEMBERS];
	u8 levels[DM_TIER_MAX_MEMBERS];
	unsigned int count;
	bool force;
	bool no_open;
};

/**
 * plan_name() - set the name
 * @plan: gets it
 * @name: letters, digits and # + - . : = @ _, at most 127 of them
 *
 * Return: 0, -EINVAL (told).
 */
int plan_name(struct plan *plan, const char *name);

/* Set the label: at most 63 bytes, no control characters. As plan_name(). */
int plan_label(struct plan *plan, const char *label);

/* Set the uuid, or, with NULL, a random one. As plan_name(). */
int plan_uuid(struct plan *plan, const char *uuid);

/**
 * plan_level() - probe and add the devices of one level
 * @plan:    gets them
 * @level:   0 is the fastest
 * @devices: DEV[,DEV...]
 *
 * Return: 0, -EINVAL, -ENODEV, -EACCES, -ENOMEM (told).
 */
int plan_level(struct plan *plan, unsigned int level, const char *devices);

/**
 * plan_check() - may these devices be members together?
 * @plan: all devices are added
 *
 * Given twice, a disk and its partition, read-only, zoned, not aligned, a
 * regular file, a slow device on a fast level. Tells all it finds.
 *
 * Return: 0, -ENODEV.
 */
int plan_check(const struct plan *plan);

/**
 * plan_layout() - lay the volume out
 * @plan: checked
 *
 * Return: 0, -ENODEV, -EINVAL (told).
 */
int plan_layout(struct plan *plan);

/* Free the devices. */
void plan_release(struct plan *plan);

/* Room for every table line. */
#define PLAN_PARAMS	(DM_TIER_MAX_MEMBERS * 4096)

/**
 * plan_params() - the table line, behind the target's name
 * @plan:   laid out
 * @params: gets it
 * @size:   of @params
 */
void plan_params(const struct plan *plan, char *params, size_t size);

#endif /* TIERSETUP_PLAN_H */
