// SPDX-License-Identifier: GPL-2.0
#include "policy.h"

#define BLOCKS		16
#define ALL_BLOCKS	0xffff
#define HEAT_LIVES	16		/* heat halves in as many times slots records */
#define HEAT_CLASS_US	8000
#define SEEN_LATELY	65536
#ifndef NEAR
#define NEAR 1024
#endif		/* records after which what was seen says nothing of a stream */
#define FRESH		256		/* records after which an access of a unit begins a new visit */
#define STREAM_GAP	24		/* 16ths that a stream may skip from unit to unit */
#define PRICE_FLOOR	105
#define PRICE_MAX	(3 << TIER_WORTH_RENT_SHIFT)
#define RENT_FLOOR	105
#define TRIAL_MIN	4096		/* records of an epoch at least */
#define TRIAL_WAIT	16		/* epochs of work until a rest is tried, twice as many after each failure */
#define TRIAL_WAIT_MAX	256
#define TRIAL_REST	32		/* epochs of rest until work is tried */
#define PAST_SHIFT	6		/* part of its past heat by which a unit is held above its worth */
#define CLEAN_FLOOR_US	400
#define CAP_SLACK	4000000		/* bytes of the cap that are kept in hand */

/* 2 ^ (-n / 64) in 65536ths. */
static const u16 decay[64] = {
	65535, 64830, 64132, 63441, 62757, 62081, 61413, 60751, 60097, 59449, 58809, 58176, 57549, 56929, 56316, 55709,
	55109, 54515, 53928, 53347, 52773, 52204, 51642, 51085, 50535, 49991, 49452, 48920, 48393, 47871, 47356, 46846,
	46341, 45842, 45348, 44859, 44376, 43898, 43425, 42958, 42495, 42037, 41584, 41136, 40693, 40255, 39821, 39392,
	38968, 38548, 38133, 37722, 37316, 36914, 36516, 36123, 35734, 35349, 34968, 34591, 34219, 33850, 33486, 33125,
};

/**
 * struct look - an access, looked at
 * @unit:      number
 * @at:        its entry
 * @bytes:     length
 * @us:        of the slow device
 * @kind:      of the life that begins
 * @feature:   how it looks
 * @length:    class of its length
 * @depth:     how many accesses led up to it, at most 3
 * @first:     16th where it begins
 * @end:       16th where it ends
 * @need:      16ths that it touches
 * @whole:     16ths that it covers
 * @missing:   16ths that the slow level serves
 * @write:     or a read
 * @continues: a stream
 * @pinned:    nothing of it may move
 */
struct look {
	u64 unit;
	u32 at;
	u32 bytes;
	u32 us;
	u32 kind;
	u32 feature;
	u32 length;
	u32 depth;
	u32 first;
	u32 end;
	u16 need;
	u16 whole;
	u16 missing;
	bool write;
	bool continues;
	bool pinned;
};

/**
 * struct offer - what is asked for a place
 * @worth:  microseconds that it is worth to the candidate
 * @price:  microseconds of the moves, bytes and later write-back included
 * @bytes:  that are moved for it
 * @heat:   microseconds of past heat; 0: does not count
 */
struct offer {
	u64 worth;
	u64 price;
	u32 bytes;
	u64 heat;
};

struct moves {
	struct tier_move *move;
	u32 count;
};

static u32 random_below(struct tier_policy *policy, u32 below)
{
	u64 x = policy->random;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	policy->random = x;
	return ((x >> 32) * below) >> 32;
}

static u32 unit_bytes(const struct tier_policy *policy)
{
	return 1U << (policy->config.shift + 9);
}

static u32 block_bytes(const struct tier_policy *policy)
{
	return unit_bytes(policy) / BLOCKS;
}

static u64 transfer_us(const struct tier_policy *policy, u64 bytes)
{
	return tier_price_bytes(&policy->config.prices, bytes);
}

/* What moving bytes must save for being bytes: the cap's price. */
static u64 bytes_us(const struct tier_policy *policy, u64 bytes)
{
	return bytes * policy->byte_price >> TIER_WORTH_RENT_SHIFT;
}

static u64 move_us(const struct tier_policy *policy)
{
	return policy->config.prices.seek_us + transfer_us(policy, unit_bytes(policy));
}

/* What a place that is written to will cost when it is given up; half of it: not all are, in time. */
static u64 later_us(const struct tier_policy *policy, bool write)
{
	if (!policy->config.copies)
		return move_us(policy) / 2;
	return write ? policy->clean_us / 2 : 0;
}

/* Bytes that may have been moved by now. */
static u64 allowed_bytes(const struct tier_policy *policy)
{
	return div_u64(policy->user, 100) * policy->config.cap_percent;
}

