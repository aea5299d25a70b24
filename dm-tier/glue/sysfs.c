// SPDX-License-Identifier: GPL-2.0
/*
 * Attributes of a live volume. See sysfs.h; the files are described in the
 * administrator's guide.
 */
#include <linux/blkdev.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "engine/commit.h"
#include "engine/member.h"
#include "engine/pool.h"
#include "glue/args.h"
#include "glue/status.h"
#include "glue/sysfs.h"

/* One folder; @level counts for those below levels/ only. */
struct folder {
	struct kobject kobj;
	struct tier *tier;
	unsigned int level;
};

struct tier_sysfs {
	struct folder *root;
	struct folder *levels;
	struct folder *level[DM_TIER_MAX_LEVELS];
	struct folder *other[4];
};

struct tier_attribute {
	struct attribute attr;
	ssize_t (*show)(struct tier *tier, unsigned int level, char *page);
	const char *tunable;	/* read and written by glue/args.h */
};

static ssize_t show_file(struct kobject *kobj, struct attribute *attr, char *page)
{
	struct folder *folder = container_of(kobj, struct folder, kobj);
	struct tier_attribute *file = container_of(attr, struct tier_attribute, attr);

	if (file->tunable)
		return sysfs_emit(page, "%u\n", tier_args_get(&folder->tier->args, file->tunable));
	return file->show(folder->tier, folder->level, page);
}

static ssize_t store_file(struct kobject *kobj, struct attribute *attr, const char *page,
			  size_t size)
{
	struct folder *folder = container_of(kobj, struct folder, kobj);
	struct tier_attribute *file = container_of(attr, struct tier_attribute, attr);
	int r;

	if (!file->tunable)
		return -EPERM;
	r = tier_args_set(&folder->tier->args, file->tunable, page);
	if (r)
		return r;
	tier_commit_interval_changed(folder->tier);
	return size;
}

static const struct sysfs_ops folder_ops = {
	.show = show_file,
	.store = store_file,
};

static void folder_release(struct kobject *kobj)
{
	kfree(container_of(kobj, struct folder, kobj));
}

#define SHOW(_name, _fmt, _value) \
	static ssize_t _name##_show(struct tier *tier, unsigned int level, char *page) \
	{ \
		return sysfs_emit(page, _fmt "\n", _value); \
	} \
	static struct tier_attribute _name##_file = { \
		.attr = { .name = #_name, .mode = 0444 }, \
		.show = _name##_show, \
	}

#define TUNABLE(_name, _key) \
	static struct tier_attribute _name##_file = { \
		.attr = { .name = #_name, .mode = 0644 }, \
		.tunable = _key, \
	}

#define FOLDER(_name, ...) \
	static struct attribute *_name##_attrs[] = { __VA_ARGS__, NULL }; \
	ATTRIBUTE_GROUPS(_name); \
	static struct kobj_type _name##_type = { \
		.release = folder_release, \
		.sysfs_ops = &folder_ops, \
		.default_groups = _name##_groups, \
	}

SHOW(uuid, "%pU", tier->super.uuid);
SHOW(state, "%s", tier_state_text(READ_ONCE(tier->state)));
SHOW(extent_bytes, "%llu", (u64)tier->super.extent_sectors << SECTOR_SHIFT);
SHOW(extents, "%llu", tier->super.extents);
FOLDER(root, &uuid_file.attr, &state_file.attr, &extent_bytes_file.attr, &extents_file.attr);

static u64 level_bytes(struct tier *tier, unsigned int level, bool want_used)
{
	u64 used, total = tier_pool_level_extents(tier, level, &used);

	return (want_used ? used : total) << (tier->extent_shift + SECTOR_SHIFT);
}

static struct tier_stats sum(const struct tier *tier)
{
	struct tier_stats stats;

	tier_stats_sum(tier, &stats);
	return stats;
}

SHOW(total_bytes, "%llu", level_bytes(tier, level, false));
SHOW(used_bytes, "%llu", level_bytes(tier, level, true));
SHOW(reads, "%llu", sum(tier).ios[level][READ]);
SHOW(writes, "%llu", sum(tier).ios[level][WRITE]);
SHOW(read_bytes, "%llu", sum(tier).sectors[level][READ] << SECTOR_SHIFT);
SHOW(written_bytes, "%llu", sum(tier).sectors[level][WRITE] << SECTOR_SHIFT);
FOLDER(level, &total_bytes_file.attr, &used_bytes_file.attr, &reads_file.attr,
       &writes_file.attr, &read_bytes_file.attr, &written_bytes_file.attr);

static struct kobj_type levels_type = {
	.release = folder_release,
	.sysfs_ops = &folder_ops,
};

