/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Claims: which volumes are live. device-mapper lets two of its devices open
 * the same member, so it is up to us that a volume is live only once: two
 * maps in memory over the same members would write over each other's data.
 */
#ifndef DM_TIER_CLAIMS_H
#define DM_TIER_CLAIMS_H

#include <linux/types.h>

/**
 * tier_claim() - a volume goes live
 * @uuid:  of the volume
 * @owner: the caller
 *
 * Context: may sleep.
 * Return: 0; -EBUSY if another owner has it; -ENOMEM.
 */
int tier_claim(const u8 *uuid, const void *owner);

/**
 * tier_unclaim() - a volume is not live any more
 * @owner: who claimed it; nothing happens if he did not
 */
void tier_unclaim(const void *owner);

#endif /* DM_TIER_CLAIMS_H */
