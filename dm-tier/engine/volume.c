// SPDX-License-Identifier: GPL-2.0
/*
 * A volume's life. See volume.h.
 */
#include <linux/blkdev.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "engine/change.h"
#include "engine/claims.h"
#include "engine/commit.h"
#include "engine/fresh.h"
#include "engine/member.h"
#include "engine/metadata.h"
#include "engine/mover.h"
#include "engine/partial.h"
#include "engine/super.h"
#include "engine/trim.h"
#include "engine/volume.h"
#include "engine/zero.h"
#include "glue/io.h"
#include "glue/sysfs.h"

struct tier *tier_volume_create(struct dm_target *ti, char **error)
{
	struct tier *tier = kvzalloc(sizeof(*tier), GFP_KERNEL);
	unsigned int i;

	*error = "Not enough memory for a volume";
	if (!tier)
		return ERR_PTR(-ENOMEM);

	tier->ti = ti;
	spin_lock_init(&tier->map_lock);
	spin_lock_init(&tier->queue_lock);
	hash_init(tier->holds);
	bio_list_init(&tier->deferred);
	bio_list_init(&tier->starved);
	bio_list_init(&tier->trims);
	INIT_LIST_HEAD(&tier->fresh_done);
	INIT_WORK(&tier->deferred_work, tier_io_work);
	INIT_WORK(&tier->trim_work, tier_trim_work);
	tier_commit_init(tier);
	tier_mover_init(tier);

