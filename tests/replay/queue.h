/* SPDX-License-Identifier: GPL-2.0 */
/* Ordered sets of small numbers, of which each is in at most one of those that share links. */
#ifndef DM_TIER_REPLAY_QUEUE_H
#define DM_TIER_REPLAY_QUEUE_H

#include "cut.h"

#define QUEUE_NONE	(~0U)

struct queue {
	u32 head;
	u32 tail;
	u32 count;
};

/**
 * struct links - of all queues that share numbers
 * @prev: of each number
 * @next: of each number
 * @in:   which queue it is in, counted from 1; 0: in none
 * @q:    the queues
 */
struct links {
	u32 *prev;
	u32 *next;
	u8 *in;
	struct queue *q;
};

void links_init(struct links *links, u32 numbers, u32 queues);
void links_exit(struct links *links);
void queue_push(struct links *links, u32 queue, u32 number);
void queue_push_head(struct links *links, u32 queue, u32 number);
void queue_remove(struct links *links, u32 number);
/* The oldest or newest, taken out; QUEUE_NONE if there is none. */
u32 queue_pop(struct links *links, u32 queue);
u32 queue_pop_tail(struct links *links, u32 queue);

static inline bool queue_has(const struct links *links, u32 queue, u32 number)
{
	return links->in[number] == queue + 1;
}

#endif /* DM_TIER_REPLAY_QUEUE_H */
