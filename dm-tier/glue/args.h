/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table line: words to struct tier_args and back, by one table of options,
 * which the message "set" uses too.
 */
#ifndef DM_TIER_ARGS_H
#define DM_TIER_ARGS_H

#include <linux/device-mapper.h>
#include <linux/types.h>

/**
 * struct tier_args - what the table line asks for
 * @devs_count:         members given
 * @degraded:           go live though a member is missing
 * @readonly:           no write, not even of metadata
 * @commit_interval_ms: changes of the map get durable after this time even
 *                      without a FLUSH, and the places that they free usable
 */
struct tier_args {
	unsigned int devs_count;
	u32 degraded;
	u32 readonly;
	u32 commit_interval_ms;
};

/**
 * tier_args_members() - read the number of members
 * @args:  devs_count is set
 * @as:    the words of the table line; the number is shifted off
 * @error: set to what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int tier_args_members(struct tier_args *args, struct dm_arg_set *as, char **error);

/**
 * tier_args_options() - read the options
 * @args:  set; where the line says nothing, to the default
 * @as:    what follows the members
 * @error: set to what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int tier_args_options(struct tier_args *args, struct dm_arg_set *as, char **error);

/**
 * tier_args_set() - give a tunable a value
 * @args:  changed
 * @key:   DM_TIER_KEY_*
 * @value: a decimal number
 *
 * Return: 0; -ENOENT if there is no such tunable; -ERANGE; -EINVAL.
 */
int tier_args_set(struct tier_args *args, const char *key, const char *value);

/**
 * tier_args_get() - the value of a tunable
 * @args: from there
 * @key:  DM_TIER_KEY_*
 *
 * Return: the value, 0 if there is no such tunable.
 */
u32 tier_args_get(const struct tier_args *args, const char *key);

/**
 * tier_args_print() - the options as they would be read again
 * @args:   all that is not the default
 * @result: where to
 * @maxlen: room there
 *
 * Return: characters written.
 */
unsigned int tier_args_print(const struct tier_args *args, char *result, unsigned int maxlen);

#endif /* DM_TIER_ARGS_H */