static bool within_cap(const struct tier_policy *policy, u64 bytes)
{
	return !policy->config.cap_percent || policy->moved + bytes <= allowed_bytes(policy);
}

static struct tier_unit *entry_of(const struct tier_policy *policy, u32 at)
{
	return &policy->units.units[at];
}

static u32 age_of(const struct tier_policy *policy, u32 then)
{
	return tier_units_age(policy->now, then);
}

/* Past heat of a unit, microseconds. What the rounding cuts off is left to chance, so nothing is lost. */
static u64 heat_of(struct tier_policy *policy, const struct tier_unit *entry)
{
	u64 half = (u64)policy->config.slots * HEAT_LIVES;
	u64 steps, heat;

	if (entry->kind == TIER_UNIT_NO_KIND)
		return 0;
	if (half < 64)
		half = 64;
	steps = ((u64)age_of(policy, entry->last) << 14) + random_below(policy, (u32)(half << 8 < U32_MAX ? half << 8 : U32_MAX));
	steps = div64_u64(steps, half << 8);
	if (steps >> 6 > 15)
		return 0;
	heat = (u64)entry->heat * TIER_HEAT_US * decay[steps & 63] >> 16;
	return heat >> (steps >> 6);
}

size_t tier_policy_bytes(const struct tier_policy_config *config)
{
	if (!config->slots || config->slots >= TIER_UNIT_NO_SLOT || config->shift < 7 || config->shift > 20)
		return 0;
	if (config->remembered < config->slots || !config->prices.stream_kib)
		return 0;
	return sizeof(struct tier_policy) + config->slots * sizeof(struct tier_slot) +
	       tier_units_size(config->remembered) * sizeof(struct tier_unit);
}

static void free_slot(struct tier_policy *policy, u32 slot)
{
	memset(&policy->slots[slot], 0, sizeof(policy->slots[slot]));
	policy->slots[slot].at = policy->free;
	policy->free = slot;
	policy->free_count++;
}

struct tier_policy *tier_policy_init(const struct tier_policy_config *config, void *memory)
{
	struct tier_policy *policy = memory;
	struct tier_unit *units = (void *)(policy + 1);
	u32 size = tier_units_size(config->remembered), slot;

	memset(policy, 0, sizeof(*policy));
	policy->config = *config;
	policy->slots = (void *)(units + size);
	policy->random = config->seed ? config->seed : 1;
	policy->byte_price = PRICE_FLOOR;
	policy->clean_us = move_us(policy);
	policy->now = 1;
	policy->free = TIER_UNITS_NONE;
	tier_worth_init(&policy->worth, config->slots);
	tier_units_init(&policy->units, units, size);
	tier_streams_init(&policy->streams);
	for (slot = config->slots; slot--;)
		free_slot(policy, slot);
	return policy;
}

/* @feature of a read, whose lowest bit is 0; @known: the unit ahead was accessed before. */
static u32 ahead_kind(u32 distance, u32 feature, bool known)
{
	return TIER_WORTH_OWN + (distance - 1) * TIER_WORTH_FEATURES + feature + known;
}

static u32 length_class(u32 bytes)
{
	return bytes > 24576 ? 3 : bytes > 12288 ? 2 : bytes > 4096 ? 1 : 0;
}

static u32 feature_of(u32 depth, u32 length, bool write)
{
	return depth * 8 + length * 2 + write;
}

static u32 entry_feature(const struct tier_unit *entry)
{
	return feature_of(entry->depth, entry->length, entry->kind & 1);
}

/* What may come next is told by the last access of a unit, and of the one before it. */
static bool tells(const struct tier_policy *policy, const struct tier_unit *entry)
{
	return entry->kind != TIER_UNIT_NO_KIND && age_of(policy, entry->last) < NEAR;
}

static u32 depth_of(const struct tier_policy *policy, const struct look *look, const struct tier_unit *entry)
{
	const struct tier_unit *before;
	u32 at;

	if (entry && tells(policy, entry) && look->first + 2 >= entry->end)
		return entry->depth < 3 ? entry->depth + 1 : 3;
	at = look->unit ? tier_units_find(&policy->units, look->unit - 1) : TIER_UNITS_NONE;
	if (at == TIER_UNITS_NONE)
		return 0;
	before = entry_of(policy, at);
	if (!tells(policy, before) || look->first + BLOCKS - before->end > STREAM_GAP)
		return 0;
	return before->depth < 3 ? before->depth + 1 : 3;
}

