/* SPDX-License-Identifier: GPL-2.0 */
/* One call of tiersetup: the verb, its arguments and its options. */
#ifndef TIERSETUP_CALL_H
#define TIERSETUP_CALL_H

#include "options.h"
#include "verbs.h"

/**
 * struct call - what was typed
 * @command:      the verb; NULL with --help or --version alone
 * @argc:         number of arguments behind the verb
 * @argv:         the arguments, point into main()'s
 * @given:        was this option given
 * @value:        its last argument, NULL if it takes none
 * @devices:      arguments of --device
 * @device_count: how many
 * @help:         --help was given
 * @version:      --version was given
 * @completion:   --bash-completion was given
 */
struct call {
	const struct command *command;
	int argc;
	char **argv;
	bool given[OPT_COUNT];
	const char *value[OPT_COUNT];
	const char **devices;
	int device_count;
	bool help;
	bool version;
	bool completion;
};

/**
 * call_parse() - read the command line
 * @call: gets it
 * @argc: of main()
 * @argv: of main(), will be permuted
 *
 * Return: 0, -EINVAL (was told), -ENOMEM (was told). call_free() in any case.
 */
int call_parse(struct call *call, int argc, char **argv);

/* Frees what call_parse() took. */
void call_free(struct call *call);

#endif /* TIERSETUP_CALL_H */
