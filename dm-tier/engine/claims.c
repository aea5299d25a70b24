// SPDX-License-Identifier: GPL-2.0
/*
 * Which volumes are live. See claims.h.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <linux/dm-tier-format.h>

#include "engine/claims.h"

struct claim {
	struct list_head list;
	const void *owner;
	u8 uuid[DM_TIER_UUID_SIZE];
};

static DEFINE_MUTEX(tier_claims_lock);
static LIST_HEAD(tier_claims);	/* protected by tier_claims_lock */

int tier_claim(const u8 *uuid, const void *owner)
{
	struct claim *claim = kmalloc(sizeof(*claim), GFP_KERNEL), *other;

	if (!claim)
		return -ENOMEM;
	claim->owner = owner;
	memcpy(claim->uuid, uuid, sizeof(claim->uuid));

	mutex_lock(&tier_claims_lock);
	list_for_each_entry(other, &tier_claims, list) {
		if (!memcmp(other->uuid, uuid, sizeof(other->uuid))) {
			mutex_unlock(&tier_claims_lock);
			kfree(claim);
			return -EBUSY;
		}
	}
	list_add(&claim->list, &tier_claims);
	mutex_unlock(&tier_claims_lock);
	return 0;
}

void tier_unclaim(const void *owner)
{
	struct claim *claim;

	mutex_lock(&tier_claims_lock);
	list_for_each_entry(claim, &tier_claims, list) {
		if (claim->owner == owner) {
			list_del(&claim->list);
			kfree(claim);
			break;
		}
	}
	mutex_unlock(&tier_claims_lock);
}
