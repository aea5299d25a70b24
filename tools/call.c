// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "message.h"

#define OPTION(id, name, arg, verbs, help)	\
	[OPT_##id] = { name, arg, verbs, help },
const struct option_info option_list[OPT_COUNT] = {
#include "options.def"
};

#undef OPTION

/* Values of getopt_long() behind those of option_list. */
enum {
	GLOBAL_HELP = OPT_COUNT,
	GLOBAL_VERSION,
	GLOBAL_COMPLETION,
	GLOBAL_COUNT
};

/* Values of getopt_long() are above those of letters. */
#define LONG_BASE	256

static void long_options(struct option *options)
{
	static const char * const globals[] = {
		"help", "version", "bash-completion",
	};
	int i;

	memset(options, 0, (GLOBAL_COUNT + 1) * sizeof(*options));
	for (i = 0; i < GLOBAL_COUNT; i++) {
		options[i].name = i < OPT_COUNT ? option_list[i].name :
						  globals[i - OPT_COUNT];
		if (i < OPT_COUNT && option_list[i].arg)
			options[i].has_arg = required_argument;
		options[i].val = LONG_BASE + i;
	}
}

static int take_option(struct call *call, int id)
{
	switch (id) {
	case GLOBAL_HELP:
		call->help = true;
		return 0;
	case GLOBAL_VERSION:
		call->version = true;
		return 0;
	case GLOBAL_COMPLETION:
		call->completion = true;
		return 0;
	case OPT_DEVICE:
		call->devices[call->device_count++] = optarg;
		break;
	default:
		if (call->given[id] && option_list[id].arg &&
		    strcmp(call->value[id], optarg))
			return message_error(-EINVAL,
					     "--%s is given twice: give it once",
					     option_list[id].name);
		break;
	}
	call->given[id] = true;
	call->value[id] = optarg;
	return 0;
}

static int check_options(const struct call *call)
{
	const struct command *command = call->command;
	int i;

	for (i = 0; i < OPT_COUNT; i++) {
		if (!call->given[i] ||
		    option_list[i].verbs & 1U << (command - command_list))
			continue;
		return message_error(-EINVAL,
				     "%s does not take --%s: see tiersetup help %s",
				     command->name, option_list[i].name,
				     command->name);
	}
	return 0;
}

static int check_arguments(const struct call *call)
{
	const struct command *command = call->command;

	if (call->argc >= command->min_args && call->argc <= command->max_args)
		return 0;
	return message_error(-EINVAL,
			     "%s: %s arguments: tiersetup %s%s%s; see tiersetup help %s",
			     command->name, call->argc < command->min_args ?
			     "not enough" : "too many", command->name,
			     *command->synopsis ? " " : "", command->synopsis,
			     command->name);
}

static int find_command(struct call *call)
{
	const char *word = *call->argv;

	call->command = command_find(word);
	if (!call->command)
		return message_error(-EINVAL,
				     "no command \"%s\"%s: see tiersetup help",
				     word, command_suggest(word));
	call->argv++;
	call->argc--;
	return 0;
}

int call_parse(struct call *call, int argc, char **argv)
{
	struct option options[GLOBAL_COUNT + 1];
	int value;
	int r;

	memset(call, 0, sizeof(*call));
	call->devices = calloc((size_t)argc, sizeof(*call->devices));
	if (!call->devices)
		return message_memory();
	long_options(options);
	opterr = 0;
	while ((value = getopt_long(argc, argv, ":hV", options, NULL)) != -1) {
		if (value == ':')
			return message_error(-EINVAL,
					     "%s needs an argument: see tiersetup help",
					     argv[optind - 1]);
		if (value == '?')
			return message_error(-EINVAL,
					     "unknown option %s: see tiersetup help",
					     argv[optind - 1]);
		if (value == 'h')
			value = LONG_BASE + GLOBAL_HELP;
		if (value == 'V')
			value = LONG_BASE + GLOBAL_VERSION;
		r = take_option(call, value - LONG_BASE);
		if (r)
			return r;
	}
	call->argc = argc - optind;
	call->argv = argv + optind;
	if (call->version || call->completion)
		return 0;
	if (!call->argc)
		return call->help ? 0 :
		       message_error(-EINVAL,
				     "no command given: see tiersetup help");
	r = find_command(call);
	if (!r && !call->help)
		r = check_options(call);
	if (!r && !call->help)
		r = check_arguments(call);
	return r;
}

void call_free(struct call *call)
{
	free(call->devices);
}
