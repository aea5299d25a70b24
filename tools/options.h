/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All options of tiersetup, from options.def. Parsing, help, completion and
 * the test of the man page read this list.
 */
#ifndef TIERSETUP_OPTIONS_H
#define TIERSETUP_OPTIONS_H

#include "verbs.h"

#define VB(verb)	(1U << VERB_##verb)

#define OPTION(id, name, arg, verbs, help)	OPT_##id,
enum option_id {
#include "options.def"
	OPT_COUNT
};

#undef OPTION

/**
 * struct option_info - one option
 * @name:  without the dashes
 * @arg:   word for its argument in help, NULL: takes none
 * @verbs: bit n: valid for the verb with number n
 * @help:  one line
 */
struct option_info {
	const char *name;
	const char *arg;
	unsigned int verbs;
	const char *help;
};

/* One for each enum option_id. */
extern const struct option_info option_list[OPT_COUNT];

#endif /* TIERSETUP_OPTIONS_H */