static void see_blocks(const struct tier_policy *policy, const struct tier_record *record, struct look *look)
{
	u32 mask = unit_bytes(policy) - 1, block = block_bytes(policy);
	u32 begin = (u32)(record->sector << 9) & mask, end = begin + look->bytes;

	if (end > mask + 1)
		end = mask + 1;
	look->first = begin / block;
	look->end = (end ? end - 1 : 0) / block;
	look->need = (2U << look->end) - (1U << look->first);
	look->whole = look->need;
	if (begin % block)
		look->whole &= ~(1U << look->first);
	if (end % block)
		look->whole &= ~(1U << look->end);
}

static u16 missing_of(const struct tier_policy *policy, const struct look *look, const struct tier_unit *entry)
{
	const struct tier_slot *slot;
	u16 there;

	if (!entry || entry->slot == TIER_UNIT_NO_SLOT)
		return look->need;
	slot = &policy->slots[entry->slot];
	there = slot->valid;
	if (look->write)
		there |= look->whole;
	return look->need & ~there;
}

u16 tier_policy_missing(const struct tier_policy *policy, const struct tier_record *record)
{
	struct look look = { .bytes = record->sectors << 9, .write = record->flags & TIER_RECORD_WRITE };
	u32 at;

	look.unit = record->sector >> policy->config.shift;
	see_blocks(policy, record, &look);
	at = tier_units_find(&policy->units, look.unit);
	return missing_of(policy, &look, at == TIER_UNITS_NONE ? NULL : entry_of(policy, at));
}

static u32 kind_of(const struct tier_policy *policy, const struct look *look, u64 heat, u32 gap)
{
	u32 slots = policy->config.slots, hot = 0;
	u64 rest;

	for (rest = div_u64(heat, HEAT_CLASS_US); rest && hot < 7; rest /= 2)
		hot++;
	if (gap)
		gap = gap < 16 ? 1 : gap < slots ? 2 : gap / 8 < slots ? 3 : 4;
	return (hot * 5 + gap) * 4 + look->continues * 2 + look->write;
}

/* What having had the unit in its place would have been good for, beyond the access: that it still is. */
static u64 kept_us(const struct tier_policy *policy, const struct look *look)
{
	u64 price = policy->config.copies ? transfer_us(policy, unit_bytes(policy)) : move_us(policy);
	u64 worth = tier_worth_of(&policy->worth, look->kind, 0);

	price += later_us(policy, look->write) + bytes_us(policy, unit_bytes(policy));
	return worth < price ? worth : price;
}

/* 1 of tier_policy_see(): the lives that this access ends, of the unit itself. */
static void learn_own(struct tier_policy *policy, const struct look *look, const struct tier_unit *entry)
{
	u32 age = age_of(policy, entry->last), part = 2;

	tier_worth_end(&policy->worth, entry->kind, age, look->us + kept_us(policy, look));
	if (age > SEEN_LATELY)
		return;
	if ((look->write && look->whole == look->need) || (look->first >= entry->first && look->end <= entry->end))
		part = 0;
	else if (look->first >= entry->first)
		part = 1;
	policy->worth.parts[entry_feature(entry)][part] += look->us;
}

/* 2: the lives that it ends of a unit ahead of others, for those that were accessed since it was itself. */
static void learn_ahead(struct tier_policy *policy, const struct look *look, const struct tier_unit *entry)
{
	bool seen = entry->kind != TIER_UNIT_NO_KIND;
	u32 age = age_of(policy, entry->last), distance, at;
	const struct tier_unit *behind;

	if (seen && age <= FRESH)
		return;
	for (distance = 1; distance <= TIER_WORTH_REACH && distance <= look->unit; distance++) {
		at = tier_units_find(&policy->units, look->unit - distance);
		if (at == TIER_UNITS_NONE)
			continue;
		behind = entry_of(policy, at);
		if (behind->kind == TIER_UNIT_NO_KIND || behind->kind & 1 || (seen && age_of(policy, behind->last) >= age))
			continue;
		tier_worth_end(&policy->worth, ahead_kind(distance, entry_feature(behind), seen),
			       age_of(policy, behind->last), look->us);
	}
}

/* 3: the lives that begin. One ahead that its last access began, and that nothing ended, was superseded. */
static void begin_lives(struct tier_policy *policy, const struct look *look, const struct tier_unit *entry)
{
	bool seen = entry->kind != TIER_UNIT_NO_KIND;
	u32 age = age_of(policy, entry->last), distance, at;
	const struct tier_unit *ahead;
	bool known;

	tier_worth_begin(&policy->worth, look->kind);
	for (distance = 1; distance <= TIER_WORTH_REACH; distance++) {
		at = tier_units_find(&policy->units, look->unit + distance);
		ahead = at == TIER_UNITS_NONE ? NULL : entry_of(policy, at);
		known = ahead && ahead->kind != TIER_UNIT_NO_KIND;
		if (seen && !(entry->kind & 1) && age <= SEEN_LATELY && (!known || age_of(policy, ahead->last) >= age))
			tier_worth_back(&policy->worth, ahead_kind(distance, entry_feature(entry), known));
		if (!look->write)
			tier_worth_begin(&policy->worth, ahead_kind(distance, look->feature, known));
	}
}

