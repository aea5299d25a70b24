// SPDX-License-Identifier: GPL-2.0
/*
 * replay - the placement policy of the kernel over block traces, beside other policies
 *
 *	replay [OPTION]... FOLDER|TRACE.csv.gz...
 *
 * Runs dm-tier/core's heat and policy code, compiled unchanged, over each trace (of a folder: all in it), with
 * extents of 64 KiB, 256 KiB and 1 MiB and a level 0 of 5, 10 and 20 % of what the trace touches, in the cost model
 * of tiersim.py, beside its peers ported to C and the offline bound. Prints milliseconds of the slow device per
 * request, moves included, and the geometric means of the ratios; exit status 1 if a target is missed.
 *
 *	--ext SIZE,...	  extents of these sizes (K, M)
 *	--ratio N,...	  level 0 of these percentages
 *	--limit N	  only the first N requests of each trace
 *	--fast		  one extent size, one ratio, at most 20000 requests of each trace: for make check
 *	--adapt N	  instead of the table: hits and bytes moved in each window of N requests, extents of 1 MiB, 10 %
 *			  (--ratio behind it for another)
 *	--cap N		  with --adapt: bytes moved for each 100 of the user, 0 for no cap
 *	--json		  one object with all figures
 *
 * Columns: tier, the policy with its default cap (as many bytes moved as the user does); nocap, without; excl, homes
 * that move at full price (no shadows), with the cap; the rest as in tiersim.py.
 */
#include <dirent.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tier.h"

#define PEERS		12
#define LIST_MAX	8
#define ROWS_MAX	4096
#define CAP		100

enum mode { CAPPED, FREE, HOMES, HOMES_FREE, MODES };

struct row {
	char trace[64];
	u32 ext_kib;
	double ratio;
	u32 slots;
	struct tier_score tier[MODES];
	struct score peer[PEERS];
	double bound;
	double bound_homes;
};

struct settings {
	u32 ext_kib[LIST_MAX];
	double ratio[LIST_MAX];
	u32 exts;
	u32 ratios;
	u32 limit;
	u32 window;
	u32 cap;
	bool json;
};

static struct row rows[ROWS_MAX];
static u32 row_count;
static bool failed;

static double peer_ms(const struct row *row, u32 peer)
{
	return row->peer[peer].ms_shadow;
}

static double best_peer(const struct row *row, bool homes)
{
	double best = 1e18, ms;
	u32 peer;

	for (peer = 0; peers[peer]; peer++) {
		ms = homes ? row->peer[peer].ms_moves : row->peer[peer].ms_shadow;
		if (ms < best)
			best = ms;
	}
	return best;
}

static u32 peer_index(const char *name)
{
	u32 peer;

	for (peer = 0; peers[peer]; peer++)
		if (!strcmp(peers[peer]->name, name))
			return peer;
	fprintf(stderr, "replay: no peer %s\n", name);
	exit(3);
}

static void run_row(const struct cut *cut, double footprint, double ratio)
{
	static const struct tier_wish wishes[MODES] = {
		[CAPPED] = { .copies = true, .cap_percent = CAP },
		[FREE] = { .copies = true },
		[HOMES] = { .cap_percent = CAP },
		[HOMES_FREE] = { .cap_percent = 0 },
	};
	struct row *row = &rows[row_count];
	double level = footprint * ratio / 100;
	u32 mode, peer;

	if (row_count == ROWS_MAX)
		exit(3);
	row_count++;
	snprintf(row->trace, sizeof(row->trace), "%s", cut->trace->name);
	row->ext_kib = (1U << cut->shift) >> 10;
	row->ratio = ratio;
	row->slots = rint(level / (1U << cut->shift));
	if (!row->slots)
		row->slots = 1;
	for (mode = 0; mode < MODES; mode++) {
		/* Copies get the bytes, whole extents what fits, as the peers. */
		u64 bytes = wishes[mode].copies ? (u64)level : (u64)row->slots << cut->shift;

		tier_replay(&row->tier[mode], cut, bytes, &wishes[mode]);
	}
	for (peer = 0; peers[peer]; peer++)
		peer_replay(&row->peer[peer], peers[peer], cut, row->slots);
	row->bound = bound_find(cut, row->slots, true);
	row->bound_homes = bound_find(cut, row->slots, false);
}