	if (tier_changes_init(tier) || tier_fresh_init(tier) || tier_zero_init(tier) ||
	    tier_partials_init(tier) || tier_gate_init(&tier->gate) ||
	    tier_ranges_init(&tier->ranges))
		goto destroy;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		tier->members[i].flush_bio = kmalloc(sizeof(struct bio), GFP_KERNEL);
		if (!tier->members[i].flush_bio)
			goto destroy;
	}
	tier->stats = alloc_percpu(struct tier_stats);
	tier->wq = alloc_workqueue("dm-tier", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	tier->trim_wq = alloc_workqueue("dm-tier-trim", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	tier->commit_wq = alloc_workqueue("dm-tier-commit", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	if (!tier->stats || !tier->wq || !tier->trim_wq || !tier->commit_wq)
		goto destroy;

	tier->io_client = dm_io_client_create();
	if (IS_ERR(tier->io_client)) {
		tier->io_client = NULL;
		goto destroy;
	}
	tier->kcopyd = dm_kcopyd_client_create(NULL);
	if (IS_ERR(tier->kcopyd)) {
		tier->kcopyd = NULL;
		goto destroy;
	}
	return tier;

destroy:
	tier_volume_destroy(tier);
	return ERR_PTR(-ENOMEM);
}

void tier_volume_destroy(struct tier *tier)
{
	unsigned int i;

	tier_volume_stop(tier);
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		if (tier->members[i].dev)
			dm_put_device(tier->ti, tier->members[i].dev);
		kfree(tier->members[i].flush_bio);
	}
	if (tier->kcopyd)
		dm_kcopyd_client_destroy(tier->kcopyd);
	if (tier->io_client)
		dm_io_client_destroy(tier->io_client);
	if (tier->commit_wq)
		destroy_workqueue(tier->commit_wq);
	if (tier->trim_wq)
		destroy_workqueue(tier->trim_wq);
	if (tier->wq)
		destroy_workqueue(tier->wq);
	free_percpu(tier->stats);
	tier_ranges_exit(&tier->ranges);
	tier_gate_exit(&tier->gate);
	tier_partials_exit(tier);
	tier_zero_exit(tier);
	tier_fresh_exit(tier);
	tier_changes_exit(tier);
	mutex_destroy(&tier->commit.mutex);
	kvfree(tier);
}

/*
 * What tier_volume_identify() tells is made for this one table line; ti->error
 * must outlive the constructor, so the text stands in static memory. Two
 * constructors at once may mix their words, not more.
 */
static char identify_error[160];

#define explain(error, fmt, ...) \
	do { \
		snprintf(identify_error, sizeof(identify_error), fmt, ##__VA_ARGS__); \
		*(error) = identify_error; \
	} while (0)

/* All that never changes must be the same on all members. */
static bool same_volume(const struct tier_super *a, const struct tier_super *b)
{
	unsigned int i;

	if (memcmp(a->uuid, b->uuid, sizeof(a->uuid)) || a->members_count != b->members_count ||
	    a->extent_sectors != b->extent_sectors || a->extents != b->extents ||
	    a->logical_bytes != b->logical_bytes || a->journal_blocks != b->journal_blocks ||
	    a->table_blocks != b->table_blocks)
		return false;
	for (i = 0; i < a->members_count; i++) {
		const struct tier_member_info *m = &a->members[i], *n = &b->members[i];

		if (memcmp(m->uuid, n->uuid, sizeof(m->uuid)) || m->extents != n->extents ||
		    m->data_sector != n->data_sector || m->meta_sector != n->meta_sector ||
		    m->level != n->level || m->copy != n->copy)
			return false;
	}
	return true;
}

/* Every place of ours must be one at which the device takes I/O. */
static bool sectors_fit(struct block_device *bdev, const struct tier_super *super)
{
	const struct tier_member_info *info = &super->members[super->member_index];
	u64 mask = (bdev_logical_block_size(bdev) >> SECTOR_SHIFT) - 1;

	return bdev_logical_block_size(bdev) <= DM_TIER_BLOCK_SIZE &&
	       !((info->data_sector | info->meta_sector | info->second_sector) & mask);
}

static int identify_one(struct tier *tier, struct dm_dev *dev, struct dm_dev **places,
			u16 *absent, struct tier_super *super, char **error)
{
	enum tier_flaw flaw;
	int r;

	r = tier_super_read(tier->io_client, dev->bdev, super, &flaw);
	if (r == -ENOMEM) {
		*error = "Not enough memory to read a superblock";
		return r;
	}
	if (r == -EIO) {
		explain(error, "Superblock of %s cannot be read", dev->name);
		return r;
	}
	if (r) {
		explain(error, "Device %s is no member of a tier volume (superblock: %s)",
			dev->name, tier_flaw_text(flaw));
		return -EINVAL;
	}
	if (tier->super.members_count && !same_volume(&tier->super, super)) {
		explain(error, "Device %s is a member of another volume (%.64s)", dev->name,
			super->name);
		return -EINVAL;
	}
	if (bdev_nr_sectors(dev->bdev) < super->members[super->member_index].sectors) {
		explain(error, "Device %s is smaller than when it became a member (%llu sectors)",
			dev->name, super->members[super->member_index].sectors);
		return -EINVAL;
	}
	if (!sectors_fit(dev->bdev, super)) {
		explain(error, "Device %s has logical sectors of %u bytes now, which do not fit where its data is: put it back behind the controller that it was made on",
			dev->name, bdev_logical_block_size(dev->bdev));
		return -EINVAL;
	}
	if (places[super->member_index]) {
		explain(error, "Devices %s and %s are the same member (number %u)",
			places[super->member_index]->name, dev->name, super->member_index);
		return -EINVAL;
	}
	places[super->member_index] = dev;
	absent[super->member_index] = super->absent;
	if (!tier->super.members_count || super->generation > tier->super.generation)
		tier->super = *super;
	return 0;
}

/*
 * Two members each of which was written while the other was away: both went on
 * by themselves, and neither's map knows of the other's data.
 */
static int parted(struct dm_dev **places, const u16 *absent, char **error)
{
	unsigned int i, j;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		for (j = 0; j < i; j++) {
			if (!places[i] || !places[j] || !(absent[i] & BIT(j)) ||
			    !(absent[j] & BIT(i)))
				continue;
			explain(error, "Devices %s and %s were each opened without the other: leave one out (degraded) and erase it",
				places[j]->name, places[i]->name);
			return -EINVAL;
		}
	}
	return 0;
}

int tier_volume_identify(struct tier *tier, char **error)
{
	struct dm_dev *places[DM_TIER_MAX_MEMBERS] = { NULL };
	u16 absent[DM_TIER_MAX_MEMBERS] = { 0 };
	struct tier_super *super = kmalloc(sizeof(*super), GFP_KERNEL);
	unsigned int i;
	int r = 0;

	if (!super) {
		*error = "Not enough memory to read a superblock";
		return -ENOMEM;
	}
	for (i = 0; !r && i < tier->args.devs_count; i++)
		r = identify_one(tier, tier->members[i].dev, places, absent, super, error);
	kfree(super);
	if (!r)
		r = parted(places, absent, error);
	if (r)
		return r;

	for (i = 0; i < tier->super.members_count; i++) {
		if (!places[i] && !tier->args.degraded) {
			explain(error, "Member %u (uuid %pU) of volume %.64s is missing", i,
				tier->super.members[i].uuid, tier->super.name);
			return -EINVAL;
		}
	}
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		struct tier_member *member = &tier->members[i];

		member->dev = places[i];
		member->index = i;
		member->info = &tier->super.members[i];
		member->data_sector = member->info->data_sector;
		member->coarse = member->dev && bdev_logical_block_size(member->dev->bdev) >
						tier->super.logical_bytes;
		tier->coarse |= member->coarse;
	}
	tier->extent_shift = ilog2(tier->super.extent_sectors);
	return 0;
}

