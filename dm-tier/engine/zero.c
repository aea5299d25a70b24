// SPDX-License-Identifier: GPL-2.0
/*
 * Zeros on a member. See zero.h.
 */
#include <linux/completion.h>
#include <linux/slab.h>

#include "engine/member.h"
#include "engine/zero.h"

#define TIER_ZERO_MIN	64

struct zero {
	struct tier *tier;
	struct work_struct work;
	struct tier_member *member;
	struct dm_io_region where;
	bool again;
	tier_zero_fn done;
	void *context;
};

int tier_zero_init(struct tier *tier)
{
	return mempool_init_kmalloc_pool(&tier->zero_pool, TIER_ZERO_MIN, sizeof(struct zero));
}

void tier_zero_exit(struct tier *tier)
{
	mempool_exit(&tier->zero_pool);
}

static void copied(int read_err, unsigned long write_err, void *context);

static void start(struct work_struct *work)
{
	struct zero *zero = container_of(work, struct zero, work);

	dm_kcopyd_zero(zero->tier->kcopyd, 1, &zero->where, 0, copied, zero);
}

static void copied(int read_err, unsigned long write_err, void *context)
{
	struct zero *zero = context;
	tier_zero_fn done = zero->done;
	void *done_context = zero->context;

	/*
	 * A disk may refuse its first WRITE SAME though it said it had it; the
	 * queue then says no more, and kcopyd writes zeros itself. Not from here:
	 * this is kcopyd's thread, which must not wait for memory of kcopyd's.
	 */
	if (write_err && !zero->again) {
		zero->again = true;
		queue_work(zero->tier->commit_wq, &zero->work);
		return;
	}
	tier_member_wrote(zero->member);
	mempool_free(zero, &zero->tier->zero_pool);
	done(done_context, write_err ? -EIO : 0);
}

void tier_zero(struct tier *tier, struct tier_member *member, sector_t sector,
	       sector_t sectors, tier_zero_fn done, void *context)
{
	struct zero *zero = mempool_alloc(&tier->zero_pool, GFP_NOIO);

	*zero = (struct zero) {
		.tier = tier,
		.member = member,
		.where = {
			.bdev = member->dev->bdev,
			.sector = sector,
			.count = sectors,
		},
		.done = done,
		.context = context,
	};
	INIT_WORK(&zero->work, start);
	start(&zero->work);
}

struct zero_wait {
	struct completion done;
	int error;
};

static void wake(void *context, int error)
{
	struct zero_wait *wait = context;

	wait->error = error;
	complete(&wait->done);
}

int tier_zero_wait(struct tier *tier, struct tier_member *member, sector_t sector,
		   sector_t sectors)
{
	struct zero_wait wait;

	init_completion(&wait.done);
	tier_zero(tier, member, sector, sectors, wake, &wait);
	wait_for_completion_io(&wait.done);
	return wait.error;
}
