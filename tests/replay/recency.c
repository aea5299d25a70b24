// SPDX-License-Identifier: GPL-2.0
/* LRU, SIEVE, S3-FIFO, ARC, LARC. */
#include <stdlib.h>

#include "peer.h"
#include "queue.h"

struct recency {
	struct peer peer;
	struct links links;
	u8 *count;	/* of each extent: visited, or how often */
	u32 hand;
	u32 small;	/* S3-FIFO: slots of the small queue */
	double target;	/* ARC: p; LARC: size of the ghost queue */
};

enum { MAIN, SECOND, GHOST, GHOST2, QUEUES };

static struct recency *recency_of(struct peer *peer)
{
	return (struct recency *)peer;
}

static void recency_init(struct peer *peer)
{
	struct recency *r = recency_of(peer);

	links_init(&r->links, peer->cut->extents, QUEUES);
	r->count = must_alloc(peer->cut->extents, 1);
	r->hand = QUEUE_NONE;
	r->small = peer->slots / 10 ? peer->slots / 10 : 1;
}

static void recency_exit(struct peer *peer)
{
	struct recency *r = recency_of(peer);

	links_exit(&r->links);
	free(r->count);
}

static bool in_main(struct peer *peer, u32 extent)
{
	return queue_has(&recency_of(peer)->links, MAIN, extent);
}

static bool in_either(struct peer *peer, u32 extent)
{
	return in_main(peer, extent) || queue_has(&recency_of(peer)->links, SECOND, extent);
}

static void refresh(struct links *links, u32 queue, u32 extent)
{
	queue_remove(links, extent);
	queue_push(links, queue, extent);
}

static bool lru_access(struct peer *peer, u32 i)
{
	struct links *links = &recency_of(peer)->links;
	u32 extent = peer->cut->accesses[i].extent;

	if (links->in[extent]) {
		refresh(links, MAIN, extent);
		return true;
	}
	if (links->q[MAIN].count >= peer->slots)
		peer_out(peer, queue_pop(links, MAIN));
	queue_push(links, MAIN, extent);
	peer->promoted++;
	return false;
}

/* The newest is at the tail; the hand goes from the head, the oldest, on. */
static bool sieve_access(struct peer *peer, u32 i)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 extent = peer->cut->accesses[i].extent, at;

	if (links->in[extent]) {
		r->count[extent] = 1;
		return true;
	}
	if (links->q[MAIN].count >= peer->slots) {
		at = r->hand != QUEUE_NONE ? r->hand : links->q[MAIN].head;
		while (r->count[at]) {
			r->count[at] = 0;
			at = links->next[at] != QUEUE_NONE ? links->next[at] : links->q[MAIN].head;
		}
		r->hand = links->next[at];
		queue_remove(links, at);
		peer_out(peer, at);
	}
	r->count[extent] = 0;
	queue_push(links, MAIN, extent);
	peer->promoted++;
	return false;
}

static void s3fifo_evict(struct peer *peer)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 extent;

	if (links->q[SECOND].count >= r->small || !links->q[MAIN].count) {
		while (links->q[SECOND].count) {
			extent = queue_pop(links, SECOND);
			if (r->count[extent] > 1) {
				queue_push(links, MAIN, extent);
				r->count[extent] = 0;
				continue;
			}
			peer_out(peer, extent);
			queue_push(links, GHOST, extent);
			if (links->q[GHOST].count > (peer->slots > r->small ? peer->slots - r->small : 1))
				queue_pop(links, GHOST);
			return;
		}
	}
	while (links->q[MAIN].count) {
		extent = queue_pop(links, MAIN);
		if (!r->count[extent]) {
			peer_out(peer, extent);
			return;
		}
		r->count[extent]--;
		queue_push(links, MAIN, extent);
	}
}

static bool s3fifo_access(struct peer *peer, u32 i)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 extent = peer->cut->accesses[i].extent;

	if (in_either(peer, extent)) {
		if (r->count[extent] < 3)
			r->count[extent]++;
		return true;
	}
	while (links->q[MAIN].count + links->q[SECOND].count >= peer->slots)
		s3fifo_evict(peer);
	if (queue_has(links, GHOST, extent)) {
		queue_remove(links, extent);
		queue_push(links, MAIN, extent);
	} else {
		queue_push(links, SECOND, extent);
	}
	r->count[extent] = 0;
	peer->promoted++;
	return false;
}

