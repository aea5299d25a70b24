// SPDX-License-Identifier: GPL-2.0
/* tiersetup: sets up, shows and checks volumes of the device-mapper target "tier". */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/dm-tier-format.h>
#include <linux/dm-tier.h>

#include "call.h"
#include "cmd/cmd.h"
#include "help.h"
#include "message.h"
#include "progress.h"
#include "report.h"
#include "verbs.h"

const struct command command_list[VERB_COUNT] = {
	[VERB_CREATE] = {
		"create", NULL, "NAME LEVEL0 [LEVEL1 [LEVEL2 [LEVEL3]]]",
		"Make a volume and open it; a LEVEL is DEV[,DEV...], fastest first.",
		2, 1 + DM_TIER_MAX_LEVELS, false, cmd_create,
	},
	[VERB_OPEN] = {
		"open", NULL, "NAME|UUID | --all",
		"Find the members of a volume and open it.",
		0, 1, true, cmd_open,
	},
	[VERB_CLOSE] = {
		"close", NULL, "NAME | --all",
		"Close a volume; its data stays.",
		0, 1, true, cmd_close,
	},
	[VERB_LS] = {
		"ls", "list", "",
		"List all volumes, open or not.",
		0, 0, true, cmd_ls,
	},
	[VERB_STATUS] = {
		"status", NULL, "[NAME]",
		"Show state, members, use and counters of open volumes.",
		0, 1, true, cmd_status,
	},
	[VERB_TABLE] = {
		"table", NULL, "NAME",
		"Print the device-mapper table of an open volume.",
		1, 1, true, cmd_table,
	},
	[VERB_PIN] = {
		"pin", NULL, "NAME RANGE LEVEL",
		"Keep what a range holds, or will hold, on a level.",
		3, 3, true, cmd_pin,
	},
	[VERB_UNPIN] = {
		"unpin", NULL, "NAME RANGE",
		"Let what a range holds move again.",
		2, 2, true, cmd_unpin,
	},
	[VERB_MOVE] = {
		"move", NULL, "NAME RANGE LEVEL",
		"Move what a range holds to a level; RANGE is OFFSET+LENGTH.",
		3, 3, true, cmd_move,
	},
	[VERB_SET] = {
		"set", NULL, "NAME KEY=VALUE...",
		"Change tunables of an open volume.",
		2, INT_MAX, true, cmd_set,
	},
	[VERB_GET] = {
		"get", NULL, "NAME [KEY...]",
		"Print tunables of an open volume.",
		1, INT_MAX, true, cmd_get,
	},
	[VERB_FLUSH] = {
		"flush", NULL, "NAME",
		"Make everything durable and empty the journal.",
		1, 1, true, cmd_flush,
	},
	[VERB_CHECK] = {
		"check", NULL, "DEV...",
		"Check the metadata on the members of a closed volume; writes nothing.",
		1, INT_MAX, false, cmd_check,
	},
	[VERB_DUMP] = {
		"dump", NULL, "DEV...",
		"Print the metadata on the members of a closed volume.",
		1, INT_MAX, false, cmd_dump,
	},
	[VERB_ERASE] = {
		"erase", NULL, "DEV...",
		"Wipe the superblocks of members; their volume is gone.",
		1, INT_MAX, false, cmd_erase,
	},
	[VERB_HELP] = {
		"help", NULL, "[COMMAND]",
		"Show help on all commands or on one.",
		0, 1, false, cmd_help,
	},
};

/* The exit status of tiersetup. */
enum exit_status {
	EXIT_OK = 0,
	EXIT_USAGE = 1,
	EXIT_PERMISSION = 2,
	EXIT_MEMORY = 3,
	EXIT_DEVICE = 4,
	EXIT_BUSY = 5,
	EXIT_DAMAGED = 6,
	EXIT_PARTLY = 7,
};

static enum exit_status exit_status_of(int error)
{
	switch (error) {
	case 0:
		return EXIT_OK;
	case -EINVAL:
	case -ERANGE:
		return EXIT_USAGE;
	case -EACCES:
	case -EPERM:
		return EXIT_PERMISSION;
	case -ENOMEM:
		return EXIT_MEMORY;
	case -EBUSY:
	case -EEXIST:
		return EXIT_BUSY;
	case -EBADMSG:
		return EXIT_DAMAGED;
	case -EINTR:
	case -EINPROGRESS:
		return EXIT_PARTLY;
	default:
		return EXIT_DEVICE;
	}
}

const struct command *command_find(const char *name)
{
	int i;

	for (i = 0; i < VERB_COUNT; i++) {
		const struct command *command = &command_list[i];

		if (!strcmp(command->name, name) ||
		    (command->alias && !strcmp(command->alias, name)))
			return command;
	}
	return NULL;
}

const char *command_suggest(const char *name)
{
	/* Words of similar tools. */
	static const struct {
		const char *word;
		const char *text;
	} others[] = {
		{ "format", " (did you mean create?)" },
		{ "activate", " (did you mean open?)" },
		{ "start", " (did you mean open?)" },
		{ "deactivate", " (did you mean close?)" },
		{ "stop", " (did you mean close?)" },
		{ "remove", " (did you mean close, or erase?)" },
		{ "info", " (did you mean status?)" },
		{ "verify", " (did you mean check?)" },
		{ "wipe", " (did you mean erase?)" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(others[i].word, name))
			return others[i].text;
	return "";
}

static int run_command(const struct call *call, struct report *report)
{
	const struct command *command = call->command;

	if (call->version) {
		report_line(report, "tiersetup %s", DM_TIER_VERSION_STRING);
		return 0;
	}
	if (call->completion) {
		help_completion(report);
		return 0;
	}
	if (call->help) {
		help_report(report, command);
		return 0;
	}
	if (command->needs_root && geteuid())
		return message_error(-EACCES, "%s needs root: run it as root",
				     command->name);
	progress_catch_signals();
	return command->run(call, report);
}

int main(int argc, char **argv)
{
	struct report *report;
	struct call call;
	int printed = 0;
	int r;

	r = call_parse(&call, argc, argv);
	if (r) {
		call_free(&call);
		return exit_status_of(r);
	}
	report = report_new(call.given[OPT_JSON]);
	if (!report) {
		call_free(&call);
		return exit_status_of(message_memory());
	}
	r = run_command(&call, report);
	if (r == -EINTR)
		message_error(r, "stopped: run the same again when you like");
	/* Also after an error: check has something to tell then. */
	if (!r || !report_empty(report))
		printed = report_print(report);
	report_free(report);
	call_free(&call);
	return exit_status_of(r ? r : printed);
}