static void remember(struct tier_policy *policy, const struct look *look, u64 heat)
{
	struct tier_unit *entry = entry_of(policy, look->at);
	u64 units = div_u64(heat + random_below(policy, TIER_HEAT_US), TIER_HEAT_US);

	entry->heat = units < 65535 ? units : 65535;
	entry->kind = look->kind;
	entry->last = policy->now;
	entry->length = look->length;
	entry->depth = look->depth;
	entry->first = look->first;
	entry->end = look->end;
}

/* Microseconds that the unit of a slot is worth where it is. */
static u64 slot_worth(const struct tier_policy *policy, const struct tier_slot *slot)
{
	const struct tier_unit *entry = entry_of(policy, slot->at);

	if (slot->ahead)
		return tier_worth_of(&policy->worth, TIER_WORTH_OWN + slot->ahead - 1,
				     age_of(policy, slot->born));
	if (entry->kind == TIER_UNIT_NO_KIND)
		return 0;
	return tier_worth_of(&policy->worth, entry->kind, age_of(policy, entry->last));
}

static bool may_go(const struct tier_policy *policy, const struct tier_slot *slot)
{
	if (!(slot->flags & TIER_SLOT_USED) || slot->flags & TIER_SLOT_PINNED)
		return false;
	return !policy->config.stay || age_of(policy, slot->born) >= policy->config.stay;
}

/* Rent rises while there is no place that is worth nothing to its unit, and falls while there are some. */
static void move_rent(struct tier_policy *policy, u32 idle)
{
	u64 *rent = &policy->worth.rent;

	if (idle > 1)
		*rent -= *rent / 512 + 1;
	else
		*rent += *rent / 512 + 1;
	if (*rent < RENT_FLOOR)
		*rent = RENT_FLOOR;
}

/*
 * Who has to go for a candidate: of a sample, the one that loses least, by what its kind promises; or, if
 * that does not do, by the heat of the past alone, which knows less of the near future but errs less where
 * a move is dear. Return: a slot, or TIER_UNITS_NONE if nobody has to.
 */
static u32 find_victim(struct tier_policy *policy, const struct offer *offer)
{
	u64 least = ~0ULL, coldest = ~0ULL, keep, heat, price = offer->price + 4 * bytes_us(policy, offer->bytes);
	u32 by_worth = TIER_UNITS_NONE, by_heat = TIER_UNITS_NONE, idle = 0, i, at;

	for (i = 0; i < TIER_POLICY_SAMPLE; i++) {
		const struct tier_slot *slot;
		u64 clean = 0;

		at = random_below(policy, policy->config.slots);
		slot = &policy->slots[at];
		if (!may_go(policy, slot))
			continue;
		if (!policy->config.copies)
			clean = move_us(policy);
		else if (slot->dirty)
			clean = policy->clean_us;
		keep = slot_worth(policy, slot);
		idle += !keep;
		heat = heat_of(policy, entry_of(policy, slot->at));
		keep += clean + (heat >> PAST_SHIFT);
		if (keep < least) {
			least = keep;
			by_worth = at;
		}
		heat += clean + clean / 2;
		if (heat < coldest) {
			coldest = heat;
			by_heat = at;
		}
	}
	if (idle > 1 || offer->worth > offer->price)
		move_rent(policy, idle);
	if (by_worth != TIER_UNITS_NONE && !policy->trial.rest &&
	    offer->worth > offer->price && offer->worth - offer->price > least)
		return by_worth;
	/* Against loops: by past heat the newcomer must be clearly hotter, and twice as hot where a move is dear. */
	price += price / 2 + (policy->config.copies && !policy->trial.rest ? coldest / 4 : coldest);
	if (policy->trial.rest)
		price += 4ULL * policy->config.prices.seek_us;
	if (by_heat != TIER_UNITS_NONE && offer->heat > coldest && offer->heat - coldest > price)
		return by_heat;
	return TIER_UNITS_NONE;
}

/* Bytes between the first and the last dirty 16th, which go to the slow level in one piece. */
static u32 dirty_bytes(const struct tier_policy *policy, const struct tier_slot *slot)
{
	if (!slot->dirty)
		return 0;
	return (tier_highest_bit(slot->dirty) - tier_lowest_bit(slot->dirty) + 1) * block_bytes(policy);
}

