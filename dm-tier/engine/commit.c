// SPDX-License-Identifier: GPL-2.0
/*
 * What a FLUSH does, in order. See commit.h.
 */
#include "engine/change.h"
#include "engine/commit.h"
#include "engine/hold.h"
#include "engine/member.h"
#include "engine/metadata.h"
#include "trace.h"

/* Changes of homes on a member that was lost stay pending: see commit.rst. */
static void leave_out_lost(struct tier *tier)
{
	struct tier_change_record *record, *next;

	for (record = tier_changes_first(tier); record; record = next) {
		next = tier_changes_next(record);
		if (tier_entry_mapped(record->new) &&
		    !tier_member_writable(&tier->members[tier_entry_member(record->new)]))
			tier_changes_undo(tier, record);
	}
}

static void undo_all(struct tier *tier)
{
	struct tier_change_record *record;

	while ((record = tier_changes_first(tier)))
		tier_changes_undo(tier, record);
}

int tier_commit_now(struct tier *tier)
{
	u64 changes;
	int r, flushed;

	lockdep_assert_held(&tier->commit.mutex);

	if (tier->state == TIER_FAILED || tier->state == TIER_SUSPENDED)
		return -EIO;
	/* Nothing was written. */
	if (tier->state == TIER_READONLY)
		return 0;

	/* C1 */
	changes = tier_changes_begin(tier);

	/* C2 */
	flushed = tier_members_flush(tier, 0);
	r = flushed ? tier_metadata_drop_failed(tier) : 0;
	if (tier->state == TIER_DEGRADED)
		leave_out_lost(tier);

	/* C3, and C4 for what the changes leave */
	if (!r)
		r = tier_metadata_journal(tier);
	if (r) {
		undo_all(tier);
		return r;
	}

	tier->commit.count++;
	trace_dm_tier_commit(tier, changes, tier->metadata.next_seq);
	return flushed;
}

/* End the bios that waited, and tell them of flushes that nobody waited for. */
static void end_bios(struct tier *tier, struct bio_list *bios, int r)
{
	struct bio *bio;

	if (bio_list_empty(bios))
		return;
	if (!r)
		r = tier->commit.error;
	tier->commit.error = 0;
	while ((bio = bio_list_pop(bios))) {
		tier_io_of(bio)->commit = false;
		bio->bi_status = errno_to_blk_status(r);
		bio_endio(bio);
	}
}

static void commit_work(struct work_struct *work)
{
	struct tier *tier = container_of(work, struct tier, commit.work);
	struct bio_list bios, starved;
	int r;

	mutex_lock(&tier->commit.mutex);

	bio_list_init(&bios);
	spin_lock_irq(&tier->queue_lock);
	bio_list_merge(&bios, &tier->commit.waiting);
	bio_list_init(&tier->commit.waiting);
	spin_unlock_irq(&tier->queue_lock);

	r = tier_commit_now(tier);

	/* C4; and nobody waits for the checkpoint who came before it. */
	end_bios(tier, &bios, r);
	bio_list_init(&starved);
	spin_lock_irq(&tier->queue_lock);
	bio_list_merge(&starved, &tier->starved);
	bio_list_init(&tier->starved);
	spin_unlock_irq(&tier->queue_lock);
	if (!bio_list_empty(&starved))
		tier_defer(tier, &starved);

	if (!r && tier_metadata_journal_full(tier))
		tier_metadata_checkpoint(tier, false);
	mutex_unlock(&tier->commit.mutex);
}

static void commit_timer(struct work_struct *work)
{
	struct tier *tier = container_of(to_delayed_work(work), struct tier, commit.timer);

	/* Nothing to do, nothing written: a volume at rest lets its disks sleep. */
	if (READ_ONCE(tier->changes.pending_count))
		tier_commit_kick(tier);
	tier_commit_timer_start(tier);
}

void tier_commit_init(struct tier *tier)
{
	mutex_init(&tier->commit.mutex);
	bio_list_init(&tier->commit.waiting);
	INIT_WORK(&tier->commit.work, commit_work);
	INIT_DELAYED_WORK(&tier->commit.timer, commit_timer);
}

void tier_commit_bio(struct tier *tier, struct bio *bio)
{
	unsigned long flags;

	spin_lock_irqsave(&tier->queue_lock, flags);
	bio_list_add(&tier->commit.waiting, bio);
	spin_unlock_irqrestore(&tier->queue_lock, flags);
	queue_work(tier->commit_wq, &tier->commit.work);
}

void tier_commit_kick(struct tier *tier)
{
	queue_work(tier->commit_wq, &tier->commit.work);
}

void tier_commit_throttle(struct tier *tier)
{
	if (READ_ONCE(tier->changes.pending_count) < TIER_COMMIT_MANY)
		return;
	mutex_lock(&tier->commit.mutex);
	tier_commit_now(tier);
	mutex_unlock(&tier->commit.mutex);
}

void tier_commit_interval_changed(struct tier *tier)
{
	mutex_lock(&tier->commit.mutex);
	if (tier->state == TIER_ONLINE || tier->state == TIER_DEGRADED)
		tier_commit_timer_start(tier);
	mutex_unlock(&tier->commit.mutex);
}

void tier_commit_timer_start(struct tier *tier)
{
	unsigned long ms = READ_ONCE(tier->args.commit_interval_ms);

	mod_delayed_work(tier->commit_wq, &tier->commit.timer, msecs_to_jiffies(ms));
}

void tier_commit_timer_stop(struct tier *tier)
{
	cancel_delayed_work_sync(&tier->commit.timer);
}
