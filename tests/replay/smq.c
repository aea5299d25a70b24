// SPDX-License-Identifier: GPL-2.0
/* dm-cache's stochastic multiqueue, as tiersim.py has it. */
#include <stdlib.h>

#include "peer.h"
#include "queue.h"

#define LEVELS	64
#define SECOND	1000000ULL

/* What is in which level of a multiqueue. */
struct multi {
	struct links links;
	u32 count;
	u32 top;
	u32 in_top;
};

struct smq {
	struct peer peer;
	struct multi hot;
	struct multi cache;
	u8 *hot_hit;		/* of each hotspot block, in this period */
	u8 *cache_hit;		/* of each extent, in this period */
	u32 *block_of;		/* hotspot block of each extent, dense */
	u32 blocks;
	u32 hot_room;
	u32 hits;
	u32 misses;
	u32 jump;
	u32 promote_level;
	u32 free;
	u64 tick;
	u64 next_hot;
	u64 next_cache;
	u64 next_time;
};

static struct smq *smq_of(struct peer *peer)
{
	return (struct smq *)peer;
}

static void requeue(struct multi *m, u32 number, u32 extra)
{
	u32 level = m->links.in[number] - 1, up, other;

	queue_remove(&m->links, number);
	if (extra && level < LEVELS - 1) {
		up = level + extra < LEVELS - 1 ? level + extra : LEVELS - 1;
		other = queue_pop(&m->links, up);
		if (other != QUEUE_NONE)
			queue_push(&m->links, level, other);
		level = up;
	}
	queue_push(&m->links, level, number);
}

static u32 pop_low(struct multi *m, u32 below)
{
	u32 level, number;

	for (level = 0; level < below; level++) {
		number = queue_pop(&m->links, level);
		if (number != QUEUE_NONE) {
			m->count--;
			return number;
		}
	}
	return QUEUE_NONE;
}

static void share(u32 *target, u32 count, u32 from, u32 to)
{
	u32 level;

	for (level = from; level < to; level++)
		target[level] = count / (to - from) + (level - from < count % (to - from));
}

static void redistribute(struct multi *m)
{
	u32 target[LEVELS] = { 0 }, level, from, number, top = 0;

	if (m->top) {
		top = m->in_top < m->count ? m->in_top : m->count;
		share(target, top, LEVELS - m->top, LEVELS);
	}
	if (m->in_top < m->count || !m->top)
		share(target, m->count - (m->top ? m->in_top : 0), 0, LEVELS - m->top);
	for (level = 0; level < LEVELS - 1; level++) {
		struct queue *q = &m->links.q[level];

		while (q->count < target[level]) {
			for (from = level + 1; from < LEVELS && !m->links.q[from].count; from++)
				;
			if (from == LEVELS)
				break;
			queue_push(&m->links, level, queue_pop(&m->links, from));
		}
		while (q->count > target[level]) {
			number = queue_pop_tail(&m->links, level);
			queue_push_head(&m->links, level + 1, number);
		}
	}
}

static int assess(const struct smq *smq)
{
	u32 all = smq->hits + smq->misses;
	u32 confidence = all ? (smq->hits << 8) / all : 0;

	return confidence < 16 ? 0 : confidence < 32 ? 1 : 2;
}

static void tick(struct smq *smq, u64 time)
{
	static const u32 levels[] = { 16, 32, 64 }, jumps[] = { 4, 2, 1 };
	int how;

	while (smq->next_time <= time) {
		smq->next_time += SECOND;
		smq->tick++;
		memset(smq->hot_hit, 0, smq->blocks);
		how = assess(smq);
		smq->promote_level = LEVELS - levels[how];
		if (smq->tick > smq->next_hot) {
			smq->jump = jumps[how];
			redistribute(&smq->hot);
			smq->hits = 0;
			smq->misses = 0;
			smq->next_hot = smq->tick + 1;
		}
		if (smq->tick > smq->next_cache) {
			memset(smq->cache_hit, 0, smq->peer.cut->extents);
			redistribute(&smq->cache);
			smq->next_cache = smq->tick + 10;
		}
		if (time > smq->next_time + 60 * SECOND)	/* a long idle gap: skip the empty ticks */
			smq->next_time = time - 20 * SECOND;
	}
}