static struct tier_slot *slot_of_unit(const struct tier_policy *policy, u64 unit)
{
	u32 at = tier_units_find(&policy->units, unit);

	if (at == TIER_UNITS_NONE || entry_of(policy, at)->slot == TIER_UNIT_NO_SLOT)
		return NULL;
	return &policy->slots[entry_of(policy, at)->slot];
}

/*
 * A dirty unit is written back together with its neighbours: the seek is what costs. Units that are there
 * and clean in between are passed over.
 */
static void gather_run(const struct tier_policy *policy, u64 unit, struct tier_move *move)
{
	const struct tier_slot *slot = slot_of_unit(policy, unit);
	u64 first = unit, last = unit, next;
	u32 i, direction;

	*move = (struct tier_move){ .act = TIER_MOVE_CLEAN, .count = 1, .bytes = dirty_bytes(policy, slot) };
	for (direction = 0; direction < 2; direction++) {
		for (i = 1; i <= TIER_POLICY_RUN && (direction || unit >= i); i++) {
			next = direction ? unit + i : unit - i;
			slot = slot_of_unit(policy, next);
			if (!slot)
				break;
			if (!slot->dirty)
				continue;
			move->bytes += dirty_bytes(policy, slot);
			move->count++;
			if (direction)
				last = next;
			else
				first = next;
		}
	}
	move->span = move->bytes;
	if (last > first)
		move->span = (last - first + 1) * unit_bytes(policy);
	move->unit = first;
}

/* Writes a run back; its length in units is what the move says from here on. */
static void clean_run(struct tier_policy *policy, const struct tier_move *run, struct moves *moves)
{
	struct tier_move *move = &moves->move[moves->count++];
	u64 us = policy->config.prices.seek_us + transfer_us(policy, run->span);
	u32 each = div_u64(us, run->count), count = run->count, done = 0;
	struct tier_slot *slot;
	u64 next;

	*move = *run;
	for (next = run->unit; done < count; next++) {
		slot = slot_of_unit(policy, next);
		if (slot && slot->dirty) {
			slot->dirty = 0;
			done++;
		}
	}
	move->count = next - run->unit;
	policy->moved += run->bytes;
	if (count > 32)
		count = 32;
	policy->clean_us = ((u64)policy->clean_us * (64 - count) + (u64)each * count) / 64;
	if (policy->clean_us < CLEAN_FLOOR_US)
		policy->clean_us = CLEAN_FLOOR_US;
}

/* Takes a unit off the fast level, if the cap allows it together with @bytes more. */
static bool evict(struct tier_policy *policy, u32 at, u32 bytes, struct moves *moves)
{
	struct tier_slot *slot = &policy->slots[at];
	struct tier_unit *entry = entry_of(policy, slot->at);
	struct tier_move run;

	if (policy->config.copies && slot->dirty) {
		gather_run(policy, entry->unit, &run);
		if (!within_cap(policy, run.bytes + bytes))
			return false;
		clean_run(policy, &run, moves);
	}
	moves->move[moves->count] = (struct tier_move){ .unit = entry->unit, .act = TIER_MOVE_DROP, .count = 1 };
	if (!policy->config.copies) {
		if (!within_cap(policy, unit_bytes(policy) + bytes))
			return false;
		moves->move[moves->count].act = TIER_MOVE_DOWN;
		moves->move[moves->count].bytes = unit_bytes(policy);
		moves->move[moves->count].span = unit_bytes(policy);
		policy->moved += unit_bytes(policy);
	}
	moves->count++;
	entry->slot = TIER_UNIT_NO_SLOT;
	free_slot(policy, at);
	return true;
}

/* Gives the unit of entry @at a place if that pays. Return: the slot or NULL. */
static struct tier_slot *admit(struct tier_policy *policy, u32 at, const struct offer *offer, struct moves *moves)
{
	struct tier_slot *slot;
	u32 victim;

	if (!within_cap(policy, offer->bytes))
		return NULL;
	if (!policy->free_count) {
		victim = find_victim(policy, offer);
		if (victim == TIER_UNITS_NONE || !evict(policy, victim, offer->bytes, moves))
			return NULL;
	} else if (offer->worth <= offer->price &&
		   (policy->config.copies || offer->heat <= offer->price + offer->price / 2)) {
		return NULL;
	}
	entry_of(policy, at)->slot = policy->free;
	slot = &policy->slots[policy->free];
	policy->free = slot->at;
	policy->free_count--;
	*slot = (struct tier_slot){ .at = at, .born = policy->now, .flags = TIER_SLOT_USED };
	return slot;
}

