// SPDX-License-Identifier: GPL-2.0
/*
 * Superblocks. See super.h.
 */
#include <linux/blkdev.h>
#include <linux/slab.h>

#include "engine/member.h"
#include "engine/super.h"

/* Start of the last whole unit, where the second superblock is. */
static sector_t second_sector(struct block_device *bdev)
{
	sector_t sectors = bdev_nr_sectors(bdev);

	sectors -= sectors % DM_TIER_UNIT_SECTORS;
	return sectors > DM_TIER_UNIT_SECTORS ? sectors - DM_TIER_UNIT_SECTORS : 0;
}

int tier_super_read(struct dm_io_client *client, struct block_device *bdev,
		    struct tier_super *super, enum tier_flaw *flaw)
{
	sector_t places[2] = { DM_TIER_SUPER_SECTOR, second_sector(bdev) };
	struct tier_super *other;
	enum tier_flaw found;
	int r, ret = -ENODATA;
	unsigned int i;
	void *block;

	*flaw = TIER_FLAW_BLANK;
	block = kmalloc(DM_TIER_BLOCK_SIZE, GFP_KERNEL);
	other = kmalloc(sizeof(*other), GFP_KERNEL);
	if (!block || !other) {
		ret = -ENOMEM;
		goto free;
	}
	if (bdev_nr_sectors(bdev) < DM_TIER_UNIT_SECTORS)
		goto free;

	for (i = 0; i < ARRAY_SIZE(places) && places[i]; i++) {
		r = tier_block_io(client, bdev, REQ_OP_READ | REQ_META | REQ_SYNC, places[i], block);
		if (r) {
			if (ret)
				ret = r;
			continue;
		}
		found = tier_super_decode(block, places[i], other);
		if (!i)
			*flaw = found;
		if (found)
			continue;
		/* A crash between the two leaves the second one generation back. */
		if (ret || other->generation > super->generation)
			*super = *other;
		ret = 0;
	}
free:
	kfree(other);
	kfree(block);
	return ret;
}

static int write_one(struct tier *tier, struct tier_member *member, sector_t sector)
{
	void *block = tier->metadata.super;
	int r;

	tier->super.member_index = member->index;
	tier_super_encode(&tier->super, sector, block);
	r = tier_block_io(tier->io_client, member->dev->bdev,
		     REQ_OP_WRITE | REQ_META | REQ_SYNC | REQ_PREFLUSH | REQ_FUA, sector, block);
	if (r)
		tier_member_failed(tier, member);
	return r;
}

static u16 absent_members(struct tier *tier)
{
	unsigned int i;
	u16 absent = 0;

	for (i = 0; i < tier->super.members_count; i++)
		if (!tier_member_writable(&tier->members[i]))
			absent |= BIT(i);
	return absent;
}

int tier_super_write(struct tier *tier)
{
	unsigned int i, second, written = 0;

	lockdep_assert_held(&tier->commit.mutex);

	tier->super.generation++;
	tier->super.absent = absent_members(tier);
	for (second = 0; second < 2; second++) {
		for (i = 0; i < tier->super.members_count; i++) {
			struct tier_member *member = &tier->members[i];
			sector_t sector = second ? member->info->second_sector :
						   DM_TIER_SUPER_SECTOR;

			if (tier_member_writable(member) && !write_one(tier, member, sector))
				written++;
		}
	}
	return written ? 0 : -EIO;
}