static void smq_init(struct peer *peer)
{
	struct smq *smq = smq_of(peer);
	const struct cut *cut = peer->cut;
	u64 size = 1ULL << cut->shift, hot_size = size * 16, end = 0;
	unsigned int shift = 0;
	struct trace trace = { .count = 0 };
	struct cut blocks;
	u32 i;

	smq->hot_room = peer->slots / 4 > 1024 ? peer->slots / 4 : 1024;
	end = cut->trace->end;
	while (hot_size > size && hot_size * smq->hot_room > end)
		hot_size /= 2;
	while (size << shift < hot_size)
		shift++;
	smq->block_of = must_alloc(cut->extents, sizeof(u32));
	/* Number the hotspot blocks densely: cut a trace of one request for each extent. */
	trace.count = cut->extents;
	trace.requests = must_alloc(cut->extents, sizeof(*trace.requests));
	for (i = 0; i < cut->extents; i++) {
		trace.requests[i].offset = cut->address[i] >> shift;
		trace.requests[i].length = 1;
	}
	cut_make(&blocks, &trace, 0);
	for (i = 0; i < cut->extents; i++)
		smq->block_of[i] = blocks.accesses[i].extent;
	smq->blocks = blocks.extents;
	cut_free(&blocks);
	free(trace.requests);
	links_init(&smq->hot.links, smq->blocks, LEVELS);
	links_init(&smq->cache.links, cut->extents, LEVELS);
	smq->hot.top = 8;
	smq->hot.in_top = smq->hot_room / 64;
	if (peer->slots >> shift < smq->hot.in_top)
		smq->hot.in_top = peer->slots >> shift;
	smq->hot_hit = must_alloc(smq->blocks, 1);
	smq->cache_hit = must_alloc(cut->extents, 1);
	smq->jump = 1;
	smq->promote_level = 64;
	smq->free = peer->slots;
	smq->next_time = cut->trace->requests[0].time;
}

static void smq_exit(struct peer *peer)
{
	struct smq *smq = smq_of(peer);

	links_exit(&smq->hot.links);
	links_exit(&smq->cache.links);
	free(smq->hot_hit);
	free(smq->cache_hit);
	free(smq->block_of);
}

static bool smq_resident(struct peer *peer, u32 extent)
{
	return smq_of(peer)->cache.links.in[extent];
}

static void hotspot(struct smq *smq, u32 block)
{
	u32 level = smq->hot.links.in[block], gone;
	bool hit;

	if (level) {
		if (level - 1 >= 48)
			smq->hits++;
		else
			smq->misses++;
		hit = smq->hot_hit[block];
		smq->hot_hit[block] = 1;
		requeue(&smq->hot, block, hit ? 0 : smq->jump);
		return;
	}
	smq->misses++;
	if (smq->hot.count >= smq->hot_room) {
		gone = pop_low(&smq->hot, LEVELS);
		smq->hot_hit[gone] = 0;
	}
	queue_push(&smq->hot.links, 0, block);
	smq->hot.count++;
}

static bool smq_access(struct peer *peer, u32 i)
{
	struct smq *smq = smq_of(peer);
	const struct access *access = &peer->cut->accesses[i];
	u64 time = peer->cut->trace->requests[access->request].time;
	u32 block = smq->block_of[access->extent], victim;

	if (time >= smq->next_time)
		tick(smq, time);
	if (smq->cache.links.in[access->extent]) {
		if (!smq->cache_hit[access->extent]) {
			smq->cache_hit[access->extent] = 1;
			requeue(&smq->cache, access->extent, 1);
		}
		return true;
	}
	hotspot(smq, block);
	if ((u32)smq->hot.links.in[block] - 1 < smq->promote_level)
		return false;
	if (smq->free) {
		smq->free--;
		peer->promoted++;
		queue_push(&smq->cache.links, LEVELS - 1, access->extent);
		smq->cache.count++;
		return false;
	}
	victim = pop_low(&smq->cache, 32);
	if (victim != QUEUE_NONE) {
		smq->free++;
		peer_out(peer, victim);
	}
	return false;
}

const struct peer_kind peer_smq = {
	.name = "smq",
	.size = sizeof(struct smq),
	.init = smq_init,
	.access = smq_access,
	.resident = smq_resident,
	.exit = smq_exit,
};