/* ARC: MAIN is T1, SECOND is T2, their ghosts B1 and B2. */
static void arc_replace(struct peer *peer, bool in_ghost2)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 t1 = links->q[MAIN].count, extent, from = MAIN;

	if (!(t1 && (t1 > r->target || (in_ghost2 && t1 == (u32)r->target))) && links->q[SECOND].count)
		from = SECOND;
	extent = queue_pop(links, from);
	queue_push(links, from == MAIN ? GHOST : GHOST2, extent);
	peer_out(peer, extent);
}

static void arc_new(struct peer *peer, bool full)
{
	struct links *links = &recency_of(peer)->links;
	u32 t1 = links->q[MAIN].count, l1 = t1 + links->q[GHOST].count;
	u32 all = l1 + links->q[SECOND].count + links->q[GHOST2].count;

	if (l1 >= peer->slots) {
		if (t1 < peer->slots) {
			queue_pop(links, GHOST);
			if (full)
				arc_replace(peer, false);
		} else {
			peer_out(peer, queue_pop(links, MAIN));
		}
	} else if (all >= peer->slots) {
		if (all >= 2 * peer->slots)
			queue_pop(links, GHOST2);
		if (full)
			arc_replace(peer, false);
	}
}

static bool arc_access(struct peer *peer, u32 i)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 extent = peer->cut->accesses[i].extent;
	double b1 = links->q[GHOST].count, b2 = links->q[GHOST2].count, step;
	bool full = links->q[MAIN].count + links->q[SECOND].count >= peer->slots;

	if (in_either(peer, extent)) {
		refresh(links, SECOND, extent);
		return true;
	}
	if (queue_has(links, GHOST, extent)) {
		step = b2 / b1 > 1 ? b2 / b1 : 1;
		r->target = r->target + step < peer->slots ? r->target + step : peer->slots;
		if (full)
			arc_replace(peer, false);
		refresh(links, SECOND, extent);
	} else if (queue_has(links, GHOST2, extent)) {
		step = b1 / b2 > 1 ? b1 / b2 : 1;
		r->target = r->target > step ? r->target - step : 0;
		if (full)
			arc_replace(peer, true);
		refresh(links, SECOND, extent);
	} else {
		arc_new(peer, full);
		queue_push(links, MAIN, extent);
	}
	peer->promoted++;
	return false;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

static void larc_init(struct peer *peer)
{
	recency_init(peer);
	recency_of(peer)->target = larger(1, 0.1 * peer->slots);
}

static bool larc_access(struct peer *peer, u32 i)
{
	struct recency *r = recency_of(peer);
	struct links *links = &r->links;
	u32 extent = peer->cut->accesses[i].extent;
	double slots = peer->slots, most = larger(1, 0.9 * slots);

	if (queue_has(links, MAIN, extent)) {
		r->target = larger(larger(0.1 * slots, r->target - slots / larger(1, slots - r->target)), 1);
		refresh(links, MAIN, extent);
		return true;
	}
	r->target += slots / r->target;
	if (r->target > most)
		r->target = most;
	if (queue_has(links, GHOST, extent)) {
		queue_remove(links, extent);
		if (links->q[MAIN].count >= peer->slots)
			peer_out(peer, queue_pop(links, MAIN));
		queue_push(links, MAIN, extent);
		peer->promoted++;
	} else {
		queue_push(links, GHOST, extent);
		while (links->q[GHOST].count > r->target)
			queue_pop(links, GHOST);
	}
	return false;
}

#define RECENCY(_name, _init, _access, _resident)	\
	{						\
		.name = _name,				\
		.size = sizeof(struct recency),		\
		.at_access = true,			\
		.init = _init,				\
		.access = _access,			\
		.resident = _resident,			\
		.exit = recency_exit,			\
	}

const struct peer_kind peer_lru = RECENCY("lru", recency_init, lru_access, in_main);
const struct peer_kind peer_sieve = RECENCY("sieve", recency_init, sieve_access, in_main);
const struct peer_kind peer_s3fifo = RECENCY("s3fifo", recency_init, s3fifo_access, in_either);
const struct peer_kind peer_arc = RECENCY("arc", recency_init, arc_access, in_either);
const struct peer_kind peer_larc = RECENCY("larc", larc_init, larc_access, in_main);
