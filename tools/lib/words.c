// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include <linux/dm-tier.h>

#include "words.h"

static const struct {
	const char *key;
	size_t field;
} numbers[] = {
#define NUMBER(key, field)	{ key, offsetof(struct words_status, field) }
	NUMBER(DM_TIER_STATUS_LOG_BYTES, log_bytes),
	NUMBER(DM_TIER_STATUS_DIRTY_BYTES, dirty_bytes),
	NUMBER(DM_TIER_STATUS_LOGICAL_BYTES, logical_bytes),
	NUMBER(DM_TIER_STATUS_PHYSICAL_BYTES, physical_bytes),
	NUMBER(DM_TIER_STATUS_PROMOTED, promoted),
	NUMBER(DM_TIER_STATUS_DEMOTED, demoted),
	NUMBER(DM_TIER_STATUS_MOVED_BYTES, moved_bytes),
	NUMBER(DM_TIER_STATUS_ABORTED, aborted),
	NUMBER(DM_TIER_STATUS_MISALIGNED, misaligned),
	NUMBER(DM_TIER_STATUS_SUB_BLOCK, sub_block),
	NUMBER(DM_TIER_STATUS_RMW_FOREGROUND, rmw_foreground),
	NUMBER(DM_TIER_STATUS_RMW_BACKGROUND, rmw_background),
	NUMBER(DM_TIER_STATUS_COPIES, copies),
	NUMBER(DM_TIER_STATUS_COMMITS, commits),
	NUMBER(DM_TIER_STATUS_CHECKPOINTS, checkpoints),
	NUMBER(DM_TIER_STATUS_PENDING, pending),
	NUMBER(DM_TIER_STATUS_REPLAYED, replayed),
	NUMBER(DM_TIER_STATUS_RECOVERY_US, recovery_us),
#undef NUMBER
};

static const char * const tunables[] = {
	DM_TIER_KEY_COMMIT_INTERVAL,
};

const char *words_tunable(unsigned int nr)
{
	return nr < ARRAY_SIZE(tunables) ? tunables[nr] : NULL;
}

bool words_tunable_known(const char *key)
{
	const char *known;
	unsigned int i;

	for (i = 0; (known = words_tunable(i)); i++)
		if (!strcmp(known, key))
			return true;
	return false;
}

static bool take_member(struct words_status *status, const char *value)
{
	struct words_member *member;
	unsigned int major_nr, minor_nr;
	char device[24];

	if (status->members_count == DM_TIER_MAX_MEMBERS)
		return false;
	member = &status->members[status->members_count];
	if (sscanf(value,
		   "%23[^,],%36[^,],%u,%15[^,],%ju,%ju,%u,%u",
		   device, member->uuid, &member->level, member->state,
		   &member->extents, &member->used, &member->logical_bytes,
		   &member->physical_bytes) != 8)
		return false;
	if (member->level >= DM_TIER_MAX_LEVELS)
		return false;
	if (sscanf(device, "%u:%u", &major_nr, &minor_nr) == 2)
		member->number = makedev(major_nr, minor_nr);
	else if (strcmp(device, "-"))
		return false;
	status->members_count++;
	return true;
}

static bool take_level(struct words_status *status, const char *value)
{
	struct words_level level = { .present = true };
	unsigned int nr;

	if (sscanf(value, "%u,%ju,%ju,%ju,%ju",
		   &nr, &level.reads, &level.writes, &level.read_bytes,
		   &level.written_bytes) != 5 || nr >= DM_TIER_MAX_LEVELS)
		return false;
	status->levels[nr] = level;
	return true;
}

static bool take_number(void *field, const char *value)
{
	char *end;

	errno = 0;
	*(u64 *)field = strtoull(value, &end, 10);
	return !errno && end != value && !*end;
}

static bool take_pair(struct words_status *status, const char *key,
		      const char *value)
{
	unsigned int i;

	if (!strcmp(key, DM_TIER_STATUS_MEMBER))
		return take_member(status, value);
	if (!strcmp(key, DM_TIER_STATUS_LEVEL))
		return take_level(status, value);
	if (!strcmp(key, DM_TIER_STATUS_UUID))
		snprintf(status->uuid, sizeof(status->uuid), "%s", value);
	else if (!strcmp(key, DM_TIER_STATUS_CACHE_MODE))
		snprintf(status->cache_mode, sizeof(status->cache_mode), "%s",
			 value);
	else if (!strcmp(key, DM_TIER_STATUS_MIGRATION))
		status->migration = !strcmp(value, "on");
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		if (!strcmp(key, numbers[i].key))
			return take_number((char *)status + numbers[i].field,
					   value);
	return true;
}

static bool take_prefix(struct words_status *status, char **next)
{
	char *state = strtok_r(NULL, " ", next);
	char *extents = strtok_r(NULL, " ", next);
	char *size = strtok_r(NULL, " ", next);

	if (!size)
		return false;
	snprintf(status->state, sizeof(status->state), "%s", state);
	return sscanf(extents, "%ju/%ju", &status->mapped,
		      &status->extents) == 2 &&
	       take_number(&status->extent_sectors, size);
}

int words_status(const char *params, struct words_status *status)
{
	char *line = strdup(params);
	char *next = line;
	char *value;
	char *key;
	int r = 0;

	memset(status, 0, sizeof(*status));
	if (!line)
		return -ENOMEM;
	if (!take_prefix(status, &next))
		r = -EPROTO;
	while (!r && (key = strtok_r(NULL, " ", &next))) {
		value = strtok_r(NULL, " ", &next);
		if (!value || !take_pair(status, key, value))
			r = -EPROTO;
	}
	free(line);
	return r;
}

static bool stands_alone(const char *word)
{
	return !strcmp(word, DM_TIER_OPT_DEGRADED) ||
	       !strcmp(word, DM_TIER_OPT_READONLY);
}

/* Pass over the members. Return: number of option words, -1: no table line. */
static int skip_members(char **next)
{
	char *word = strtok_r(NULL, " ", next);
	long members = word ? strtol(word, NULL, 10) : -1;

	if (members < 0)
		return -1;
	while (members--)
		if (!strtok_r(NULL, " ", next))
			return -1;
	word = strtok_r(NULL, " ", next);
	return word ? atoi(word) : 0;
}

int words_option(const char *params, const char *key, char *value, size_t size)
{
	char *line = strdup(params);
	char *next = line;
	char *word;
	char *arg;
	int r = -ENOENT;

	if (!line)
		return -ENOMEM;
	if (skip_members(&next) < 0)
		r = -EPROTO;
	while (r == -ENOENT && (word = strtok_r(NULL, " ", &next))) {
		arg = stands_alone(word) ? "" : strtok_r(NULL, " ", &next);
		if (!arg) {
			r = -EPROTO;
		} else if (!strcmp(word, key)) {
			snprintf(value, size, "%s", arg);
			r = 0;
		}
	}
	free(line);
	return r;
}
