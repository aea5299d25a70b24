/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What rises to the faster of two neighbouring levels and what sinks from it.
 *
 * A policy looks after one pair of levels: a volume of four has three of them. Its unit is what moves: an
 * extent, where a move changes the map and costs its full price both ways; or, with copies, a part of
 * an extent (64 KiB), where the slow place is kept as a shadow, a copy is filled out of the data that a
 * miss has read, need not be filled as a whole, and is dropped for nothing unless it was written.
 *
 * The rule: slow-device time that a unit in its place will save, less that of what has to go for it, must
 * exceed the price of the moves. worth.[ch] learns the first from the lives of units of the same
 * kind. See Documentation/design/placement.rst.
 *
 * Feeding. A hit takes no lock: the I/O path leaves a record in a buffer of its CPU, a worker hands them
 * to tier_policy_see() later, in order for each CPU, in batches under the lock of the policy; that a
 * record is some milliseconds late changes nothing that matters. A miss is handed in at once, after what
 * lies in the buffer of its CPU, as the decision to keep what it reads must come before it completes; it
 * costs the time of a disk access anyway. tier_policy_see() is bounded: it looks at TIER_POLICY_SAMPLE
 * units for each of at most 1 + TIER_WORTH_REACH candidates, and solves one kind of worth.c.
 *
 * Decisions come back as struct tier_move, in the order in which they are to be done. The policy takes
 * them as done; tier_policy_forget() tells it otherwise. No allocation, no locks, no sleeping; all
 * memory is the caller's, the caller serialises.
 */
#ifndef DM_TIER_CORE_POLICY_H
#define DM_TIER_CORE_POLICY_H

#include "heat.h"
#include "stream.h"
#include "units.h"
#include "worth.h"

#define TIER_POLICY_SAMPLE	16	/* units that are looked at for one to go */
#define TIER_POLICY_RUN		15	/* units to each side that are written back along */
#define TIER_POLICY_MOVES	(3 * (1 + TIER_WORTH_REACH))

/**
 * struct tier_policy_config - what the caller wants
 * @slots:        units that the fast level holds; at most TIER_UNIT_NO_SLOT - 1
 * @remembered:   units to remember, those on the fast level included: 8 x @slots are plenty
 * @shift:        log2 of the unit's size in sectors of 512 bytes, at least 7
 * @copies:       units are copies that have a shadow below, or else homes
 * @cap_percent:  bytes moved for each 100 bytes of the user; 0: no cap
 * @wear_ns:      nanoseconds of slow-device time that a KiB moved must save beyond its price
 * @stay:         records that a unit stays at least
 * @seed:         of the sampling, any
 * @prices:       of the slower level
 */
struct tier_policy_config {
	u32 slots;
	u32 remembered;
	u32 shift;
	bool copies;
	u32 cap_percent;
	u32 wear_ns;
	u32 stay;
	u64 seed;
	struct tier_prices prices;
};

#define TIER_POLICY_CAP		100	/* default of @cap_percent */
#define TIER_POLICY_WEAR	5000	/* default of @wear_ns */

/**
 * enum tier_move_act - what is to be done
 * @TIER_MOVE_CLEAN: write @bytes dirty bytes of @count units from @unit on back to the slow level, in one
 *                   pass of @span bytes; their copies stay
 * @TIER_MOVE_DROP:  forget the copy of @unit; its place is free
 * @TIER_MOVE_FILL:  copy the @blocks of @unit to its place on the fast level, which is taken if it has
 *                   none; out of what the miss reads and on from there
 * @TIER_MOVE_DOWN:  move the home of @unit to the slow level
 * @TIER_MOVE_UP:    move the home of @unit to the fast level
 */
enum tier_move_act {
	TIER_MOVE_CLEAN,
	TIER_MOVE_DROP,
	TIER_MOVE_FILL,
	TIER_MOVE_DOWN,
	TIER_MOVE_UP,
};

/**
 * struct tier_move - one decision
 * @unit:   number on the volume: sector >> shift
 * @act:    what is to be done
 * @count:  of units, 1 but for TIER_MOVE_CLEAN
 * @bytes:  that are moved
 * @span:   bytes that pass the head of the slow device
 * @blocks: 16ths of the unit, TIER_MOVE_FILL
 */
struct tier_move {
	u64 unit;
	enum tier_move_act act;
	u32 count;
	u32 bytes;
	u32 span;
	u16 blocks;
};

/**
 * struct tier_slot - one place on the fast level
 * @at:    index of its unit in the table; of a free slot: the next free one
 * @born:  record that filled it
 * @valid: 16ths that are there
 * @dirty: 16ths that differ from the slow place
 * @ahead: kind of its life before its first access, counted from 1 of those ahead; 0: was accessed
 * @flags: TIER_SLOT_*
 */