static void print_row(const struct row *row)
{
	u32 peer;

	printf("%-22.22s %5u %4.0f %6.3f %6.3f %5.2f %6.3f", row->trace, row->ext_kib, row->ratio,
	       row->tier[CAPPED].score.ms_shadow, row->tier[FREE].score.ms_shadow, row->tier[CAPPED].score.moved,
	       row->tier[HOMES].score.ms_moves);
	for (peer = 0; peers[peer]; peer++)
		printf(" %6.2f", peer_ms(row, peer));
	printf(" %6.2f %6.2f\n", row->bound, row->bound_homes);
	fflush(stdout);
}

static void print_head(void)
{
	u32 peer;

	printf("%-22s %5s %4s %6s %6s %5s %6s", "trace", "KiB", "%", "tier", "nocap", "moved", "excl");
	for (peer = 0; peers[peer]; peer++)
		printf(" %6.6s", peers[peer]->name);
	printf(" %6s %6s\n", "bound", "b.excl");
}

static void print_adapt(const struct cut *cut, double level, u32 window, u32 cap)
{
	struct tier_wish wish = { .copies = true, .cap_percent = cap, .window = window };
	struct tier_score score;
	u32 i;

	tier_replay(&score, cut, level, &wish);
	printf("%s: level 0 of %.0f MiB, windows of %u requests: hits %%, bytes moved as %% of level 0\n",
	       cut->trace->name, level / (1 << 20), window);
	for (i = 0; i < score.windows; i++)
		printf("%6u %5.1f %8.3f\n", i, 100 * score.window[i], 100 * score.window_moved[i] / level);
	free(score.window);
	free(score.window_moved);
}

static void run_trace(const struct settings *settings, const char *path)
{
	struct trace trace;
	struct cut fine, cut;
	double footprint;
	u32 ext, ratio, shift;

	if (trace_load(&trace, path, settings->limit)) {
		fprintf(stderr, "replay: cannot read a trace from %s\n", path);
		failed = true;
		return;
	}
	cut_make(&fine, &trace, 16);
	footprint = (double)fine.extents * 65536;
	cut_free(&fine);
	for (ext = 0; ext < settings->exts; ext++) {
		for (shift = 10; 1U << shift < settings->ext_kib[ext] << 10; shift++)
			;
		cut_make(&cut, &trace, shift);
		if (settings->window) {
			print_adapt(&cut, footprint * settings->ratio[0] / 100, settings->window, settings->cap);
			cut_free(&cut);
			break;
		}
		for (ratio = 0; ratio < settings->ratios; ratio++) {
			run_row(&cut, footprint, settings->ratio[ratio]);
			if (!settings->json)
				print_row(&rows[row_count - 1]);
		}
		cut_free(&cut);
	}
	trace_free(&trace);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_trace(const struct dirent *entry)
{
	return !!strstr(entry->d_name, ".csv");
}

static void run_path(const struct settings *settings, const char *path)
{
	struct dirent **names;
	char name[4096];
	int i, count = scandir(path, &names, is_trace, by_name);

	if (count < 0) {
		run_trace(settings, path);
		return;
	}
	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%s/%s", path, names[i]->d_name);
		run_trace(settings, name);
		free(names[i]);
	}
	free(names);
}

/* A figure and what it may be at most. */
static void judge(const struct settings *settings, const char *what, double figure, double most)
{
	bool good = !(figure > most);

	failed |= !good;
	if (settings->json)
		printf(", {\"what\": \"%s\", \"figure\": %.4f, \"at_most\": %.4f, \"met\": %s}", what, figure, most,
		       good ? "true" : "false");
	else
		printf("%-4s %-58s %6.3f (at most %.2f)\n", good ? "ok" : "MISS", what, figure, most);
}

