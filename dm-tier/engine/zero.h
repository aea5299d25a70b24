/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Zeros on a member, by kcopyd: offloaded where the member can, written where
 * it cannot.
 */
#ifndef DM_TIER_ZERO_H
#define DM_TIER_ZERO_H

#include "engine/tier.h"

/**
 * typedef tier_zero_fn - zeros are on the member, in its cache at least
 * @context: of tier_zero()
 * @error:   0 or -errno
 *
 * Context: a kernel thread; must not wait for other zeros.
 */
typedef void (*tier_zero_fn)(void *context, int error);

/**
 * tier_zero_init() - make memory ready
 * @tier: the volume
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int tier_zero_init(struct tier *tier);

/**
 * tier_zero_exit() - the memory is not needed any more
 * @tier: the volume; also one that tier_zero_init() failed on
 */
void tier_zero_exit(struct tier *tier);

/**
 * tier_zero() - write zeros
 * @tier:    the volume
 * @member:  of it
 * @sector:  on the member
 * @sectors: not 0; like @sector, in whole logical sectors of the member
 * @done:    called once
 * @context: for @done
 *
 * The member is marked as written before @done is called.
 *
 * Context: may sleep for memory that other zeros hold.
 */
void tier_zero(struct tier *tier, struct tier_member *member, sector_t sector,
	       sector_t sectors, tier_zero_fn done, void *context);

/**
 * tier_zero_wait() - write zeros and wait for them
 * @tier:    the volume
 * @member:  of it
 * @sector:  on the member
 * @sectors: not 0
 *
 * Context: may sleep. Return: 0 or -errno.
 */
int tier_zero_wait(struct tier *tier, struct tier_member *member, sector_t sector,
		   sector_t sectors);

#endif /* DM_TIER_ZERO_H */
