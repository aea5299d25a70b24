/* SPDX-License-Identifier: GPL-2.0 */
/* A plan, shown. */
#ifndef TIERSETUP_PLANVIEW_H
#define TIERSETUP_PLANVIEW_H

#include <stdbool.h>

struct plan;
struct report;

/**
 * planview_report() - show a plan
 * @report: gets it
 * @plan:   laid out
 * @dry:    nothing was written: all of it; else one line for people
 */
void planview_report(struct report *report, const struct plan *plan, bool dry);

#endif /* TIERSETUP_PLANVIEW_H */
