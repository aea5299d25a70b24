// SPDX-License-Identifier: GPL-2.0
/*
 * Status and table lines, messages. See status.h.
 */
#include <linux/blkdev.h>

#include "engine/commit.h"
#include "engine/member.h"
#include "engine/metadata.h"
#include "engine/mover.h"
#include "engine/pin.h"
#include "glue/args.h"
#include "glue/status.h"

void tier_stats_sum(const struct tier *tier, struct tier_stats *sum)
{
	unsigned int level, write;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		const struct tier_stats *stats = per_cpu_ptr(tier->stats, cpu);

		for (level = 0; level < DM_TIER_MAX_LEVELS; level++) {
			for (write = 0; write < 2; write++) {
				sum->ios[level][write] += READ_ONCE(stats->ios[level][write]);
				sum->sectors[level][write] +=
					READ_ONCE(stats->sectors[level][write]);
			}
		}
		sum->misaligned_writes += READ_ONCE(stats->misaligned_writes);
		sum->sub_block_writes += READ_ONCE(stats->sub_block_writes);
		sum->rmw_foreground += READ_ONCE(stats->rmw_foreground);
	}
}

static unsigned int print_members(struct tier *tier, char *result, unsigned int maxlen)
{
	unsigned int sz = 0, i;

	for (i = 0; i < tier->super.members_count; i++) {
		const struct tier_member *member = &tier->members[i];
		struct block_device *bdev = member->dev ? member->dev->bdev : NULL;

		DMEMIT(" " DM_TIER_STATUS_MEMBER " %s,%pU,%u,%s,%llu,%llu,%u,%u",
		       member->dev ? member->dev->name : "-", member->info->uuid,
		       member->info->level, tier_member_state(member), member->info->extents,
		       READ_ONCE(member->space.used),
		       bdev ? bdev_logical_block_size(bdev) : 0,
		       bdev ? bdev_physical_block_size(bdev) : 0);
	}
	return sz;
}

static unsigned int print_levels(struct tier *tier, const struct tier_stats *stats, char *result,
				 unsigned int maxlen)
{
	unsigned int sz = 0, level;

	for (level = 0; level < tier->super.levels_count; level++)
		DMEMIT(" " DM_TIER_STATUS_LEVEL " %u,%llu,%llu,%llu,%llu", level,
		       stats->ios[level][READ], stats->ios[level][WRITE],
		       stats->sectors[level][READ] << SECTOR_SHIFT,
		       stats->sectors[level][WRITE] << SECTOR_SHIFT);
	return sz;
}

static void print_info(struct tier *tier, char *result, unsigned int maxlen)
{
	struct tier_metadata *metadata = &tier->metadata;
	struct tier_stats stats;
	unsigned int sz = 0;

	tier_stats_sum(tier, &stats);
	DMEMIT("%s %llu/%llu %u", tier_state_text(READ_ONCE(tier->state)),
	       READ_ONCE(tier->mapped), tier->super.extents, tier->super.extent_sectors);
	DMEMIT(" " DM_TIER_STATUS_UUID " %pU", tier->super.uuid);
	DMEMIT(" " DM_TIER_STATUS_CACHE_MODE " off " DM_TIER_STATUS_LOG_BYTES " 0 "
	       DM_TIER_STATUS_DIRTY_BYTES " 0");
	DMEMIT(" " DM_TIER_STATUS_LOGICAL_BYTES " %u " DM_TIER_STATUS_PHYSICAL_BYTES " %u",
	       tier->super.logical_bytes, tier->super.physical_bytes);
	sz += print_members(tier, result + sz, maxlen - sz);
	sz += print_levels(tier, &stats, result + sz, maxlen - sz);
	DMEMIT(" " DM_TIER_STATUS_MIGRATION " off " DM_TIER_STATUS_PROMOTED " %llu "
	       DM_TIER_STATUS_DEMOTED " %llu " DM_TIER_STATUS_MOVED_BYTES " %llu "
	       DM_TIER_STATUS_ABORTED " %llu", READ_ONCE(tier->mover.promoted),
	       READ_ONCE(tier->mover.demoted), READ_ONCE(tier->mover.moved_bytes),
	       READ_ONCE(tier->mover.aborted));
	DMEMIT(" " DM_TIER_STATUS_MISALIGNED " %llu " DM_TIER_STATUS_SUB_BLOCK " %llu "
	       DM_TIER_STATUS_RMW_FOREGROUND " %llu " DM_TIER_STATUS_RMW_BACKGROUND " 0",
	       stats.misaligned_writes, stats.sub_block_writes, stats.rmw_foreground);
	DMEMIT(" " DM_TIER_STATUS_COPIES " %u " DM_TIER_STATUS_COMMITS " %llu "
	       DM_TIER_STATUS_CHECKPOINTS " %llu " DM_TIER_STATUS_PENDING " %llu "
	       DM_TIER_STATUS_REPLAYED " %llu " DM_TIER_STATUS_RECOVERY_US " %llu",
	       hweight32(READ_ONCE(metadata->copies)), READ_ONCE(tier->commit.count),
	       READ_ONCE(metadata->checkpoints), READ_ONCE(tier->changes.pending_count),
	       READ_ONCE(metadata->replayed), READ_ONCE(metadata->recovery_us));
}

