// SPDX-License-Identifier: GPL-2.0
/* What re-optimises now and then: Storage Spaces (top C of decayed counts), btier and Qtier (thresholds). */
#include <stdlib.h>

#include "peer.h"

struct ranked {
	double heat;
	u32 extent;
	u32 order;
	bool resident;
};

struct epoch {
	struct peer peer;
	u32 step;
	u32 end;
	u32 *count;		/* of each extent in this epoch; btier: decayed */
	double *heat;		/* of each extent before this epoch */
	u8 *on;			/* of each extent: on level 0 */
	u8 *listed;		/* of each extent: stands in order */
	u32 *order;		/* extents that have heat or a count, in the order they came */
	u32 orders;
	u32 *fresh;		/* those first touched in this epoch */
	u32 freshes;
	u32 residents;
	struct ranked *ranked;
};

static struct epoch *epoch_of(struct peer *peer)
{
	return (struct epoch *)peer;
}

static void epoch_init(struct peer *peer)
{
	struct epoch *e = epoch_of(peer);
	u32 extents = peer->cut->extents, epochs = peer->kind == &peer_topk4 ? 4 : 50;

	e->step = peer->cut->count / epochs ? peer->cut->count / epochs : 1;
	e->end = e->step;
	e->count = must_alloc(extents, sizeof(u32));
	e->heat = must_alloc(extents, sizeof(double));
	e->on = must_alloc(extents, 1);
	e->listed = must_alloc(extents, 1);
	e->order = must_alloc(extents, sizeof(u32));
	e->fresh = must_alloc(extents, sizeof(u32));
	e->ranked = must_alloc(extents, sizeof(*e->ranked));
}

static void epoch_exit(struct peer *peer)
{
	struct epoch *e = epoch_of(peer);

	free(e->count);
	free(e->heat);
	free(e->on);
	free(e->listed);
	free(e->order);
	free(e->fresh);
	free(e->ranked);
}

static bool epoch_resident(struct peer *peer, u32 extent)
{
	return epoch_of(peer)->on[extent];
}

static int hotter(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->heat != b->heat)
		return a->heat > b->heat ? -1 : 1;
	if (a->resident != b->resident)
		return a->resident ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void topk_sum(struct epoch *e)
{
	u32 k, kept = 0, extent;

	for (k = 0; k < e->orders; k++) {
		extent = e->order[k];
		if (e->heat[extent] > 0.05) {
			e->heat[extent] *= 0.5;
			e->order[kept++] = extent;
		} else {
			e->heat[extent] = 0;
			e->listed[extent] = 0;
		}
	}
	e->orders = kept;
	for (k = 0; k < e->freshes; k++) {
		extent = e->fresh[k];
		e->heat[extent] += e->count[extent];
		e->count[extent] = 0;
		if (!e->listed[extent]) {
			e->listed[extent] = 1;
			e->order[e->orders++] = extent;
		}
	}
	e->freshes = 0;
}

static void topk_run(struct epoch *e)
{
	u32 k, extent, best, room;

	topk_sum(e);
	for (k = 0; k < e->orders; k++) {
		extent = e->order[k];
		e->ranked[k] = (struct ranked){ e->heat[extent], extent, k, e->on[extent] };
	}
	qsort(e->ranked, e->orders, sizeof(*e->ranked), hotter);
	best = e->orders < e->peer.slots ? e->orders : e->peer.slots;
	room = e->peer.slots - best;
	/* 2: stays or comes; what is left at 1 goes. */
	for (k = 0; k < best; k++) {
		e->peer.promoted += !e->on[e->ranked[k].extent];
		e->on[e->ranked[k].extent] = 2;
	}
	for (extent = 0; extent < e->peer.cut->extents; extent++) {
		if (e->on[extent] == 1 && room) {	/* keep what need not move */
			room--;
			e->on[extent] = 2;
		}
		if (e->on[extent] == 1) {
			e->on[extent] = 0;
			peer_out(&e->peer, extent);
		}
		e->on[extent] = !!e->on[extent];
	}
}

static bool topk_access(struct peer *peer, u32 i)
{
	struct epoch *e = epoch_of(peer);
	u32 extent = peer->cut->accesses[i].extent;

	if (i >= e->end) {
		e->end += e->step;
		topk_run(e);
	}
	if (!e->count[extent]++)
		e->fresh[e->freshes++] = extent;
	return e->on[extent];
}

static void btier_run(struct epoch *e)
{
	u32 k, extent, kept = 0, rest = e->peer.cut->extents - e->peer.slots;
	double all = 0, above = 0, mean, mean_below;

	for (k = 0; k < e->orders; k++) {
		all += e->count[e->order[k]];
		if (e->on[e->order[k]])
			above += e->count[e->order[k]];
	}
	if (e->peer.slots >= e->peer.cut->extents || !rest)
		rest = 1;
	mean = above / e->peer.slots;
	mean_below = (all - above) / rest;
	for (extent = 0; extent < e->peer.cut->extents; extent++) {
		if (e->on[extent] && e->count[extent] < mean * 0.5) {
			e->on[extent] = 0;
			e->count[extent] = 0;
			e->residents--;
			peer_out(&e->peer, extent);
		}
	}
	for (k = 0; k < e->orders && e->residents < e->peer.slots; k++) {
		extent = e->order[k];
		if (!e->on[extent] && e->count[extent] > mean_below * 1.5 && e->count[extent] > mean * 0.5) {
			e->on[extent] = 1;
			e->count[extent] = 0;
			e->residents++;
			e->peer.promoted++;
		}
	}
	for (k = 0; k < e->orders; k++) {
		extent = e->order[k];
		e->count[extent] >>= 1;
		if (e->count[extent])
			e->order[kept++] = extent;
		else
			e->listed[extent] = 0;
	}
	e->orders = kept;
}

static bool btier_access(struct peer *peer, u32 i)
{
	struct epoch *e = epoch_of(peer);
	u32 extent = peer->cut->accesses[i].extent;

	if (i >= e->end) {
		e->end += e->step;
		btier_run(e);
	}
	e->count[extent]++;
	if (!e->listed[extent]) {
		e->listed[extent] = 1;
		e->order[e->orders++] = extent;
	}
	return e->on[extent];
}

#define EPOCH(_name, _access)				\
	{						\
		.name = _name,				\
		.size = sizeof(struct epoch),		\
		.init = epoch_init,			\
		.access = _access,			\
		.resident = epoch_resident,		\
		.exit = epoch_exit,			\
	}

const struct peer_kind peer_topk50 = EPOCH("topk50", topk_access);
const struct peer_kind peer_topk4 = EPOCH("topk4", topk_access);
const struct peer_kind peer_btier = EPOCH("btier", btier_access);
