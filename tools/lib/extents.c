// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dm.h"
#include "extents.h"
#include "message.h"
#include "progress.h"
#include "size.h"
#include "words.h"

/* Neighbouring extents; @levels is how many the volume has. */
struct extents {
	u64 first;
	u64 count;
	u64 extent_bytes;
	unsigned int levels;
};

static int parse_range(const char *range, u64 *offset, u64 *length)
{
	const char *plus = strchr(range, '+');
	char first[32];

	if (!plus || (size_t)(plus - range) >= sizeof(first))
		return -EINVAL;
	snprintf(first, sizeof(first), "%.*s", (int)(plus - range), range);
	if (size_parse(first, offset) || size_parse(plus + 1, length) || !*length)
		return -EINVAL;
	return 0;
}

static int read_status(const char *name, struct words_status *status)
{
	char *params;
	u64 sectors;
	int r;

	r = dm_status(name, &sectors, &params);
	if (r)
		return r;
	r = words_status(params, status);
	free(params);
	if (r)
		message_error(r, "%s: the status line of the target is not understood: use the tiersetup that belongs to the module",
			      name);
	return r;
}

static int extents_of(const char *name, const char *range, struct extents *extents)
{
	struct words_status status;
	u64 offset, length, end;
	char text[SIZE_TEXT];
	int r;

	if (parse_range(range, &offset, &length))
		return message_error(-EINVAL, "\"%s\" is no range: take OFFSET+LENGTH, as in 10G+512M",
				     range);
	r = read_status(name, &status);
	if (r)
		return r;
	extents->extent_bytes = status.extent_sectors * 512;
	if (!extents->extent_bytes ||
	    __builtin_add_overflow(offset, length, &end) ||
	    end > status.extents * extents->extent_bytes)
		return message_error(-EINVAL, "%s ends behind the volume, which has %s",
				     range, size_format(status.extents * extents->extent_bytes,
							text));
	extents->first = offset / extents->extent_bytes;
	extents->count = (end - 1) / extents->extent_bytes - extents->first + 1;
	for (extents->levels = 0; extents->levels < DM_TIER_MAX_LEVELS &&
	     status.levels[extents->levels].present; extents->levels++)
		;
	return 0;
}

static int check_level(const struct extents *extents, const char *word)
{
	char *end;
	unsigned long number = strtoul(word, &end, 10);

	if (*word < '0' || *word > '9' || *end || number >= extents->levels)
		return message_error(-EINVAL, "\"%s\" is no level of the volume: take 0 to %u",
				     word, extents->levels - 1);
	return 0;
}

static int send_all(const char *name, const struct extents *extents,
		    const char *level, const char *what, const char *verb)
{
	u64 busy = 0, i;
	char text[64];
	int r = 0;

	progress_begin(what, extents->count * extents->extent_bytes);
	for (i = 0; !r && i < extents->count; i++) {
		snprintf(text, sizeof(text), "%s %" PRIu64 "%s%s", verb,
			 extents->first + i, level ? " " : "", level ? level : "");
		r = dm_message(name, text);
		if (r == -EBUSY) {
			busy++;
			r = 0;
		} else if (r && i) {
			/* What came before it is done. */
			r = -EINPROGRESS;
		}
		progress_add(extents->extent_bytes);
		if (!r)
			r = progress_stopped();
	}
	progress_end();
	if (!r && busy)
		r = message_error(-EINPROGRESS, "%" PRIu64 " of %" PRIu64 " extents are too busy: run the same again later",
				  busy, extents->count);
	return r;
}

int extents_message(const char *volume, const char *range, const char *level,
		    const char *what, const char *verb)
{
	struct dm_volume found;
	struct extents extents = { 0 };
	int r;

	r = dm_find(volume, &found);
	if (r)
		return r;
	r = extents_of(found.name, range, &extents);
	if (r)
		return r;
	if (level) {
		r = check_level(&extents, level);
		if (r)
			return r;
	}
	return send_all(found.name, &extents, level, what, verb);
}
