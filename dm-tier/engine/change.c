// SPDX-License-Identifier: GPL-2.0
/*
 * Changes of the map that are not durable yet. See change.h.
 */
#include <linux/slab.h>

#include "engine/change.h"
#include "engine/commit.h"
#include "engine/pool.h"

/* So many can always be had; more, as long as there is memory. */
#define TIER_CHANGE_MIN		1024

static struct tier_change_record *__find(struct rb_root *root, u64 extent)
{
	struct rb_node *node = root->rb_node;

	while (node) {
		struct tier_change_record *record;

		record = rb_entry(node, struct tier_change_record, node);
		if (extent < record->extent)
			node = node->rb_left;
		else if (extent > record->extent)
			node = node->rb_right;
		else
			return record;
	}
	return NULL;
}

static bool same_home(u64 a, u64 b)
{
	return tier_entry_mapped(a) == tier_entry_mapped(b) &&
	       tier_entry_member(a) == tier_entry_member(b) &&
	       tier_entry_pext(a) == tier_entry_pext(b);
}

/* The caller knows that @root has none of this extent. */
static void __insert(struct rb_root *root, struct tier_change_record *record)
{
	struct rb_node **link = &root->rb_node, *parent = NULL;

	while (*link) {
		struct tier_change_record *other;

		parent = *link;
		other = rb_entry(parent, struct tier_change_record, node);
		link = record->extent < other->extent ? &parent->rb_left : &parent->rb_right;
	}
	rb_link_node(&record->node, parent, link);
	rb_insert_color(&record->node, root);
}

int tier_changes_init(struct tier *tier)
{
	tier->changes.pending = RB_ROOT;
	tier->changes.committing = RB_ROOT;
	tier->changes.pending_count = 0;
	tier->changes.stuck = 0;
	return mempool_init_kmalloc_pool(&tier->changes.pool, TIER_CHANGE_MIN,
					 sizeof(struct tier_change_record));
}

static void free_all(struct tier *tier, struct rb_root *root)
{
	struct tier_change_record *record, *next;

	rbtree_postorder_for_each_entry_safe(record, next, root, node)
		mempool_free(record, &tier->changes.pool);
	*root = RB_ROOT;
}

void tier_changes_forget(struct tier *tier)
{
	free_all(tier, &tier->changes.pending);
	free_all(tier, &tier->changes.committing);
	if (tier->changes.pending_count)
		DMERR("%s: %llu changes of the map that could not be made durable are dropped: writes to these extents are lost, as the failed flush said",
		      tier_name(tier), tier->changes.pending_count);
	tier->changes.pending_count = 0;
	tier->changes.stuck = 0;
}

void tier_changes_exit(struct tier *tier)
{
	mempool_exit(&tier->changes.pool);
}

struct tier_change_record *tier_change_alloc(struct tier *tier)
{
	struct tier_change_record *record;

	record = mempool_alloc(&tier->changes.pool, GFP_NOWAIT | __GFP_NOWARN);
	if (record)
		return record;

	/* The records in use come back with a commit. */
	tier_commit_kick(tier);
	return mempool_alloc(&tier->changes.pool, GFP_NOIO);
}

void tier_change_free(struct tier *tier, struct tier_change_record *record)
{
	mempool_free(record, &tier->changes.pool);
}

void tier_change_apply(struct tier *tier, struct tier_change_record *record,
		       u64 extent, u64 entry)
{
	u64 current_entry = tier->map[extent];
	struct tier_change_record *other;

	lockdep_assert_held(&tier->map_lock);

	other = __find(&tier->changes.pending, extent);
	if (other) {
		/*
		 * The current home was never to be found after a crash, so
		 * nothing but the map speaks of it: free at once.
		 */
		if (tier_entry_mapped(current_entry) &&
		    !same_home(current_entry, other->old) &&
		    !same_home(current_entry, entry))
			__tier_pool_give(tier, current_entry);
		mempool_free(record, &tier->changes.pool);
		/* Perhaps the next commit can do what the last could not. */
		tier->changes.stuck = 0;
	} else {
		record->extent = extent;
		record->old = tier_entry_durable(current_entry);
		__insert(&tier->changes.pending, record);
		if (++tier->changes.pending_count >= TIER_COMMIT_MANY)
			tier_commit_kick(tier);
	}
	tier->mapped += tier_entry_mapped(entry);
	tier->mapped -= tier_entry_mapped(current_entry);
	WRITE_ONCE(tier->map[extent], entry | TIER_ENTRY_VOLATILE |
				      (current_entry & TIER_ENTRY_BUSY));
}