static void add_move(struct tier_policy *policy, struct moves *moves, u64 unit, enum tier_move_act act, u16 blocks)
{
	struct tier_move *move = &moves->move[moves->count++];
	u32 bytes = tier_count_bits(blocks) * block_bytes(policy);

	*move = (struct tier_move){ .unit = unit, .act = act, .count = 1, .bytes = bytes, .span = bytes,
				    .blocks = blocks };
	policy->moved += bytes;
}

/* 5 for homes: the whole unit or nothing, both ways at full price. */
static void offer_home(struct tier_policy *policy, const struct look *look, u64 heat, struct moves *moves)
{
	struct offer offer = {
		.worth = tier_worth_of(&policy->worth, look->kind, 0),
		.bytes = unit_bytes(policy),
		.heat = heat,
	};
	struct tier_slot *slot;

	offer.price = move_us(policy) + later_us(policy, look->write) + bytes_us(policy, 2ULL * offer.bytes);
	slot = admit(policy, look->at, &offer, moves);
	if (!slot)
		return;
	slot->valid = ALL_BLOCKS;
	add_move(policy, moves, look->unit, TIER_MOVE_UP, ALL_BLOCKS);
}

/*
 * How much of its unit an access is to bring along: what it touches, that and the rest of the unit, the
 * rest only, or all; whichever promises most of what the following accesses need for its price.
 */
static u16 choose_blocks(const struct tier_policy *policy, const struct look *look, u16 there, u64 *worth)
{
	const u64 *parts = policy->worth.parts[look->feature];
	u64 all = parts[0] + parts[1] + parts[2] + 1, most = 0, gain, us;
	u16 rest = ALL_BLOCKS << look->end & ~(1U << look->end);
	const u16 choices[] = { look->need, look->need | rest, ALL_BLOCKS, rest };
	const u64 shares[] = { parts[0], parts[0] + parts[1], all - 1, parts[1] };
	u32 i, bytes, choice = ARRAY_SIZE(choices);

	*worth = 0;
	for (i = 0; i < (look->write ? 3 : ARRAY_SIZE(choices)); i++) {
		bytes = tier_count_bits(choices[i] & ~there) * block_bytes(policy);
		if (!bytes)
			continue;
		us = transfer_us(policy, bytes) + bytes_us(policy, bytes);
		gain = div64_u64(shares[i] * tier_worth_of(&policy->worth, look->kind, 0), all);
		if (gain > us && gain - us > most) {
			most = gain - us;
			*worth = gain;
			choice = i;
		}
	}
	return choice < ARRAY_SIZE(choices) ? choices[choice] : 0;
}

/* 5 for copies: what the access reads, and what lies beside it. */
static void offer_copy(struct tier_policy *policy, const struct look *look, u64 heat, struct moves *moves)
{
	struct tier_unit *entry = entry_of(policy, look->at);
	struct tier_slot *slot = NULL;
	struct offer offer = { .heat = heat };
	u16 blocks, there = 0;

	if (entry->slot != TIER_UNIT_NO_SLOT) {
		slot = &policy->slots[entry->slot];
		there = slot->valid;
	}
	blocks = choose_blocks(policy, look, there, &offer.worth);
	if (!blocks && slot)
		return;
	if (!blocks)
		blocks = look->write ? look->need : ALL_BLOCKS;
	blocks &= ~there;
	offer.bytes = tier_count_bits(blocks) * block_bytes(policy);
	if (slot) {
		if (!within_cap(policy, offer.bytes))
			return;
	} else {
		offer.price = transfer_us(policy, offer.bytes) + bytes_us(policy, offer.bytes) +
			      later_us(policy, look->write);
		slot = admit(policy, look->at, &offer, moves);
		if (!slot)
			return;
	}
	slot->valid |= blocks;
	add_move(policy, moves, look->unit, TIER_MOVE_FILL, blocks);
}

/* 6: the units that follow, as long as each is worth its price. The head is there already. */
static void offer_ahead(struct tier_policy *policy, const struct look *look, struct moves *moves)
{
	u32 distance, at, kind, age;
	struct tier_slot *slot;
	struct offer offer;
	bool known;
	u64 unit;

	for (distance = 1; distance <= TIER_WORTH_REACH; distance++) {
		unit = look->unit + distance;
		slot = slot_of_unit(policy, unit);
		if (slot && !slot->valid)
			return;
		if (slot)
			continue;
		at = tier_units_find(&policy->units, unit);
		known = at != TIER_UNITS_NONE && entry_of(policy, at)->kind != TIER_UNIT_NO_KIND;
		kind = ahead_kind(distance, look->feature, known);
		offer = (struct offer){ .worth = tier_worth_of(&policy->worth, kind, 0),
					.bytes = unit_bytes(policy) };
		if (known) {
			age = age_of(policy, entry_of(policy, at)->last);
			if (!look->depth || tier_worth_of(&policy->worth, entry_of(policy, at)->kind, age) > offer.worth)
				offer.worth = tier_worth_of(&policy->worth, entry_of(policy, at)->kind, age);
		}
		offer.price = transfer_us(policy, offer.bytes) + bytes_us(policy, offer.bytes);
		if (offer.worth <= offer.price)
			return;
		at = tier_units_make(&policy->units, unit, policy->now);
		slot = at == TIER_UNITS_NONE ? NULL : admit(policy, at, &offer, moves);
		if (!slot)
			return;
		slot->ahead = 1 + kind - TIER_WORTH_OWN;
		slot->valid = ALL_BLOCKS;
		add_move(policy, moves, unit, TIER_MOVE_FILL, ALL_BLOCKS);
	}
}