/* The members' superblocks may be newer than when the table was made. */
static int refresh_super(struct tier *tier)
{
	struct tier_super *super = kmalloc(sizeof(*super), GFP_KERNEL);
	enum tier_flaw flaw;
	unsigned int i;
	int r = 0;

	if (!super)
		return -ENOMEM;
	for (i = 0; !r && i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];

		if (!member->dev)
			continue;
		r = tier_super_read(tier->io_client, member->dev->bdev, super, &flaw);
		if (!r && (!same_volume(&tier->super, super) || super->member_index != i))
			r = -EINVAL;
		if (r)
			DMERR("%s: %s is not the member any more that it was when the table was loaded",
			      tier_name(tier), member->dev->name);
		else if (super->generation > tier->super.generation)
			tier->super = *super;
	}
	kfree(super);
	return r;
}

/* Without a warning: how much it is stands in a superblock. */
static u64 *zeroed(u64 words)
{
	return __vmalloc(array_size(words, sizeof(u64)), GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN);
}

static int alloc_map(struct tier *tier)
{
	unsigned int i;

	tier->map = zeroed(tier->super.extents);
	if (!tier->map)
		return -ENOMEM;
	for (i = 0; i < tier->super.members_count; i++) {
		struct tier_member *member = &tier->members[i];
		u64 *bits = zeroed(tier_space_words(member->info->extents));

		if (!bits)
			return -ENOMEM;
		tier_space_init(&member->space, bits, member->info->extents);
		member->flags = 0;
	}
	return 0;
}

static void free_map(struct tier *tier)
{
	unsigned int i;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		vfree(tier->members[i].space.bits);
		memset(&tier->members[i].space, 0, sizeof(tier->members[i].space));
	}
	tier_metadata_free(tier);
	vfree(tier->map);
	tier->map = NULL;
	tier->mapped = 0;
}

static enum tier_state first_state(const struct tier *tier)
{
	unsigned int i;

	if (tier->args.readonly)
		return TIER_READONLY;
	for (i = 0; i < tier->super.members_count; i++)
		if (!tier->members[i].dev)
			return TIER_DEGRADED;
	return TIER_ONLINE;
}

/* Go live, with commit.mutex held: nobody sees a volume that is half loaded. */
static int load(struct tier *tier)
{
	int r;

	lockdep_assert_held(&tier->commit.mutex);

	r = refresh_super(tier);
	if (r)
		return r;
	r = alloc_map(tier);
	if (r) {
		DMERR("%s: not enough memory for the map (%llu extents of 8 bytes)",
		      tier_name(tier), tier->super.extents);
		goto free;
	}
	r = tier_metadata_load(tier);
	if (r)
		goto free;
	WRITE_ONCE(tier->state, first_state(tier));
	if (!tier->args.readonly)
		r = tier_metadata_start(tier);
	if (r)
		goto free;
	return 0;

free:
	WRITE_ONCE(tier->state, TIER_SUSPENDED);
	free_map(tier);
	return r;
}

int tier_volume_start(struct tier *tier)
{
	/*
	 * The device is suspended: memory that is had by writing to it would
	 * never come.
	 */
	unsigned int noio = memalloc_noio_save();
	int r;

	r = tier_claim(tier->super.uuid, tier);
	if (r == -EBUSY)
		DMERR("%s: volume %.64s (uuid %pU) is live already, in another mapped device",
		      tier_name(tier), tier->super.name, tier->super.uuid);
	if (r)
		goto restore;

	mutex_lock(&tier->commit.mutex);
	r = load(tier);
	mutex_unlock(&tier->commit.mutex);
	if (r) {
		tier_unclaim(tier);
		goto restore;
	}
	r = tier_sysfs_add(tier);
	if (r) {
		tier_volume_stop(tier);
		goto restore;
	}
	tier_state_changed(tier);
	tier_commit_interval_changed(tier);
	tier_mover_start(tier);
restore:
	memalloc_noio_restore(noio);
	return r;
}

void tier_volume_stop(struct tier *tier)
{
	if (!tier->map)
		return;

	tier_mover_stop(tier);
	tier_sysfs_remove(tier);
	flush_workqueue(tier->trim_wq);
	flush_workqueue(tier->wq);

	mutex_lock(&tier->commit.mutex);
	if (tier->state < TIER_READONLY) {
		int r = tier_commit_now(tier);

		if (tier_metadata_checkpoint(tier, !r))
			DMERR("%s: the last checkpoint could not be written; the next open takes it from the journal",
			      tier_name(tier));
	}
	WRITE_ONCE(tier->state, TIER_SUSPENDED);
	mutex_unlock(&tier->commit.mutex);

	/* Whoever gets the mutex from here on finds the volume suspended. */
	tier_commit_timer_stop(tier);
	flush_workqueue(tier->commit_wq);

	tier_changes_forget(tier);
	free_map(tier);
	tier_unclaim(tier);
}