u64 tier_changes_begin(struct tier *tier)
{
	struct rb_node *node;
	u64 count;

	lockdep_assert_held(&tier->commit.mutex);

	spin_lock(&tier->map_lock);
	WARN_ON_ONCE(!RB_EMPTY_ROOT(&tier->changes.committing));
	for (node = rb_first(&tier->changes.pending); node; node = rb_next(node)) {
		struct tier_change_record *record;

		record = rb_entry(node, struct tier_change_record, node);
		record->new = tier_entry_durable(tier->map[record->extent]);
	}
	tier->changes.committing = tier->changes.pending;
	tier->changes.pending = RB_ROOT;
	count = tier->changes.pending_count;
	tier->changes.pending_count = 0;
	tier->changes.stuck = 0;
	spin_unlock(&tier->map_lock);
	return count;
}

/* Only commit.mutex's holder changes the tree of the commit under way. */
struct tier_change_record *tier_changes_first(struct tier *tier)
{
	struct rb_node *node = rb_first(&tier->changes.committing);

	lockdep_assert_held(&tier->commit.mutex);
	return node ? rb_entry(node, struct tier_change_record, node) : NULL;
}

struct tier_change_record *tier_changes_next(struct tier_change_record *record)
{
	struct rb_node *node = rb_next(&record->node);

	return node ? rb_entry(node, struct tier_change_record, node) : NULL;
}

void tier_changes_done(struct tier *tier, struct tier_change_record *record)
{
	u64 extent = record->extent;

	lockdep_assert_held(&tier->commit.mutex);

	spin_lock(&tier->map_lock);
	rb_erase(&record->node, &tier->changes.committing);
	if (!__find(&tier->changes.pending, extent))
		WRITE_ONCE(tier->map[extent], tier->map[extent] & ~TIER_ENTRY_VOLATILE);
	if (tier_entry_mapped(record->old) && !same_home(record->old, record->new))
		__tier_pool_give(tier, record->old);
	tier_bit_set(tier->metadata.stale, tier_table_block_of(extent));
	spin_unlock(&tier->map_lock);

	mempool_free(record, &tier->changes.pool);
}

void tier_changes_undo(struct tier *tier, struct tier_change_record *record)
{
	struct tier_change_record *other;

	lockdep_assert_held(&tier->commit.mutex);

	spin_lock(&tier->map_lock);
	rb_erase(&record->node, &tier->changes.committing);
	other = __find(&tier->changes.pending, record->extent);
	if (!other) {
		__insert(&tier->changes.pending, record);
		tier->changes.pending_count++;
		tier->changes.stuck++;
		spin_unlock(&tier->map_lock);
		return;
	}
	/* It changed once more meanwhile: the home in between is nobody's. */
	if (tier_entry_mapped(record->new) && !same_home(record->new, record->old) &&
	    !same_home(record->new, tier->map[record->extent]))
		__tier_pool_give(tier, record->new);
	other->old = record->old;
	spin_unlock(&tier->map_lock);
	mempool_free(record, &tier->changes.pool);
}

void tier_changes_durable(struct tier *tier, u64 first, unsigned int count, u64 *entries)
{
	unsigned int i;

	lockdep_assert_held(&tier->commit.mutex);

	spin_lock(&tier->map_lock);
	for (i = 0; i < count; i++) {
		u64 entry = tier->map[first + i];

		if (entry & TIER_ENTRY_VOLATILE) {
			struct tier_change_record *record;

			/* In both: what is being committed is the older one. */
			record = __find(&tier->changes.committing, first + i);
			if (!record)
				record = __find(&tier->changes.pending, first + i);
			if (record)
				entry = record->old;
		}
		entries[i] = tier_entry_durable(entry);
	}
	spin_unlock(&tier->map_lock);
}