/* 7: the price of a byte follows how much of what the cap allows is left. */
static void move_byte_price(struct tier_policy *policy)
{
	u64 allowed = allowed_bytes(policy), wanted, left, floor, step;

	floor = div_u64((u64)policy->config.wear_ns << (TIER_WORTH_RENT_SHIFT - 10), 1000);
	if (floor < PRICE_FLOOR)
		floor = PRICE_FLOOR;
	if (policy->config.cap_percent) {
		wanted = div_u64(allowed, 50);
		if (wanted < CAP_SLACK)
			wanted = CAP_SLACK;
		left = allowed > policy->moved ? allowed - policy->moved : 0;
		if (left > 2 * wanted)
			left = 2 * wanted;
		/* At most 3 in 1000 up or down. */
		step = left > wanted ? left - wanted : wanted - left;
		step = div64_u64(policy->byte_price * 3 * step, wanted * 1000);
		if (left > wanted)
			policy->byte_price -= step;
		else
			policy->byte_price += step;
	} else {
		policy->byte_price = floor;
	}
	if (policy->byte_price < floor)
		policy->byte_price = floor;
	if (policy->byte_price > PRICE_MAX)
		policy->byte_price = PRICE_MAX;
}

/*
 * 8: While the load is steady and all that is hot is in its place, what still moves gains next to nothing. So
 * now and then an epoch of rest is tried, in which only what was clearly hotter in the past gets a place; if
 * that costs no more than a 12th of slow-device time, it rests on, and tries work again after a long while.
 * As soon as an epoch of rest is dearer, as when the hot set moves, it goes back to work.
 */
static void try_rest(struct tier_policy *policy)
{
	u32 length = policy->config.slots < U32_MAX / 4 ? policy->config.slots * 4 : U32_MAX;
	struct tier_trial *trial = &policy->trial;
	u64 mean;
	bool dear;

	if (trial->left) {
		trial->left--;
		return;
	}
	if (length < TRIAL_MIN)
		length = TRIAL_MIN;
	mean = div_u64(trial->us << 8, length) + 1;
	if (!trial->wait) {
		trial->wait = TRIAL_WAIT;
		trial->epochs = TRIAL_WAIT;
		mean = 0;
	}
	trial->mean[trial->rest] = trial->mean[trial->rest] ? (trial->mean[trial->rest] + mean) / 2 : mean;
	/* One epoch alone may be dear by chance, unless it is much so. */
	dear = trial->rest && (trial->mean[1] > trial->mean[0] + trial->mean[0] / 12 ||
			       mean > trial->mean[0] + trial->mean[0] / 4);
	if (dear)
		trial->mean[1] = 0;
	trial->epochs -= !!trial->epochs;
	if (dear) {
		trial->wait = trial->wait < TRIAL_WAIT_MAX ? trial->wait * 2 : TRIAL_WAIT_MAX;
		trial->epochs = trial->wait;
		trial->rest = false;
	} else if (trial->rest && !trial->epochs) {
		trial->wait = TRIAL_WAIT;
		trial->epochs = 1;
		trial->rest = false;
	} else if (!trial->epochs && !policy->free_count) {
		trial->epochs = TRIAL_REST;
		trial->rest = true;
	}
	trial->us = 0;
	trial->left = length - 1;
}

static void touch_slot(struct tier_policy *policy, const struct look *look)
{
	struct tier_slot *slot = &policy->slots[entry_of(policy, look->at)->slot];

	slot->ahead = 0;
	if (!look->write || look->missing)
		return;
	slot->valid |= look->need;
	slot->dirty |= look->need;
}

