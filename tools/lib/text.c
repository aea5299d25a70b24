// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <string.h>
#include <uuid/uuid.h>

#include "env.h"
#include "text.h"

bool text_is_name(const char *name)
{
	const char *c;
	uuid_t uuid;

	for (c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr(TEXT_NAME_OTHERS, *c))
			return false;
	return *name && *name != '-' && strcmp(name, ".") &&
	       strcmp(name, "..") && strcmp(name, "control") &&
	       uuid_parse(name, uuid);
}

/* Length of the UTF-8 character at @text, 0: it is none. */
static int character(const unsigned char *text)
{
	/* By length: smallest value, as a longer form than needed is none. */
	static const u32 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int length = *text < 0x80 ? 1 : *text >> 5 == 6 ? 2 :
		     *text >> 4 == 14 ? 3 : *text >> 3 == 30 ? 4 : 0;
	u32 value;
	int i;

	if (length <= 1)
		return length && *text >= ' ' && *text != 0x7f;
	value = *text & (0x7f >> length);
	for (i = 1; i < length; i++) {
		if (text[i] >> 6 != 2)
			return 0;
		value = value << 6 | (text[i] & 0x3f);
	}
	/* 0x80 to 0x9f are control characters, too. */
	if (value < least[length] || value < 0xa0 || value > 0x10ffff ||
	    value >> 11 == 27)
		return 0;
	return length;
}

bool text_clean(char *text)
{
	bool clean = true;
	int length;

	while (*text) {
		length = character((unsigned char *)text);
		if (!length) {
			*text = '?';
			clean = false;
			length = 1;
		}
		text += length;
	}
	return clean;
}
