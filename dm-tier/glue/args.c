// SPDX-License-Identifier: GPL-2.0
/*
 * The table line. See args.h.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include <linux/dm-tier-format.h>
#include <linux/dm-tier.h>

#include "glue/args.h"

/*
 * An option is a word alone (FLAG), a key with a number that may also be set
 * by message (TUNABLE), or a key with one of the words that this version knows
 * (WORD).
 */
enum kind { FLAG, TUNABLE, WORD };

struct option {
	const char *key;
	enum kind kind;
	size_t offset;
	u32 min, max, preset;
	const char *word;
	const char *error;
};

#define AT(field)	offsetof(struct tier_args, field)

static const struct option options[] = {
	{ DM_TIER_OPT_DEGRADED, FLAG, AT(degraded) },
	{ DM_TIER_OPT_READONLY, FLAG, AT(readonly) },
	{ DM_TIER_KEY_COMMIT_INTERVAL, TUNABLE, AT(commit_interval_ms), 10, 3600000, 1000, NULL,
	  "commit_interval_ms is a number from 10 to 3600000" },
	{ DM_TIER_OPT_CACHE_MODE, WORD, 0, 0, 0, 0, "off",
	  "cache_mode can only be off: this version has no write-back log" },
	{ DM_TIER_OPT_MIGRATION, WORD, 0, 0, 0, 0, "off",
	  "migration can only be off: this version moves no extents" },
};

static const struct option *find(const char *key)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(options); i++)
		if (!strcmp(options[i].key, key))
			return &options[i];
	return NULL;
}

static u32 *value_of(struct tier_args *args, const struct option *option)
{
	return (void *)args + option->offset;
}

/* Wide first, then the range, then narrow. */
static int set_number(struct tier_args *args, const struct option *option, const char *value)
{
	u64 number;

	if (kstrtou64(value, 10, &number))
		return -EINVAL;
	if (number < option->min || number > option->max)
		return -ERANGE;
	WRITE_ONCE(*value_of(args, option), (u32)number);
	return 0;
}

int tier_args_members(struct tier_args *args, struct dm_arg_set *as, char **error)
{
	const char *word = dm_shift_arg(as);
	u64 count;

	if (!word || kstrtou64(word, 10, &count) || !count || count > DM_TIER_MAX_MEMBERS) {
		*error = "The number of members is a number from 1 to 16";
		return -EINVAL;
	}
	if (as->argc < count) {
		*error = "Fewer devices than the number of members says";
		return -EINVAL;
	}
	args->devs_count = count;
	return 0;
}

static int read_option(struct tier_args *args, const struct option *option,
		       struct dm_arg_set *as, u64 *left, char **error)
{
	const char *value;

	if (option->kind == FLAG) {
		*value_of(args, option) = true;
		return 0;
	}
	if (!*left) {
		*error = "An option has no value";
		return -EINVAL;
	}
	(*left)--;
	value = dm_shift_arg(as);
	if (option->kind == WORD ? strcmp(value, option->word) :
				   set_number(args, option, value)) {
		*error = (char *)option->error;
		return -EINVAL;
	}
	return 0;
}

int tier_args_options(struct tier_args *args, struct dm_arg_set *as, char **error)
{
	const struct option *option;
	unsigned long seen = 0;
	const char *word;
	unsigned int i;
	u64 left;

	for (i = 0; i < ARRAY_SIZE(options); i++)
		if (options[i].kind == TUNABLE)
			*value_of(args, &options[i]) = options[i].preset;

	word = dm_shift_arg(as);
	if (!word)
		return 0;
	if (kstrtou64(word, 10, &left) || left != as->argc) {
		*error = "The number of options is not the number of words behind it";
		return -EINVAL;
	}
	while (left) {
		left--;
		option = find(dm_shift_arg(as));
		if (!option) {
			*error = "Unknown option";
			return -EINVAL;
		}
		if (__test_and_set_bit(option - options, &seen)) {
			*error = "An option is there twice";
			return -EINVAL;
		}
		if (read_option(args, option, as, &left, error))
			return -EINVAL;
	}
	return 0;
}

int tier_args_set(struct tier_args *args, const char *key, const char *value)
{
	const struct option *option = find(key);

	if (!option || option->kind != TUNABLE)
		return -ENOENT;
	return set_number(args, option, value);
}

u32 tier_args_get(const struct tier_args *args, const char *key)
{
	const struct option *option = find(key);

	if (!option || option->kind != TUNABLE)
		return 0;
	return READ_ONCE(*value_of((struct tier_args *)args, option));
}

static bool is_preset(const struct tier_args *args, const struct option *option)
{
	if (option->kind == WORD)
		return true;
	return READ_ONCE(*value_of((struct tier_args *)args, option)) == option->preset;
}

unsigned int tier_args_print(const struct tier_args *args, char *result, unsigned int maxlen)
{
	unsigned int sz = 0, words = 0, i;

	for (i = 0; i < ARRAY_SIZE(options); i++)
		if (!is_preset(args, &options[i]))
			words += options[i].kind == FLAG ? 1 : 2;
	if (!words)
		return 0;

	DMEMIT(" %u", words);
	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (is_preset(args, &options[i]))
			continue;
		DMEMIT(" %s", options[i].key);
		if (options[i].kind == TUNABLE)
			DMEMIT(" %u", tier_args_get(args, options[i].key));
	}
	return sz;
}