static bool look_at(struct tier_policy *policy, const struct tier_record *record, struct look *look)
{
	const struct tier_unit *entry;

	*look = (struct look){ .bytes = record->sectors << 9, .write = record->flags & TIER_RECORD_WRITE,
			       .pinned = record->flags & TIER_RECORD_PINNED };
	look->unit = record->sector >> policy->config.shift;
	look->continues = tier_streams_see(&policy->streams, record->sector, record->sectors);
	look->us = tier_price_access(&policy->config.prices, look->bytes, look->continues);
	if (record->flags & TIER_RECORD_AHEAD)
		look->us /= 4;
	see_blocks(policy, record, look);
	look->length = length_class(look->bytes);
	look->at = tier_units_make(&policy->units, look->unit, policy->now);
	if (look->at == TIER_UNITS_NONE)
		return false;
	entry = entry_of(policy, look->at);
	look->depth = depth_of(policy, look, entry);
	look->feature = feature_of(look->depth, look->length, look->write);
	look->missing = missing_of(policy, look, entry);
	return true;
}

u32 tier_policy_see(struct tier_policy *policy, const struct tier_record *record, struct tier_move *room)
{
	struct moves moves = { .move = room };
	struct tier_unit *entry;
	struct look look;
	bool seen;
	u64 heat;

	policy->now = (policy->now + 1) & ((1U << TIER_UNIT_TIME_BITS) - 1);
	policy->user += record->sectors << 9;
	if (!look_at(policy, record, &look))
		return 0;
	entry = entry_of(policy, look.at);
	seen = entry->kind != TIER_UNIT_NO_KIND;
	heat = heat_of(policy, entry) + look.us;
	look.kind = kind_of(policy, &look, heat, seen ? age_of(policy, entry->last) + !age_of(policy, entry->last) : 0);
	learn_ahead(policy, &look, entry);
	begin_lives(policy, &look, entry);
	if (seen)
		learn_own(policy, &look, entry);
	remember(policy, &look, heat);
	if (entry->slot != TIER_UNIT_NO_SLOT)
		touch_slot(policy, &look);
	if (look.missing && !look.pinned && !policy->suspended) {
		if (policy->config.copies) {
			offer_copy(policy, &look, heat, &moves);
			if (!look.write)
				offer_ahead(policy, &look, &moves);
		} else {
			offer_home(policy, &look, heat, &moves);
		}
	}
	if (look.missing)
		policy->trial.us += look.us;
	try_rest(policy);
	move_byte_price(policy);
	tier_worth_tick(&policy->worth);
	tier_units_sweep(&policy->units, policy->now);
	return moves.count;
}

int tier_policy_place(struct tier_policy *policy, u64 unit, u16 heat, u16 valid, u16 dirty, bool pinned)
{
	struct tier_slot *slot;
	struct tier_unit *entry;
	u32 at;

	at = tier_units_make(&policy->units, unit, policy->now);
	if (at == TIER_UNITS_NONE)
		return -ENOSPC;
	entry = entry_of(policy, at);
	if (entry->slot == TIER_UNIT_NO_SLOT) {
		if (!policy->free_count)
			return -ENOSPC;
		entry->slot = policy->free;
		slot = &policy->slots[policy->free];
		policy->free = slot->at;
		policy->free_count--;
		*slot = (struct tier_slot){ .at = at, .born = policy->now };
	}
	if (entry->kind == TIER_UNIT_NO_KIND && heat) {
		struct look look = { .at = at, .end = BLOCKS - 1 };

		look.kind = kind_of(policy, &look, (u64)heat * TIER_HEAT_US, policy->config.slots);
		remember(policy, &look, (u64)heat * TIER_HEAT_US);
	}
	slot = &policy->slots[entry->slot];
	slot->valid = valid;
	slot->dirty = dirty;
	slot->flags = TIER_SLOT_USED | (pinned ? TIER_SLOT_PINNED : 0);
	return 0;
}

void tier_policy_forget(struct tier_policy *policy, u64 unit)
{
	struct tier_slot *slot = slot_of_unit(policy, unit);

	if (!slot)
		return;
	entry_of(policy, slot->at)->slot = TIER_UNIT_NO_SLOT;
	free_slot(policy, slot - policy->slots);
}

int tier_policy_pin(struct tier_policy *policy, u64 unit, bool pinned)
{
	struct tier_slot *slot = slot_of_unit(policy, unit);

	if (!slot)
		return -ENOENT;
	slot->flags &= ~TIER_SLOT_PINNED;
	if (pinned)
		slot->flags |= TIER_SLOT_PINNED;
	return 0;
}

void tier_policy_suspend(struct tier_policy *policy, bool suspend)
{
	policy->suspended = suspend;
}

void tier_policy_prices(struct tier_policy *policy, const struct tier_prices *prices)
{
	policy->config.prices = *prices;
	if (!policy->config.prices.stream_kib)
		policy->config.prices.stream_kib = 512;
}