SHOW(mode, "%s", "off");
SHOW(log_bytes, "%u", 0);
SHOW(dirty_bytes, "%u", 0);
FOLDER(cache, &mode_file.attr, &log_bytes_file.attr, &dirty_bytes_file.attr);

SHOW(enabled, "%u", 0);
SHOW(promoted_extents, "%llu", READ_ONCE(tier->mover.promoted));
SHOW(demoted_extents, "%llu", READ_ONCE(tier->mover.demoted));
SHOW(moved_bytes, "%llu", READ_ONCE(tier->mover.moved_bytes));
SHOW(aborted, "%llu", READ_ONCE(tier->mover.aborted));
FOLDER(migration, &enabled_file.attr, &promoted_extents_file.attr, &demoted_extents_file.attr,
       &moved_bytes_file.attr, &aborted_file.attr);

SHOW(misaligned_writes, "%llu", sum(tier).misaligned_writes);
SHOW(sub_block_writes, "%llu", sum(tier).sub_block_writes);
SHOW(rmw_foreground, "%llu", sum(tier).rmw_foreground);
SHOW(rmw_background, "%u", 0);
FOLDER(sectors, &misaligned_writes_file.attr, &sub_block_writes_file.attr,
       &rmw_foreground_file.attr, &rmw_background_file.attr);

TUNABLE(commit_interval_ms, DM_TIER_KEY_COMMIT_INTERVAL);
FOLDER(tunables, &commit_interval_ms_file.attr);

static struct folder *add(struct tier *tier, struct kobj_type *type, unsigned int level,
			  struct kobject *parent, const char *name)
{
	struct folder *folder = kzalloc(sizeof(*folder), GFP_KERNEL);
	int r;

	if (!folder)
		return ERR_PTR(-ENOMEM);
	folder->tier = tier;
	folder->level = level;
	r = kobject_init_and_add(&folder->kobj, type, parent, "%s", name);
	if (r) {
		kobject_put(&folder->kobj);
		return ERR_PTR(r);
	}
	return folder;
}

static int add_all(struct tier *tier, struct tier_sysfs *sysfs)
{
	static const struct {
		const char *name;
		struct kobj_type *type;
	} others[] = {
		{ "cache", &cache_type },
		{ "migration", &migration_type },
		{ "sectors", &sectors_type },
		{ "tunables", &tunables_type },
	};
	struct gendisk *disk = dm_disk(dm_table_get_md(tier->ti->table));
	unsigned int i;
	char name[8];

	BUILD_BUG_ON(ARRAY_SIZE(others) != ARRAY_SIZE(sysfs->other));

	sysfs->root = add(tier, &root_type, 0, &disk_to_dev(disk)->kobj, "tier");
	if (IS_ERR(sysfs->root))
		return PTR_ERR(sysfs->root);
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		sysfs->other[i] = add(tier, others[i].type, 0, &sysfs->root->kobj,
				      others[i].name);
		if (IS_ERR(sysfs->other[i]))
			return PTR_ERR(sysfs->other[i]);
	}
	sysfs->levels = add(tier, &levels_type, 0, &sysfs->root->kobj, "levels");
	if (IS_ERR(sysfs->levels))
		return PTR_ERR(sysfs->levels);
	for (i = 0; i < tier->super.levels_count; i++) {
		snprintf(name, sizeof(name), "%u", i);
		sysfs->level[i] = add(tier, &level_type, i, &sysfs->levels->kobj, name);
		if (IS_ERR(sysfs->level[i]))
			return PTR_ERR(sysfs->level[i]);
	}
	return 0;
}

static void drop(struct folder *folder)
{
	if (IS_ERR_OR_NULL(folder))
		return;
	/* After this no reader is inside: the volume may go. */
	kobject_del(&folder->kobj);
	kobject_put(&folder->kobj);
}

int tier_sysfs_add(struct tier *tier)
{
	int r;

	tier->sysfs = kzalloc(sizeof(*tier->sysfs), GFP_KERNEL);
	if (!tier->sysfs)
		return -ENOMEM;
	r = add_all(tier, tier->sysfs);
	if (r) {
		DMERR("%s: its folder in sysfs cannot be made (error %d)", tier_name(tier), r);
		tier_sysfs_remove(tier);
	}
	return r;
}

void tier_sysfs_remove(struct tier *tier)
{
	struct tier_sysfs *sysfs = tier->sysfs;
	unsigned int i;

	if (!sysfs)
		return;
	for (i = 0; i < ARRAY_SIZE(sysfs->level); i++)
		drop(sysfs->level[i]);
	drop(sysfs->levels);
	for (i = 0; i < ARRAY_SIZE(sysfs->other); i++)
		drop(sysfs->other[i]);
	drop(sysfs->root);
	kfree(sysfs);
	tier->sysfs = NULL;
}
