// SPDX-License-Identifier: GPL-2.0
/*
 * dm-tier: SSD and HDD members joined to one volume.
 *
 * This file is what device-mapper calls; engine/volume.h is what it leads to.
 */
#include <linux/blkdev.h>
#include <linux/module.h>

#include "engine/member.h"
#include "engine/mover.h"
#include "engine/volume.h"
#include "glue/args.h"
#include "glue/io.h"
#include "glue/status.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* The longest DISCARD or WRITE ZEROES that the volume takes: 1 GiB */
#define TIER_MAX_TRIM_SECTORS	(1 << 21)

/* What the volume shows as its best size for streams, at most: 1 MiB */
#define TIER_MAX_IO_OPT		(1 << 20)

static int get_members(struct tier *tier, struct dm_arg_set *as, char **error)
{
	unsigned int i;

	for (i = 0; i < tier->args.devs_count; i++) {
		struct dm_dev **dev = &tier->members[i].dev;

		if (dm_get_device(tier->ti, dm_shift_arg(as), dm_table_get_mode(tier->ti->table),
				  dev)) {
			*dev = NULL;
			*error = "A member cannot be opened: it does not exist or is in use";
			return -EINVAL;
		}
		if (bdev_is_zoned((*dev)->bdev)) {
			*error = "A member is a zoned device, which cannot be used";
			return -EINVAL;
		}
	}
	return 0;
}

static void set_target(struct tier *tier)
{
	struct dm_target *ti = tier->ti;

	ti->private = tier;
	ti->per_io_data_size = sizeof(struct tier_io);
	/* Changes of the map need a FLUSH whatever the members' caches are. */
	ti->flush_supported = true;
	ti->num_flush_bios = 1;
	ti->discards_supported = true;
	ti->num_discard_bios = 1;
	ti->num_write_zeroes_bios = 1;
	/* The bio that goes to a coarse member in its place takes its cgroup from it. */
	ti->needs_bio_set_dev = tier->coarse;
}

static int tier_ctr(struct dm_target *ti, unsigned int argc, char **argv)
{
	struct dm_arg_set as = { .argc = argc, .argv = argv };
	struct tier *tier;
	int r;

	tier = tier_volume_create(ti, &ti->error);
	if (IS_ERR(tier))
		return PTR_ERR(tier);

	r = tier_args_members(&tier->args, &as, &ti->error);
	if (!r)
		r = get_members(tier, &as, &ti->error);
	if (!r)
		r = tier_args_options(&tier->args, &as, &ti->error);
	if (!r)
		r = tier_volume_identify(tier, &ti->error);
	if (r)
		goto destroy;

	if (!tier_table_writable(ti->table))
		tier->args.readonly = true;
	if (ti->len != tier->super.extents << tier->extent_shift) {
		ti->error = "The length is not that of the volume: see tiersetup table";
		r = -EINVAL;
		goto destroy;
	}
	r = dm_set_target_max_io_len(ti, tier->super.extent_sectors);
	if (r)
		goto destroy;
	set_target(tier);
	return 0;

destroy:
	tier_volume_destroy(tier);
	return r;
}

static void tier_dtr(struct dm_target *ti)
{
	tier_volume_destroy(ti->private);
}

static int tier_preresume(struct dm_target *ti)
{
	struct tier *tier = ti->private;

	return tier->map ? 0 : tier_volume_start(tier);
}

/*
 * Moves end before I/O is held: they wait for I/O, and dm, which has to wait for
 * the message that asked for a move, would hold all I/O until it is over.
 */
static void tier_presuspend(struct dm_target *ti)
{
	tier_mover_stop(ti->private);
}

static void tier_presuspend_undo(struct dm_target *ti)
{
	struct tier *tier = ti->private;

	if (tier->map)
		tier_mover_start(tier);
}

static void tier_postsuspend(struct dm_target *ti)
{
	tier_volume_stop(ti->private);
}

static int tier_iterate_devices(struct dm_target *ti, iterate_devices_callout_fn fn, void *data)
{
	struct tier *tier = ti->private;
	unsigned int i;
	int r = 0;

	for (i = 0; !r && i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];

		if (member->dev)
			r = fn(ti, member->dev, member->data_sector,
			       member->info->extents << tier->extent_shift, data);
	}
	return r;
}

/*
 * What the volume shows stands in the superblock and not in what the members
 * of the day happen to be: a file system made for 512 does not live on 4096.
 */
static void tier_io_hints(struct dm_target *ti, struct queue_limits *limits)
{
	struct tier *tier = ti->private;
	u32 trim = rounddown(TIER_MAX_TRIM_SECTORS, tier->super.extent_sectors);

	limits->logical_block_size = tier->super.logical_bytes;
	limits->physical_block_size = tier->super.physical_bytes;
	limits->alignment_offset = 0;
	tier_limits_clear_misaligned(limits);
	limits->io_min = tier->super.physical_bytes;
	limits->io_opt = min_t(u64, TIER_MAX_IO_OPT,
			       (u64)tier->super.extent_sectors << SECTOR_SHIFT);
	/* Of a member, where a border of its own lies: extents lie wherever they like. */
	limits->chunk_sectors = 0;
	limits->discard_granularity = tier->super.physical_bytes;
	limits->discard_alignment = 0;
	limits->max_discard_sectors = trim;
	limits->max_hw_discard_sectors = trim;
	tier_limits_set_write_zeroes(limits, trim);
}

static struct target_type tier_target = {
	.name = DM_TIER_TARGET,
	.features = DM_TARGET_SINGLETON,
	.version = { DM_TIER_VERSION_MAJOR, DM_TIER_VERSION_MINOR, DM_TIER_VERSION_PATCH },
	.module = THIS_MODULE,
	.ctr = tier_ctr,
	.dtr = tier_dtr,
	.map = tier_io_map,
	.end_io = tier_io_end,
	.preresume = tier_preresume,
	.presuspend = tier_presuspend,
	.presuspend_undo = tier_presuspend_undo,
	.postsuspend = tier_postsuspend,
	.status = tier_status,
	.message = tier_message,
	.iterate_devices = tier_iterate_devices,
	.io_hints = tier_io_hints,
};

static int __init dm_tier_init(void)
{
	return dm_register_target(&tier_target);
}

static void __exit dm_tier_exit(void)
{
	dm_unregister_target(&tier_target);
}

module_init(dm_tier_init);
module_exit(dm_tier_exit);

MODULE_DESCRIPTION(DM_NAME " tiering target: fast and slow members as one volume");
MODULE_AUTHOR("dm-tier developers");
MODULE_VERSION(DM_TIER_VERSION_STRING);
MODULE_LICENSE("GPL");
