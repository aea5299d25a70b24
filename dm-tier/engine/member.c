// SPDX-License-Identifier: GPL-2.0
/*
 * Members: states and flushes. See member.h.
 */
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/sched/mm.h>

#include "engine/member.h"

struct flush_wait {
	atomic_t left;
	struct completion done;
};

const char *tier_member_state(const struct tier_member *member)
{
	if (!member->dev)
		return DM_TIER_MEMBER_MISSING;
	if (!tier_member_open(member))
		return DM_TIER_MEMBER_FAILED;
	return DM_TIER_MEMBER_ONLINE;
}

int tier_block_io(struct dm_io_client *client, struct block_device *bdev, blk_opf_t opf,
		  sector_t sector, void *block)
{
	struct dm_io_request request = {
		.bi_opf = opf,
		.mem.type = DM_IO_KMEM,
		.mem.ptr.addr = block,
		.client = client,
	};
	struct dm_io_region where = {
		.bdev = bdev,
		.sector = sector,
		.count = DM_TIER_BLOCK_SECTORS,
	};

	return tier_dm_io(&request, 1, &where, NULL);
}

static void flush_end_io(struct bio *bio)
{
	struct flush_wait *wait = bio->bi_private;

	if (atomic_dec_and_test(&wait->left))
		complete(&wait->done);
}

void tier_member_failed(struct tier *tier, struct tier_member *member)
{
	lockdep_assert_held(&tier->commit.mutex);

	set_bit(TIER_MEMBER_FAILED, &member->flags);
	DMERR("%s: member %u (%s) failed to flush: it takes no more writes until the volume is opened again",
	      tier_name(tier), member->index, member->dev->name);
	if (tier->state >= TIER_DEGRADED)
		tier_state_changed(tier);
	tier_state_lower(tier, TIER_DEGRADED);
}

void tier_member_close(struct tier *tier, struct tier_member *member)
{
	if (test_and_set_bit(TIER_MEMBER_CLOSED, &member->flags))
		return;
	DMERR("%s: member %u (%s) failed a write: it gets no new extents until the volume is opened again",
	      tier_name(tier), member->index, member->dev->name);
	mutex_lock(&tier->commit.mutex);
	if (tier->state >= TIER_DEGRADED)
		tier_state_changed(tier);
	tier_state_lower(tier, TIER_DEGRADED);
	mutex_unlock(&tier->commit.mutex);
}

int tier_members_flush(struct tier *tier, u32 mask)
{
	unsigned int i, count = tier->super.members_count;
	struct flush_wait wait;
	u32 sent = 0;
	int r = 0;

	lockdep_assert_held(&tier->commit.mutex);

	atomic_set(&wait.left, 1);
	init_completion(&wait.done);

	for (i = 0; i < count; i++) {
		struct tier_member *member = &tier->members[i];
		struct bio *bio = member->flush_bio;

		if (!tier_member_writable(member)) {
			/* Writes that were under way when it failed ended well. */
			if (test_and_clear_bit(TIER_MEMBER_WROTE, &member->flags))
				r = -EIO;
			continue;
		}
		/*
		 * Cleared before the flush is sent: a write that ends from here
		 * on marks the member anew, for the next one.
		 */
		if (!test_and_clear_bit(TIER_MEMBER_WROTE, &member->flags) &&
		    !(mask & BIT(i)))
			continue;

		bio_init(bio, member->dev->bdev, NULL, 0, REQ_OP_WRITE | REQ_PREFLUSH | REQ_SYNC);
		bio->bi_private = &wait;
		bio->bi_end_io = flush_end_io;
		atomic_inc(&wait.left);
		sent |= BIT(i);
		submit_bio(bio);
	}
	if (!atomic_dec_and_test(&wait.left))
		wait_for_completion_io(&wait.done);

	for (i = 0; i < count; i++) {
		struct tier_member *member = &tier->members[i];

		if (!(sent & BIT(i)))
			continue;
		if (member->flush_bio->bi_status) {
			tier_member_failed(tier, member);
			r = -EIO;
		}
		bio_uninit(member->flush_bio);
	}
	if (r)
		tier->commit.error = r;
	return r;
}

const char *tier_state_text(enum tier_state state)
{
	switch (state) {
	case TIER_SUSPENDED:
		return "suspended";
	case TIER_ONLINE:
		return DM_TIER_STATE_ONLINE;
	case TIER_DEGRADED:
		return DM_TIER_STATE_DEGRADED;
	case TIER_READONLY:
		return DM_TIER_STATE_READONLY;
	case TIER_FAILED:
		break;
	}
	return DM_TIER_STATE_FAILED;
}

void tier_state_changed(struct tier *tier)
{
	struct mapped_device *md = dm_table_get_md(tier->ti->table);
	unsigned int noio = memalloc_noio_save();
	char state[32];
	char *envp[] = { state, NULL };

	snprintf(state, sizeof(state), "DM_TIER_STATE=%s", tier_state_text(tier->state));
	DMINFO("%s: %s", tier_name(tier), tier_state_text(tier->state));
	dm_table_event(tier->ti->table);
	/* Its memory must not come by a write that waits for commit.mutex. */
	kobject_uevent_env(&disk_to_dev(dm_disk(md))->kobj, KOBJ_CHANGE, envp);
	memalloc_noio_restore(noio);
}

void tier_state_lower(struct tier *tier, enum tier_state state)
{
	if (tier->state >= state)
		return;
	WRITE_ONCE(tier->state, state);
	tier_state_changed(tier);
}
