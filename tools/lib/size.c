// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "size.h"

static int unit_factor(const char *unit, u64 *factor)
{
	static const char powers[] = "KMGT";
	const char *found;

	if (!*unit || !strcmp(unit, "B")) {
		*factor = 1;
		return 0;
	}
	if (unit[1])
		return -EINVAL;
	if (*unit == 's') {
		*factor = 512;
		return 0;
	}
	found = strchr(powers, toupper((unsigned char)*unit));
	if (!found)
		return -EINVAL;
	*factor = 1ULL << (10 * (found - powers + 1));
	return 0;
}

int size_parse(const char *text, u64 *bytes)
{
	u64 factor;
	u64 number;
	char *end;
	int r;

	/* strtoull() would take blanks and signs. */
	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno)
		return -ERANGE;
	r = unit_factor(end, &factor);
	if (r)
		return r;
	if (__builtin_mul_overflow(number, factor, bytes))
		return -ERANGE;
	return 0;
}

const char *size_format(u64 bytes, char text[SIZE_TEXT])
{
	static const char * const units[] = {
		"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB",
	};
	unsigned int unit = 0;

	while (unit < 6 && bytes >> (10 * (unit + 1)))
		unit++;
	if (bytes & ((1ULL << (10 * unit)) - 1))
		snprintf(text, SIZE_TEXT, "%.1f %s",
			 (double)bytes / (double)(1ULL << (10 * unit)),
			 units[unit]);
	else
		snprintf(text, SIZE_TEXT, "%ju %s",
			 bytes >> (10 * unit), units[unit]);
	return text;
}
