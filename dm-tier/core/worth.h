/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a place on the fast level is worth to a unit, learned from how units of its kind fared.
 *
 * A life begins with an access of a unit and ends with its next one. Lives are sorted in kinds by what is
 * known when they begin. For each kind this counts how many began, and at which ages they ended and how
 * much slow-device time the ending access cost. From that follows what the rest of a life of a given age
 * is worth, if each record that it holds its place costs a rent, and the place is given up as soon as
 * holding it does not pay:
 *
 *	worth(age) = max(0, ended(age) x saved(age) - rent x time + (1 - ended(age)) x worth(age + 1))
 *
 * This is the Lagrangian of "least slow-device time with that many places", solved for each kind by
 * itself; the rent is moved (policy.c) until the places are just taken.
 *
 * Time is counted in records. Pure; the caller serialises.
 */
#ifndef DM_TIER_CORE_WORTH_H
#define DM_TIER_CORE_WORTH_H

#include "env.h"

#define TIER_WORTH_AGES		44	/* two for each power of two */
#define TIER_WORTH_FEATURES	32	/* how an access looks: tier_feature() in policy.c */
#define TIER_WORTH_REACH	4	/* units ahead of an access of which lives are kept */
#define TIER_WORTH_OWN		160	/* kinds of lives of accessed units */
#define TIER_WORTH_KINDS	(TIER_WORTH_OWN + TIER_WORTH_REACH * TIER_WORTH_FEATURES)

#define TIER_WORTH_RENT_SHIFT	20	/* rent: microseconds for a record << this */

/**
 * struct tier_worth_cell - lives of one kind at one age
 * @saved: microseconds that the accesses cost which ended them
 * @ended: how many ended so, 256 for one
 * @worth: microseconds that the rest of a life is worth, as of the last tier_worth_solve()
 */
struct tier_worth_cell {
	u64 saved;
	u32 ended;
	u32 worth;
};

/**
 * struct tier_worth - all that was learned
 * @cells:  by kind and age
 * @begun:  lives of each kind, 256 for one
 * @parts:  of the accesses that followed one that looked so, microseconds: same blocks, further on, before
 * @rent:   of a place, see TIER_WORTH_RENT_SHIFT
 * @period: records after which all is halved
 * @since:  records since
 * @next:   kind to be solved next
 * @shift:  ages are counted in 2 ^ shift records
 */
struct tier_worth {
	struct tier_worth_cell cells[TIER_WORTH_KINDS][TIER_WORTH_AGES];
	u32 begun[TIER_WORTH_KINDS];
	u64 parts[TIER_WORTH_FEATURES][3];
	u64 rent;
	u32 period;
	u32 since;
	u32 next;
	u32 shift;
};

/**
 * tier_worth_init() - nothing is known
 * @worth:  to set up
 * @places: on the fast level
 *
 * A weak belief that half of the lives end soon makes it take what comes while there is room.
 */
void tier_worth_init(struct tier_worth *worth, u32 places);

/* A life of @kind begins; @back takes one out again that was superseded. */
void tier_worth_begin(struct tier_worth *worth, u32 kind);
void tier_worth_back(struct tier_worth *worth, u32 kind);

/**
 * tier_worth_end() - a life ends
 * @worth: tables
 * @kind:  of the life
 * @age:   records since it began
 * @us:    slow-device time of the access, and what else having it in place was good for
 */
void tier_worth_end(struct tier_worth *worth, u32 kind, u32 age, u64 us);

/* Microseconds that the rest of a life of @kind is worth at @age. */
u32 tier_worth_of(const struct tier_worth *worth, u32 kind, u32 age);

/**
 * tier_worth_tick() - a record passed
 * @worth: tables
 *
 * Solves one kind anew, and halves all now and then. Bounded: TIER_WORTH_AGES steps with two divisions
 * each; a halving goes over all cells once in at least 4096 records.
 */
void tier_worth_tick(struct tier_worth *worth);

/* Solves one kind. */
void tier_worth_solve(struct tier_worth *worth, u32 kind);

#endif /* DM_TIER_CORE_WORTH_H */
