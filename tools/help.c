// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"
#include "options.h"
#include "report.h"

static void help_all(struct report *report)
{
	int i;

	report_line(report, "Usage: tiersetup COMMAND [ARGUMENT...] [OPTION...]");
	report_line(report, "       tiersetup help [COMMAND]");
	report_line(report, "       tiersetup --version");
	report_line(report, "%s", "");
	report_line(report, "Tiered block devices of the device-mapper target \"tier\".");
	report_line(report, "%s", "");
	report_line(report, "Commands:");
	for (i = 0; i < VERB_COUNT; i++)
		report_line(report, "  %-8s %s", command_list[i].name,
			    command_list[i].help);
	report_line(report, "%s", "");
	report_line(report, "Sizes take K, M, G, T (powers of 1024), s (512-byte sectors) and B.");
	report_line(report, "%s", "");
	report_line(report, "Exit status:");
	report_line(report, "  0 done         4 wrong or missing device");
	report_line(report, "  1 usage        5 busy, exists or carries something");
	report_line(report, "  2 permission   6 metadata damaged");
	report_line(report, "  3 memory       7 partly done, or stopped");
}

static void help_options(struct report *report, unsigned int verb)
{
	const struct option_info *option;
	char left[48];
	int i;

	report_line(report, "%s", "");
	report_line(report, "Options:");
	for (i = 0; i < OPT_COUNT; i++) {
		option = &option_list[i];
		if (!(option->verbs & verb))
			continue;
		snprintf(left, sizeof(left), "--%s%s%s", option->name,
			 option->arg ? " " : "",
			 option->arg ? option->arg : "");
		report_line(report, "  %-24s %s", left, option->help);
	}
	report_line(report, "  %-24s %s", "--help", "show this help");
}

void help_report(struct report *report, const struct command *command)
{
	if (!command) {
		help_all(report);
		return;
	}
	report_line(report, "Usage: tiersetup %s%s%s [OPTION...]",
		    command->name, *command->synopsis ? " " : "",
		    command->synopsis);
	if (command->alias)
		report_line(report, "       (also: %s)", command->alias);
	report_line(report, "%s", "");
	report_line(report, "%s", command->help);
	help_options(report, 1U << (command - command_list));
}

static void completion_words(struct report *report, int verb)
{
	char words[512];
	size_t used = 0;
	int i;

	for (i = 0; i < OPT_COUNT; i++)
		if (option_list[i].verbs & 1U << verb)
			used += (size_t)snprintf(words + used,
						 sizeof(words) - used, " --%s",
						 option_list[i].name);
	report_line(report, "\t%s) words=\"--help%s\" ;;",
		    command_list[verb].name, used ? words : "");
}

void help_completion(struct report *report)
{
	char verbs[512];
	size_t used = 0;
	int i;

	for (i = 0; i < VERB_COUNT; i++)
		used += (size_t)snprintf(verbs + used, sizeof(verbs) - used,
					 "%s ", command_list[i].name);
	report_line(report, "# bash completion for tiersetup, made by tiersetup --bash-completion");
	report_line(report, "_tiersetup()\n{");
	report_line(report, "\tlocal cur=${COMP_WORDS[COMP_CWORD]} words=\"\"");
	report_line(report, "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	report_line(report, "\t\twords=\"%s--help --version\"", verbs);
	report_line(report, "\telse case ${COMP_WORDS[1]} in");
	for (i = 0; i < VERB_COUNT; i++)
		completion_words(report, i);
	report_line(report, "\tesac; fi");
	report_line(report, "\tcase $cur in");
	report_line(report, "\t-*) ;;");
	report_line(report, "\t*) if [ \"$COMP_CWORD\" -gt 1 ]; then");
	report_line(report, "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return");
	report_line(report, "\tfi ;;");
	report_line(report, "\tesac");
	report_line(report, "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")");
	report_line(report, "}");
	report_line(report, "complete -o filenames -F _tiersetup tiersetup");
}
