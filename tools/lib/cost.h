/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the sectors, blocks and borders of its members cost a volume, in words
 * for the admin who has to choose. Looks at a plan only.
 */
#ifndef TIERSETUP_COST_H
#define TIERSETUP_COST_H

#include "plan.h"

/**
 * struct cost - one thing that is not for free
 * @device: where; NULL: on the whole volume
 * @kind:   one word for programs, see tiersetup-json(5)
 * @text:   a sentence for people
 */
struct cost {
	const struct device *device;
	const char *kind;
	char text[256];
};

/* More than any plan has. */
#define COST_MAX	(4 * DM_TIER_MAX_MEMBERS + 1)

/**
 * cost_list() - find all costs of a plan
 * @plan:  laid out; must stay as long as @costs
 * @costs: gets them, in the order of the members, those of the volume first
 *
 * Return: how many.
 */
unsigned int cost_list(const struct plan *plan, struct cost costs[COST_MAX]);

/**
 * cost_module_bytes() - what makes dm-tier read, change and write back
 * @plan:   laid out
 * @device: a member of it
 *
 * Return: the block of which writes to extents on @device have to be whole if
 * dm-tier shall pass them on as they are; 0: all are passed on.
 */
u32 cost_module_bytes(const struct plan *plan, const struct device *device);

/**
 * cost_disk_bytes() - what makes a member read, change and write back itself
 * @plan:   laid out
 * @device: a member of it
 *
 * Return: as cost_module_bytes(), for what the disk does out of sight.
 */
u32 cost_disk_bytes(const struct plan *plan, const struct device *device);

/* What the volume will show as its best size for streams. */
u32 cost_optimal_bytes(const struct plan *plan);

#endif /* TIERSETUP_COST_H */
