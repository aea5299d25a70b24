// SPDX-License-Identifier: GPL-2.0
/* W-TinyLFU, TinyLFU without its window, LFU with decay. */
#include <stdlib.h>

#include "peer.h"
#include "queue.h"

enum { WINDOW, PROBATION, PROTECTED, QUEUES };

struct heap_entry {
	u32 count;
	u32 last;
	u32 extent;
};

struct frequency {
	struct peer peer;
	struct links links;
	u32 *count;	/* of each extent */
	u32 *last;	/* LFU: last access of what is resident */
	struct heap_entry *heap;
	u32 entries;
	u32 since;
	u32 period;
	u32 window;
	u32 protect;
};

static struct frequency *frequency_of(struct peer *peer)
{
	return (struct frequency *)peer;
}

static void frequency_init(struct peer *peer)
{
	struct frequency *f = frequency_of(peer);
	u32 slots = peer->slots;

	links_init(&f->links, peer->cut->extents, QUEUES);
	f->count = must_alloc(peer->cut->extents, sizeof(u32));
	f->last = must_alloc(peer->cut->extents, sizeof(u32));
	f->heap = must_alloc(slots + 1, sizeof(*f->heap));
	f->period = slots * 10 > 1000 ? slots * 10 : 1000;
	if (peer->kind == &peer_wtlfu && slots > 1)
		f->window = slots / 100 ? slots / 100 : 1;
	f->protect = (u32)((slots - f->window) * 0.8);
}

static void frequency_exit(struct peer *peer)
{
	struct frequency *f = frequency_of(peer);

	links_exit(&f->links);
	free(f->count);
	free(f->last);
	free(f->heap);
}

static bool frequency_resident(struct peer *peer, u32 extent)
{
	return frequency_of(peer)->links.in[extent];
}

/* Halves all counts now and then; true if it did. */
static bool halve(struct frequency *f)
{
	u32 k;

	if (++f->since < f->period)
		return false;
	f->since = 0;
	for (k = 0; k < f->peer.cut->extents; k++)
		f->count[k] >>= 1;
	return true;
}

static void tlfu_admit(struct frequency *f, u32 extent, bool resident)
{
	struct links *links = &f->links;
	u32 victim;

	if (links->q[PROBATION].count + links->q[PROTECTED].count < f->peer.slots - f->window) {
		queue_push(links, PROBATION, extent);
		f->peer.promoted += !resident;
		return;
	}
	if (!links->q[PROBATION].count)
		queue_push(links, PROBATION, queue_pop(links, PROTECTED));
	victim = links->q[PROBATION].head;
	if (f->count[extent] > f->count[victim]) {
		queue_remove(links, victim);
		queue_push(links, PROBATION, extent);
		peer_out(&f->peer, victim);
		f->peer.promoted += !resident;
	} else if (resident) {
		peer_out(&f->peer, extent);
	}
}

static bool tlfu_access(struct peer *peer, u32 i)
{
	struct frequency *f = frequency_of(peer);
	struct links *links = &f->links;
	u32 extent = peer->cut->accesses[i].extent;

	if (f->count[extent] < 15)
		f->count[extent]++;
	halve(f);
	if (queue_has(links, PROTECTED, extent) || queue_has(links, WINDOW, extent)) {
		u32 queue = links->in[extent] - 1;

		queue_remove(links, extent);
		queue_push(links, queue, extent);
		return true;
	}
	if (queue_has(links, PROBATION, extent)) {
		queue_remove(links, extent);
		queue_push(links, PROTECTED, extent);
		if (links->q[PROTECTED].count > f->protect)
			queue_push(links, PROBATION, queue_pop(links, PROTECTED));
		return true;
	}
	if (!f->window) {
		tlfu_admit(f, extent, false);
		return false;
	}
	queue_push(links, WINDOW, extent);
	peer->promoted++;
	if (links->q[WINDOW].count > f->window)
		tlfu_admit(f, queue_pop(links, WINDOW), true);
	return false;
}

static bool less(const struct heap_entry *a, const struct heap_entry *b)
{
	if (a->count != b->count)
		return a->count < b->count;
	if (a->last != b->last)
		return a->last < b->last;
	return a->extent < b->extent;
}

static void sift_down(struct frequency *f, u32 at)
{
	struct heap_entry moved = f->heap[at];
	u32 child;

	for (;;) {
		child = at * 2 + 1;
		if (child >= f->entries)
			break;
		if (child + 1 < f->entries && less(&f->heap[child + 1], &f->heap[child]))
			child++;
		if (!less(&f->heap[child], &moved))
			break;
		f->heap[at] = f->heap[child];
		at = child;
	}
	f->heap[at] = moved;
}

static void heap_push(struct frequency *f, struct heap_entry entry)
{
	u32 at = f->entries++, up;

	while (at) {
		up = (at - 1) / 2;
		if (!less(&entry, &f->heap[up]))
			break;
		f->heap[at] = f->heap[up];
		at = up;
	}
	f->heap[at] = entry;
}

static struct heap_entry entry_now(struct frequency *f, u32 extent)
{
	return (struct heap_entry){ f->count[extent], f->last[extent], extent };
}

static bool lfudecay_access(struct peer *peer, u32 i)
{
	struct frequency *f = frequency_of(peer);
	struct links *links = &f->links;
	u32 extent = peer->cut->accesses[i].extent, k;
	u32 count = ++f->count[extent];
	struct heap_entry now;

	if (halve(f)) {
		for (k = 0; k < f->entries; k++)
			f->heap[k] = entry_now(f, f->heap[k].extent);
		for (k = f->entries / 2; k--;)
			sift_down(f, k);
	}
	if (links->in[extent]) {
		f->last[extent] = i;
		return true;
	}
	if (f->entries >= peer->slots) {
		for (;;) {
			now = entry_now(f, f->heap[0].extent);
			if (!less(&f->heap[0], &now))
				break;
			f->heap[0] = now;
			sift_down(f, 0);
		}
		queue_remove(links, f->heap[0].extent);
		peer_out(peer, f->heap[0].extent);
		f->heap[0] = f->heap[--f->entries];
		sift_down(f, 0);
	}
	f->last[extent] = i;
	queue_push(links, WINDOW, extent);
	heap_push(f, (struct heap_entry){ count, i, extent });
	peer->promoted++;
	return false;
}

#define FREQUENCY(_name, _access)			\
	{						\
		.name = _name,				\
		.size = sizeof(struct frequency),	\
		.at_access = true,			\
		.init = frequency_init,			\
		.access = _access,			\
		.resident = frequency_resident,		\
		.exit = frequency_exit,			\
	}

const struct peer_kind peer_wtlfu = FREQUENCY("wtlfu", tlfu_access);
const struct peer_kind peer_tlfu = FREQUENCY("tlfu", tlfu_access);
const struct peer_kind peer_lfudecay = FREQUENCY("lfudecay", lfudecay_access);