static double mean_ratio(enum mode mode, const char *peer)
{
	u32 i, index = peer ? peer_index(peer) : 0;
	double sum = 0, over;

	for (i = 0; i < row_count; i++) {
		if (peer)
			over = mode == HOMES ? rows[i].peer[index].ms_moves : rows[i].peer[index].ms_shadow;
		else
			over = mode == HOMES || mode == HOMES_FREE ? rows[i].bound_homes : rows[i].bound;
		sum += log(rows[i].tier[mode].score.ms_moves / over);
	}
	return exp(sum / row_count);
}

static double worst_of_best(enum mode mode)
{
	double worst = 0, ratio;
	u32 i;

	for (i = 0; i < row_count; i++) {
		ratio = rows[i].tier[mode].score.ms_moves / best_peer(&rows[i], mode == HOMES || mode == HOMES_FREE);
		if (ratio > worst)
			worst = ratio;
	}
	return worst;
}

static double worst_against(enum mode mode, const char *peer)
{
	double worst = 0, ratio;
	u32 i, index = peer_index(peer);

	for (i = 0; i < row_count; i++) {
		ratio = rows[i].tier[mode].score.ms_moves / rows[i].peer[index].ms_shadow;
		if (ratio > worst)
			worst = ratio;
	}
	return worst;
}

static double most_moved(void)
{
	double most = 0;
	u32 i;

	for (i = 0; i < row_count; i++) {
		if (rows[i].tier[CAPPED].score.moved > most)
			most = rows[i].tier[CAPPED].score.moved;
		if (rows[i].tier[HOMES].score.moved > most)
			most = rows[i].tier[HOMES].score.moved;
	}
	return most;
}

static double cap_cost(enum mode capped, enum mode free_of_it)
{
	double sum = 0;
	u32 i;

	for (i = 0; i < row_count; i++)
		sum += log(rows[i].tier[capped].score.ms_moves / rows[i].tier[free_of_it].score.ms_moves);
	return exp(sum / row_count) - 1;
}

static void judge_mode(const struct settings *settings, enum mode mode, const char *name)
{
	static const struct {
		const char *peer;
		double most;
	} targets[] = {
		{ "smq", 0.60 }, { "lru", 0.85 }, { "arc", 0.85 }, { "s3fifo", 0.85 }, { "larc", 0.85 },
		{ "tlfu", 0.85 }, { "topk50", 0.50 }, { "btier", 0.50 },
	};
	char what[80];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		snprintf(what, sizeof(what), "%s / %s, mean", name, targets[i].peer);
		judge(settings, what, mean_ratio(mode, targets[i].peer), targets[i].most);
	}
	snprintf(what, sizeof(what), "%s / smq, worst", name);
	judge(settings, what, worst_against(mode, "smq"), 1.0);
	snprintf(what, sizeof(what), "%s / best peer of the setting, worst", name);
	judge(settings, what, worst_of_best(mode), 1.05);
	snprintf(what, sizeof(what), "%s / bound, mean", name);
	judge(settings, what, mean_ratio(mode, NULL), 2.0);
}

static void print_json_row(const struct row *row, bool first)
{
	u32 peer;

	printf("%s\n{\"trace\": \"%s\", \"extent_kib\": %u, \"percent\": %g, \"slots\": %u, ", first ? "" : ",",
	       row->trace, row->ext_kib, row->ratio, row->slots);
	printf("\"tier\": %.5f, \"tier_hit\": %.5f, \"tier_moved\": %.5f, \"tier_move_ms\": %.5f, \"nocap\": %.5f, ",
	       row->tier[CAPPED].score.ms_shadow, row->tier[CAPPED].score.hit, row->tier[CAPPED].score.moved,
	       row->tier[CAPPED].move_ms, row->tier[FREE].score.ms_shadow);
	printf("\"nocap_moved\": %.5f, \"excl\": %.5f, \"excl_moved\": %.5f, \"excl_nocap\": %.5f, ",
	       row->tier[FREE].score.moved, row->tier[HOMES].score.ms_moves, row->tier[HOMES].score.moved,
	       row->tier[HOMES_FREE].score.ms_moves);
	for (peer = 0; peers[peer]; peer++)
		printf("\"%s\": %.5f, \"%s_excl\": %.5f, ", peers[peer]->name, row->peer[peer].ms_shadow,
		       peers[peer]->name, row->peer[peer].ms_moves);
	printf("\"bound\": %.5f, \"bound_excl\": %.5f}", row->bound, row->bound_homes);
}

