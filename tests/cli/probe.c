// SPDX-License-Identifier: GPL-2.0
/*
 * Calls parts of tiersetup by themselves, where a test would need devices that
 * not every machine has:
 *
 *	probe size TEXT
 *	probe skew START ALIGNMENT BORDER
 *	probe plan SECTOR DEVICE...	checks and lays out; a DEVICE is
 *		level,size,skew,logical,physical,rotational[,word...] with words
 *		readonly zoned misaligned same force part size=N optimal=N
 *	probe dry SECTOR DEVICE...	the same, shown as by create --dry-run
 *	probe dryjson SECTOR DEVICE...	and with --json
 *	probe status LINE		a status line as JSON
 *	probe option LINE KEY		an option of a table line
 *	probe clean TEXT		a text made fit for printing
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "dm.h"
#include "message.h"
#include "plan.h"
#include "planview.h"
#include "report.h"
#include "size.h"
#include "statusview.h"
#include "text.h"
#include "words.h"

static int probe_size(char **args)
{
	u64 bytes;
	int r = size_parse(args[0], &bytes);

	if (!r)
		printf("%ju\n", bytes);
	else
		puts(r == -ERANGE ? "range" : "invalid");
	return 0;
}

static int probe_skew(char **args)
{
	printf("%ju\n", device_skew(strtoull(args[0], NULL, 10),
				    strtoull(args[1], NULL, 10),
				    strtoull(args[2], NULL, 10)));
	return 0;
}

static void add_words(struct plan *plan, struct device *device, char *words)
{
	char *word;

	while ((word = strsep(&words, ","))) {
		if (!strcmp(word, "readonly"))
			device->readonly = true;
		else if (!strcmp(word, "zoned"))
			strcpy(device->zoned, "host-managed");
		else if (!strcmp(word, "misaligned"))
			device->alignment_unknown = true;
		else if (!strcmp(word, "same"))
			device->number = makedev(8, 0);
		else if (!strcmp(word, "part"))
			device->disk = makedev(8, 0);
		else if (!strcmp(word, "force"))
			plan->force = true;
		else if (!strncmp(word, "size=", 5))
			plan->wish.max_sectors = strtoull(word + 5, NULL, 10) /
						 512;
		else if (!strncmp(word, "optimal=", 8))
			device->optimal_bytes = strtoull(word + 8, NULL, 10);
		else
			exit(2);
	}
}

static void add_device(struct plan *plan, char *text)
{
	struct device *device = &plan->devices[plan->count];
	unsigned int level;
	int end = 0;

	if (sscanf(text, "%u,%ju,%ju,%u,%u,%d%n", &level, &device->bytes,
		   &device->skew_bytes, &device->logical_bytes,
		   &device->physical_bytes, &device->rotational, &end) != 6)
		exit(2);
	if (asprintf(&device->path, "dev%u", plan->count) < 0)
		exit(2);
	strcpy(device->zoned, "none");
	device->number = makedev(8, 16 * (plan->count + 1));
	device->disk = device->number;
	plan->levels[plan->count++] = (u8)level;
	if (text[end] == ',')
		add_words(plan, device, text + end + 1);
}

static struct plan plan;

static int make_plan(char **args)
{
	plan.wish.logical_bytes = (u32)strtoul(args[0], NULL, 10);
	for (args++; *args; args++)
		add_device(&plan, *args);
	return plan_check(&plan) || plan_layout(&plan);
}

static int probe_plan(char **args)
{
	unsigned int i;

	if (make_plan(args))
		return 1;
	for (i = 0; i < plan.count; i++)
		printf("%ju ", plan.super.members[i].data_sector);
	printf("\n");
	plan_release(&plan);
	return 0;
}

static int show_plan(char **args, bool json)
{
	struct report *report;

	if (make_plan(args))
		return 1;
	report = report_new(json);
	planview_report(report, &plan, true);
	report_print(report);
	report_free(report);
	plan_release(&plan);
	return 0;
}

static int probe_dry(char **args)
{
	return show_plan(args, false);
}

static int probe_dryjson(char **args)
{
	return show_plan(args, true);
}

static int probe_status(char **args)
{
	struct dm_volume volume = {
		.name = "vol", .uuid = "4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a",
	};
	struct report *report = report_new(true);
	struct words_status status;
	int r;

	r = words_status(args[0], &status);
	if (r) {
		puts(strerror(-r));
	} else {
		statusview_volume(report,
				  json_new_array(report_json(report), "volumes"),
				  &volume, &status,
				  status.extents * status.extent_sectors * 512);
		report_print(report);
	}
	report_free(report);
	return 0;
}

static int probe_option(char **args)
{
	char value[64];
	int r = words_option(args[0], args[1], value, sizeof(value));

	printf("%s\n", r ? strerror(-r) : value);
	return 0;
}

static int probe_clean(char **args)
{
	bool clean = text_clean(args[0]);

	printf("%s %s %s\n", clean ? "clean" : "dirty",
	       text_is_name(args[0]) ? "name" : "other", args[0]);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int args;
		int (*run)(char **args);
	} parts[] = {
		{ "size", 1, probe_size }, { "skew", 3, probe_skew },
		{ "plan", 2, probe_plan }, { "dry", 2, probe_dry },
		{ "dryjson", 2, probe_dryjson }, { "status", 1, probe_status },
		{ "option", 2, probe_option }, { "clean", 1, probe_clean },
	};
	unsigned int i;

	for (i = 0; argc > 1 && i < ARRAY_SIZE(parts); i++)
		if (!strcmp(argv[1], parts[i].name) && argc - 2 >= parts[i].args)
			return parts[i].run(argv + 2);
	fputs("probe: usage: see the source\n", stderr);
	return 2;
}
