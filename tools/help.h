/* SPDX-License-Identifier: GPL-2.0 */
/* Help and completion, made from the command table and the option list. */
#ifndef TIERSETUP_HELP_H
#define TIERSETUP_HELP_H

#include "verbs.h"

struct report;

/* Help on all verbs, or on one. */
void help_report(struct report *report, const struct command *command);

/* A script for bash that completes verbs and options. */
void help_completion(struct report *report);

#endif /* TIERSETUP_HELP_H */
