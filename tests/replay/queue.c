// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "queue.h"

void links_init(struct links *links, u32 numbers, u32 queues)
{
	u32 i;

	links->prev = must_alloc(numbers, sizeof(u32));
	links->next = must_alloc(numbers, sizeof(u32));
	links->in = must_alloc(numbers, 1);
	links->q = must_alloc(queues, sizeof(*links->q));
	for (i = 0; i < queues; i++)
		links->q[i] = (struct queue){ QUEUE_NONE, QUEUE_NONE, 0 };
}

void links_exit(struct links *links)
{
	free(links->prev);
	free(links->next);
	free(links->in);
	free(links->q);
}

void queue_push(struct links *links, u32 queue, u32 number)
{
	struct queue *q = &links->q[queue];

	links->in[number] = queue + 1;
	links->prev[number] = q->tail;
	links->next[number] = QUEUE_NONE;
	if (q->tail == QUEUE_NONE)
		q->head = number;
	else
		links->next[q->tail] = number;
	q->tail = number;
	q->count++;
}

void queue_push_head(struct links *links, u32 queue, u32 number)
{
	struct queue *q = &links->q[queue];

	links->in[number] = queue + 1;
	links->prev[number] = QUEUE_NONE;
	links->next[number] = q->head;
	if (q->head == QUEUE_NONE)
		q->tail = number;
	else
		links->prev[q->head] = number;
	q->head = number;
	q->count++;
}

void queue_remove(struct links *links, u32 number)
{
	struct queue *q = &links->q[links->in[number] - 1];
	u32 prev = links->prev[number], next = links->next[number];

	if (prev == QUEUE_NONE)
		q->head = next;
	else
		links->next[prev] = next;
	if (next == QUEUE_NONE)
		q->tail = prev;
	else
		links->prev[next] = prev;
	links->in[number] = 0;
	q->count--;
}

u32 queue_pop(struct links *links, u32 queue)
{
	u32 number = links->q[queue].head;

	if (number != QUEUE_NONE)
		queue_remove(links, number);
	return number;
}

u32 queue_pop_tail(struct links *links, u32 queue)
{
	u32 number = links->q[queue].tail;

	if (number != QUEUE_NONE)
		queue_remove(links, number);
	return number;
}
