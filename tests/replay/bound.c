// SPDX-License-Identifier: GPL-2.0
/*
 * Lower bound of misses and moves for any schedule with that many slots, clairvoyant and free to fetch
 * early: the capacity is relaxed to one price per slot and access; then each extent by itself is an exact
 * dynamic programme over off, on and clean, on and dirty. After bound() of tiersim.py.
 */
#include <stdlib.h>

#include "peer.h"

#define FAR	1e18

struct bound {
	const struct cut *cut;
	u32 *first;	/* of each extent, into order */
	u32 *order;	/* accesses, by extent */
	double piggy;
	double clean;
	u32 slots;
};

static double least(double a, double b)
{
	return a < b ? a : b;
}

static double extent_cost(const struct bound *bound, u32 extent, double price)
{
	double move = bound->cut->move, off = 0, on = move, dirty = FAR;
	u32 k, last = bound->order[bound->first[extent]];

	for (k = bound->first[extent]; k < bound->first[extent + 1]; k++) {
		u32 i = bound->order[k];
		double held = price * (i - last), served, stays;

		last = i;
		on += held;
		dirty += held;
		served = least(on, off + move);
		stays = least(least(off, on + bound->clean), dirty + move);
		off = stays + bound->cut->accesses[i].ms;
		if (bound->cut->accesses[i].write) {
			on = off + bound->piggy;
			dirty = least(served, dirty);
		} else {
			on = least(served, off + bound->piggy);
		}
		off = least(least(off, on + bound->clean), dirty + move);
	}
	return least(least(off, on), dirty);
}

static double dual(const struct bound *bound, double price)
{
	double total = 0;
	u32 extent;

	for (extent = 0; extent < bound->cut->extents; extent++)
		total += extent_cost(bound, extent, price);
	return total - price * bound->slots * bound->cut->count;
}

double bound_find(const struct cut *cut, u32 slots, bool shadow)
{
	struct bound bound = { .cut = cut, .slots = slots };
	double low = 0, high = 0, best;
	u32 *fill, i;

	bound.piggy = shadow ? cut->piggy : cut->move;
	bound.clean = shadow ? 0 : cut->move;
	bound.first = must_alloc(cut->extents + 1, sizeof(u32));
	bound.order = must_alloc(cut->count, sizeof(u32));
	fill = must_alloc(cut->extents + 1, sizeof(u32));
	for (i = 0; i < cut->count; i++) {
		bound.first[cut->accesses[i].extent + 1]++;
		if (cut->accesses[i].ms > high)
			high = cut->accesses[i].ms;
	}
	for (i = 0; i < cut->extents; i++)
		bound.first[i + 1] += bound.first[i];
	for (i = 0; i < cut->count; i++) {
		u32 extent = cut->accesses[i].extent;

		bound.order[bound.first[extent] + fill[extent]++] = i;
	}
	high /= 4;
	best = dual(&bound, 0);
	for (i = 0; i < 18; i++) {	/* concave in the price: golden section */
		double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618;
		double at_a = dual(&bound, a), at_b = dual(&bound, b);

		if (at_a > best)
			best = at_a;
		if (at_b > best)
			best = at_b;
		if (at_a < at_b)
			low = a;
		else
			high = b;
	}
	free(bound.first);
	free(bound.order);
	free(fill);
	return best > 0 ? best / cut->trace->count : 0;
}
