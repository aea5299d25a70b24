/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trim: DISCARD and WRITE ZEROES. Extents that are covered whole lose their
 * home; what is covered of others is zeroed in place. Both read as zeros.
 */
#ifndef DM_TIER_TRIM_H
#define DM_TIER_TRIM_H

#include "engine/tier.h"

/**
 * tier_trim_bio() - take a DISCARD or WRITE ZEROES up
 * @tier: the volume
 * @bio:  will be ended
 *
 * Context: any.
 */
void tier_trim_bio(struct tier *tier, struct bio *bio);

/**
 * tier_trim_work() - the worker of the above
 * @work: in struct tier
 *
 * Context: process; one at a time for each volume; waits for I/O.
 */
void tier_trim_work(struct work_struct *work);

#endif /* DM_TIER_TRIM_H */