struct tier_slot {
	u32 at;
	u32 born;
	u16 valid;
	u16 dirty;
	u8 ahead;
	u8 flags;
};

#define TIER_SLOT_USED		1
#define TIER_SLOT_PINNED	2

/**
 * struct tier_trial - does moving still pay? Epochs of rest are tried, and kept to while they cost nothing
 * @us:     slow-device time of the running epoch
 * @mean:   of a record in epochs of work and of rest, 256ths of a microsecond; 0: not known
 * @left:   records until its end
 * @epochs: until the other is tried
 * @wait:   epochs of work until the next try
 * @rest:   resting
 */
struct tier_trial {
	u64 us;
	u64 mean[2];
	u32 left;
	u32 epochs;
	u32 wait;
	bool rest;
};

/**
 * struct tier_policy - one at work
 * @config:     as given
 * @worth:      what was learned
 * @units:      what is remembered
 * @streams:    for the price of an access
 * @slots:      places
 * @free:       first free slot
 * @free_count: how many are free
 * @now:        record
 * @random:     state of the generator
 * @user:       bytes of the user so far
 * @moved:      bytes moved so far
 * @byte_price: microseconds that a byte moved must save, << TIER_WORTH_RENT_SHIFT
 * @clean_us:   what it costs to write one unit back, as measured
 * @suspended:  nothing new is taken
 * @trial:      whether moving still pays, see try_rest() in policy.c
 */
struct tier_policy {
	struct tier_policy_config config;
	struct tier_worth worth;
	struct tier_units units;
	struct tier_streams streams;
	struct tier_slot *slots;
	u32 free;
	u32 free_count;
	u32 now;
	u64 random;
	u64 user;
	u64 moved;
	u64 byte_price;
	u32 clean_us;
	bool suspended;
	struct tier_trial trial;
};

/**
 * tier_policy_bytes() - memory that a policy needs
 * @config: as for tier_policy_init()
 *
 * Return: bytes, struct tier_policy included; 0 if the config is not possible.
 */
size_t tier_policy_bytes(const struct tier_policy_config *config);

/**
 * tier_policy_init() - set up in memory of the caller
 * @config: wishes
 * @memory: tier_policy_bytes(), aligned to 8; the caller frees it when it is done
 *
 * Return: the policy, at the start of @memory.
 */
struct tier_policy *tier_policy_init(const struct tier_policy_config *config, void *memory);

/**
 * tier_policy_see() - an access happened
 * @policy: that is asked
 * @record: the access; it does not cross the border of a unit
 * @moves:  room for TIER_POLICY_MOVES
 *
 * Return: how many moves are to be made.
 */
u32 tier_policy_see(struct tier_policy *policy, const struct tier_record *record, struct tier_move *moves);

/**
 * tier_policy_missing() - what the slow level has to serve of an access
 * @policy: that is asked
 * @record: the access, before tier_policy_see() gets it
 *
 * A write that covers 16ths as a whole needs no data in its place.
 *
 * Return: 16ths of the unit; 0: a hit.
 */
u16 tier_policy_missing(const struct tier_policy *policy, const struct tier_record *record);

/**
 * tier_policy_place() - a unit is on the fast level already: warm start, or moved by hand
 * @policy: to be told
 * @unit:   number
 * @heat:   units of TIER_HEAT_US that are known of it
 * @valid:  16ths that are there
 * @dirty:  16ths that differ from the slow place
 * @pinned: it must stay
 *
 * Return: 0; -ENOSPC if there is no free slot or no memory of it.
 */
int tier_policy_place(struct tier_policy *policy, u64 unit, u16 heat, u16 valid, u16 dirty, bool pinned);

/**
 * tier_policy_forget() - a unit is not on the fast level (any more)
 * @policy: to be told
 * @unit:   number
 *
 * After a move that failed, a discard, or a move by hand. Nothing happens if it was not known there.
 */
void tier_policy_forget(struct tier_policy *policy, u64 unit);

/**
 * tier_policy_pin() - hold a unit on the fast level, or let it go
 * @policy: to be told
 * @unit:   number
 * @pinned: hold
 *
 * Return: 0; -ENOENT if it is not there.
 */
int tier_policy_pin(struct tier_policy *policy, u64 unit, bool pinned);

/**
 * tier_policy_suspend() - take nothing new, while the fast level is the slower one or moves are off
 * @policy:  to be told
 * @suspend: or go on
 *
 * It goes on learning.
 */
void tier_policy_suspend(struct tier_policy *policy, bool suspend);

/**
 * tier_policy_prices() - other prices were measured
 * @policy: to be told
 * @prices: of the slower level
 */
void tier_policy_prices(struct tier_policy *policy, const struct tier_prices *prices);

#endif /* DM_TIER_CORE_POLICY_H */