/* What loads again and means the same: missing members stay out. */
static void print_table(struct tier *tier, char *result, unsigned int maxlen)
{
	unsigned int sz = 0, i;

	DMEMIT("%u", tier->args.devs_count);
	for (i = 0; i < tier->super.members_count; i++)
		if (tier->members[i].dev)
			DMEMIT(" %s", tier->members[i].dev->name);
	sz += tier_args_print(&tier->args, result + sz, maxlen - sz);
}

void tier_status(struct dm_target *ti, status_type_t type, unsigned int flags, char *result,
		 unsigned int maxlen)
{
	struct tier *tier = ti->private;
	unsigned int sz = 0;

	switch (type) {
	case STATUSTYPE_INFO:
		print_info(tier, result, maxlen);
		break;
	case STATUSTYPE_TABLE:
		print_table(tier, result, maxlen);
		break;
	case STATUSTYPE_IMA:
		DMEMIT_TARGET_NAME_VERSION(ti->type);
		DMEMIT(",uuid=%pU,extents=%llu,extent_sectors=%u,members=%u;", tier->super.uuid,
		       tier->super.extents, tier->super.extent_sectors,
		       tier->super.members_count);
		break;
	}
}

static int commit(struct tier *tier, bool checkpoint)
{
	int r = -EAGAIN;

	mutex_lock(&tier->commit.mutex);
	if (tier->state == TIER_READONLY)
		r = -EROFS;
	else if (tier->state != TIER_SUSPENDED)
		r = tier_commit_now(tier);
	if (!r && checkpoint)
		r = tier_metadata_checkpoint(tier, false);
	mutex_unlock(&tier->commit.mutex);
	return r;
}

/* Wide first, then the range, then narrow. */
static int read_extent(struct tier *tier, const char *word, u64 *extent)
{
	if (!kstrtou64(word, 10, extent) && *extent < tier->super.extents)
		return 0;
	DMERR("%s: message: an extent is a number below %llu, not %s", tier_name(tier),
	      tier->super.extents, word);
	return -EINVAL;
}

static int read_level(struct tier *tier, const char *word, unsigned int *level)
{
	u64 number;

	if (!kstrtou64(word, 10, &number) && number < tier->super.levels_count) {
		*level = number;
		return 0;
	}
	DMERR("%s: message: a level is a number below %u, not %s", tier_name(tier),
	      tier->super.levels_count, word);
	return -EINVAL;
}

static int move(struct tier *tier, u64 extent, unsigned int level)
{
	int r = tier_move(tier, extent, level);

	switch (r) {
	case -ENODATA:
	case -ESTALE:
		/* What has no home, or has lost it meanwhile, is on no level. */
		return 0;
	case -ENOSPC:
		DMERR_LIMIT("%s: level %u has no room for extent %llu: move another one away from there first",
			    tier_name(tier), level, extent);
		break;
	case -EBUSY:
		DMERR_LIMIT("%s: extent %llu is being moved already, or written too fast: try again later",
			    tier_name(tier), extent);
		break;
	case -EIO:
		DMERR_LIMIT("%s: extent %llu cannot be copied to level %u: it stays where it is",
			    tier_name(tier), extent, level);
		break;
	}
	return r;
}

static int place_message(struct tier *tier, unsigned int argc, char **argv)
{
	unsigned int level = 0;
	u64 extent;
	int r;

	r = read_extent(tier, argv[1], &extent);
	if (!r && argc > 2)
		r = read_level(tier, argv[2], &level);
	if (r)
		return r;
	if (argc == 2)
		return tier_pin_clear(tier, extent);
	if (!strcmp(argv[0], DM_TIER_MSG_PIN))
		return tier_pin_set(tier, extent, level);
	return move(tier, extent, level);
}

static int set_message(struct tier *tier, const char *key, const char *value)
{
	int r = tier_args_set(&tier->args, key, value);

	if (r == -ENOENT)
		DMERR("%s: message: there is no tunable %s", tier_name(tier), key);
	else if (r)
		DMERR("%s: message: %s is no value for %s", tier_name(tier), value, key);
	else
		tier_commit_interval_changed(tier);
	return r == -ENOENT ? -EINVAL : r;
}

int tier_message(struct dm_target *ti, unsigned int argc, char **argv, char *result,
		 unsigned int maxlen)
{
	struct tier *tier = ti->private;

	if (argc == 3 && !strcmp(argv[0], DM_TIER_MSG_SET))
		return set_message(tier, argv[1], argv[2]);
	if ((argc == 3 && (!strcmp(argv[0], DM_TIER_MSG_PIN) ||
			   !strcmp(argv[0], DM_TIER_MSG_MOVE))) ||
	    (argc == 2 && !strcmp(argv[0], DM_TIER_MSG_UNPIN)))
		return place_message(tier, argc, argv);
	if (argc == 1 && !strcmp(argv[0], DM_TIER_MSG_COMMIT))
		return commit(tier, false);
	if (argc == 1 && !strcmp(argv[0], DM_TIER_MSG_CHECKPOINT))
		return commit(tier, true);

	DMERR("%s: unknown message, or a wrong number of words: %s", tier_name(tier), argv[0]);
	return -EINVAL;
}
