// SPDX-License-Identifier: GPL-2.0
/*
 * The core's policy in the cost model of the peers, which is kept to the letter where it speaks:
 *
 *  - a miss costs what the model says for the access at this extent size; if a part of it is on level 0, what it
 *    says for the bytes from the first to the last that are not, of the same class (at random or continuing);
 *  - a promotion on a miss costs the media time of its bytes. The model has the whole extent there; here it is
 *    the 4 KiB blocks that are copied, and units that follow without a gap, which the same read brings;
 *  - a write back costs a random access and the media time from the first to the last dirty block of a run of
 *    neighbours, as the model has for a move of an extent of that size;
 *  - homes (no shadows) cost a full move each way, as in the model.
 */
#include <stdio.h>
#include <stdlib.h>

#include "policy.h"
#include "tier.h"

#define UNIT_SHIFT	16
#define REMEMBER	8

struct run {
	struct tier_policy *policy;
	const struct cut *cut;
	unsigned int shift;
	double miss_ms;
	double move_ms;
	u64 moved;
};

static struct tier_record record_of(const struct access *access, u64 offset, u64 end)
{
	return (struct tier_record){
		.sector = offset >> 9,
		.sectors = ((end + 511) >> 9) - (offset >> 9),
		.flags = access->write ? TIER_RECORD_WRITE : 0,
	};
}

static void do_moves(struct run *run, const struct tier_move *moves, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		const struct tier_move *move = &moves[i];

		run->moved += move->bytes;
		if (move->act == TIER_MOVE_FILL)
			run->move_ms += move->bytes / CUT_BYTES_PER_MS;
		else if (move->act != TIER_MOVE_DROP)
			run->move_ms += CUT_SEEK_MS + move->span / CUT_BYTES_PER_MS;
	}
}

/* One access; returns whether level 0 served it. */
static bool do_access(struct run *run, const struct access *access)
{
	struct tier_move moves[TIER_POLICY_MOVES];
	u64 unit = 1ULL << run->shift, block = unit / 16, offset = access->offset, stop;
	u64 end = offset + access->length, from = ~0ULL, to = 0, begin;
	struct tier_record record;
	u16 missing;

	for (; offset < end || offset == access->offset; offset = stop) {
		stop = (offset / unit + 1) * unit < end ? (offset / unit + 1) * unit : end;
		record = record_of(access, offset, stop);
		missing = tier_policy_missing(run->policy, &record);
		if (missing) {
			begin = offset / unit * unit;
			if (from == ~0ULL)
				from = begin + tier_lowest_bit(missing) * block;
			to = begin + (tier_highest_bit(missing) + 1) * block;
		}
		if (stop >= end)
			break;
	}
	if (from != ~0ULL) {
		from = from > access->offset ? from : access->offset;
		to = to < end ? to : end;
		run->miss_ms += cut_ms(to > from ? to - from : 0, access->continues);
	}
	for (offset = access->offset;; offset = stop) {
		stop = (offset / unit + 1) * unit < end ? (offset / unit + 1) * unit : end;
		record = record_of(access, offset, stop);
		do_moves(run, moves, tier_policy_see(run->policy, &record, moves));
		if (stop >= end)
			break;
	}
	return from == ~0ULL;
}

static struct tier_policy *start(u64 level_bytes, const struct tier_wish *wish, unsigned int shift)
{
	struct tier_policy_config config = {
		.slots = (level_bytes + (1ULL << shift) / 2) >> shift,
		.shift = shift - 9,
		.copies = wish->copies,
		.cap_percent = wish->cap_percent,
		.wear_ns = TIER_POLICY_WEAR,
		.seed = 12345,
		.prices = TIER_PRICES_DISK,
	};
	size_t bytes;

	if (!config.slots)
		config.slots = 1;
	config.remembered = config.slots * REMEMBER;
	bytes = tier_policy_bytes(&config);
	if (!bytes) {
		fputs("replay: not a possible policy\n", stderr);
		exit(1);
	}
	return tier_policy_init(&config, must_alloc(1, bytes));
}

void tier_replay(struct tier_score *score, const struct cut *cut, u64 level_bytes, const struct tier_wish *wish)
{
	unsigned int shift = wish->copies ? UNIT_SHIFT : cut->shift;
	struct run run = { .policy = start(level_bytes, wish, shift), .cut = cut, .shift = shift };
	u32 i, missed = 0, last = ~0U, requests = cut->trace->count, window;
	u64 moved = 0;

	memset(score, 0, sizeof(*score));
	if (wish->window) {
		score->windows = (requests + wish->window - 1) / wish->window;
		score->window = must_alloc(score->windows, sizeof(double));
		score->window_moved = must_alloc(score->windows, sizeof(double));
	}
	for (i = 0; i < cut->count; i++) {
		const struct access *access = &cut->accesses[i];
		bool hit = do_access(&run, access);

		if (!hit && access->request != last) {
			missed++;
			last = access->request;
			if (wish->window)
				score->window[access->request / wish->window]++;
		}
		if (wish->window)
			score->window_moved[access->request / wish->window] += run.moved - moved;
		moved = run.moved;
	}
	for (window = 0; window < score->windows; window++)
		score->window[window] = 1 - score->window[window] / wish->window;
	score->score.hit = 1 - (double)missed / requests;
	score->score.ms = run.miss_ms / requests;
	score->move_ms = run.move_ms / requests;
	score->score.ms_moves = (run.miss_ms + run.move_ms) / requests;
	score->score.ms_shadow = score->score.ms_moves;
	score->score.moved = (double)run.moved / cut->trace->bytes;
	score->score.moved_all = score->score.moved;
	free(run.policy);
}
