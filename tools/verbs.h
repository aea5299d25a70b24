/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verbs of tiersetup: what the command table is made of, and what a verb's
 * function gets.
 */
#ifndef TIERSETUP_VERBS_H
#define TIERSETUP_VERBS_H

#include <stdbool.h>
#include <stddef.h>

enum verb {
	VERB_CREATE,
	VERB_OPEN,
	VERB_CLOSE,
	VERB_LS,
	VERB_STATUS,
	VERB_TABLE,
	VERB_PIN,
	VERB_UNPIN,
	VERB_MOVE,
	VERB_SET,
	VERB_GET,
	VERB_FLUSH,
	VERB_CHECK,
	VERB_DUMP,
	VERB_ERASE,
	VERB_HELP,
	VERB_COUNT
};

struct report;
struct call;

/**
 * struct command - one verb
 * @name:       as it is typed
 * @alias:      another name, or NULL
 * @synopsis:   its arguments without the options
 * @help:       one line
 * @min_args:   fewest arguments
 * @max_args:   most arguments
 * @needs_root: can do nothing for other users
 * @run:        does it. Fills the report; errors are told through message.h
 *              before it returns. Return: 0 or -errno, which decides the exit
 *              status (see command_exit_status())
 */
struct command {
	const char *name;
	const char *alias;
	const char *synopsis;
	const char *help;
	int min_args;
	int max_args;
	bool needs_root;
	int (*run)(const struct call *call, struct report *report);
};

/* One for each enum verb. */
extern const struct command command_list[VERB_COUNT];

/**
 * command_find() - look a verb up by its exact name or alias
 * @name: as typed
 *
 * Return: the command or NULL.
 */
const struct command *command_find(const char *name);

/**
 * command_suggest() - end of a message about an unknown verb
 * @name: as typed
 *
 * Return: static text, "" if nothing comes close.
 */
const char *command_suggest(const char *name);

#endif /* TIERSETUP_VERBS_H */
