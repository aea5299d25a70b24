/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How hot an extent is: the time of the slow device that its accesses cost, or would cost if it lived
 * there; decayed, reads and writes apart, in 8 bytes. This is what the heat map shows and what is saved
 * with the metadata, so that a reboot starts warm. What moves is decided in policy.[ch].
 *
 * The path of an I/O takes no lock: it writes a struct tier_record to a buffer of its CPU. A worker
 * takes the buffers and folds the records in, in batches; within one extent their order matters little,
 * as an epoch is minutes. Pure; who folds, serialises.
 */
#ifndef DM_TIER_CORE_HEAT_H
#define DM_TIER_CORE_HEAT_H

#include "env.h"

/* Unit of heat: microseconds of slow-device time. Heat ends at 65535 units, 8.2 s. */
#define TIER_HEAT_US	125

/* Heat halves every as many epochs: with an epoch of a minute, an hour-old hot spot is a 16th. */
#define TIER_HEAT_HALF	15

/**
 * struct tier_heat - of one extent
 * @read:  units of TIER_HEAT_US, as of @epoch
 * @write: the same for writes
 * @epoch: of the last access, modulo 65536; extents that are older are caught by tier_heat_age()
 * @parts: bit for each 16th of the extent that was touched lately
 */
struct tier_heat {
	u16 read;
	u16 write;
	u16 epoch;
	u16 parts;
};

/**
 * struct tier_record - one access, as the I/O path leaves it
 * @sector:  where on the volume, 512 bytes; an access does not cross the border of an extent
 * @sectors: how many
 * @flags:   TIER_RECORD_*
 */
struct tier_record {
	u64 sector;
	u32 sectors;
	u32 flags;
};

#define TIER_RECORD_WRITE	1	/* or a read */
#define TIER_RECORD_PINNED	2	/* counts, but nothing of it may move */
#define TIER_RECORD_AHEAD	4	/* read ahead: nobody waits for it */

/**
 * tier_heat_add() - an access happened
 * @heat:  of its extent
 * @epoch: now
 * @us:    slow-device time that it costs or saves, tier_price_access()
 * @write: or a read
 * @parts: bits of the 16ths that it touches
 *
 * Context: any that is serialised; does not sleep.
 */
void tier_heat_add(struct tier_heat *heat, u16 epoch, u32 us, bool write, u16 parts);

/**
 * tier_heat_age() - bring heat to an epoch
 * @heat:  of an extent
 * @epoch: now
 *
 * To be called for each extent at least once in 32768 epochs, or its age turns over.
 */
void tier_heat_age(struct tier_heat *heat, u16 epoch);

/**
 * tier_heat_at() - what is left of it
 * @units: read or write heat
 * @age:   epochs since
 *
 * Return: the units that are left.
 */
u16 tier_heat_at(u16 units, u16 age);

/**
 * tier_heat_pack() - heat for the disk
 * @heat: of an extent
 *
 * Return: to be stored as little endian; 0 if there is no heat.
 */
u64 tier_heat_pack(const struct tier_heat *heat);

/**
 * tier_heat_unpack() - heat from the disk
 * @heat:   to set
 * @packed: from tier_heat_pack()
 * @saved:  epoch in which it was saved
 * @epoch:  now; the time in between does not count
 *
 * Any value is good: heat is advice.
 */
void tier_heat_unpack(struct tier_heat *heat, u64 packed, u16 saved, u16 epoch);

#endif /* DM_TIER_CORE_HEAT_H */