static void report(const struct settings *settings)
{
	u32 i;

	if (settings->json) {
		printf("{\"dm_tier_replay\": 1, \"rows\": [");
		for (i = 0; i < row_count; i++)
			print_json_row(&rows[i], !i);
		printf("],\n\"targets\": [{\"what\": \"rows\", \"figure\": %u, \"met\": true}", row_count);
	} else {
		printf("\nRatios of slow-device time over %u settings:\n", row_count);
	}
	judge_mode(settings, CAPPED, "tier");
	judge_mode(settings, FREE, "nocap");
	judge(settings, "excl / bound without shadows, mean", mean_ratio(HOMES, NULL), 2.0);
	judge(settings, "excl without cap / bound without shadows, mean", mean_ratio(HOMES_FREE, NULL), 2.0);
	judge(settings, "bytes moved per user byte, most", most_moved(), CAP / 100.0);
	judge(settings, "what the cap costs, mean", cap_cost(CAPPED, FREE), 0.15);
	judge(settings, "what the cap costs without shadows, mean", cap_cost(HOMES, HOMES_FREE), 0.15);
	if (settings->json)
		printf("]}\n");
}

static u32 parse_list(const char *text, double *list)
{
	u32 count = 0;
	char *end;

	while (*text && count < LIST_MAX) {
		list[count] = strtod(text, &end);
		if (end == text || list[count] <= 0)
			return 0;
		if (*end == 'M')
			list[count] *= 1024;
		if (*end == 'K' || *end == 'M')
			end++;
		count++;
		if (*end && *end != ',')
			return 0;
		text = *end ? end + 1 : end;
	}
	return count;
}

static int usage(void)
{
	fputs("usage: replay [--ext SIZE,...] [--ratio N,...] [--limit N] [--fast] [--adapt N [--cap N]] [--json] FOLDER|TRACE...\n",
	      stderr);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "ext", required_argument, NULL, 'e' }, { "ratio", required_argument, NULL, 'r' },
		{ "limit", required_argument, NULL, 'l' }, { "fast", no_argument, NULL, 'f' },
		{ "adapt", required_argument, NULL, 'a' }, { "json", no_argument, NULL, 'j' },
		{ "cap", required_argument, NULL, 'c' }, { NULL, 0, NULL, 0 },
	};
	struct settings settings = {
		.ext_kib = { 64, 256, 1024 }, .exts = 3, .ratio = { 5, 10, 20 }, .ratios = 3, .cap = CAP,
	};
	double list[LIST_MAX];
	u32 i;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'e':
			settings.exts = parse_list(optarg, list);
			for (i = 0; i < settings.exts; i++)
				settings.ext_kib[i] = list[i];
			break;
		case 'r':
			settings.ratios = parse_list(optarg, settings.ratio);
			break;
		case 'l':
			settings.limit = strtoul(optarg, NULL, 0);
			break;
		case 'f':
			settings = (struct settings){ .ext_kib = { 256 }, .exts = 1, .ratio = { 10 }, .ratios = 1,
						      .limit = 20000, .json = settings.json };
			break;
		case 'a':
			settings.window = strtoul(optarg, NULL, 0);
			settings.ext_kib[0] = 1024;
			settings.ratio[0] = 10;
			break;
		case 'c':
			settings.cap = strtoul(optarg, NULL, 0);
			break;
		case 'j':
			settings.json = true;
			break;
		default:
			return usage();
		}
	}
	if (optind == argc || !settings.exts || !settings.ratios)
		return usage();
	if (!settings.json && !settings.window)
		print_head();
	while (optind < argc)
		run_path(&settings, argv[optind++]);
	if (row_count)
		report(&settings);
	return failed;
}
