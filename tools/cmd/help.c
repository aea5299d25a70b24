// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "call.h"
#include "cmd.h"
#include "help.h"
#include "message.h"

int cmd_help(const struct call *call, struct report *report)
{
	const struct command *command = NULL;

	if (call->argc) {
		command = command_find(call->argv[0]);
		if (!command)
			return message_error(-EINVAL,
					     "no command \"%s\"%s: see tiersetup help",
					     call->argv[0],
					     command_suggest(call->argv[0]));
	}
	help_report(report, command);
	return 0;
}
