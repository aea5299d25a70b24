/* SPDX-License-Identifier: GPL-2.0 */
/* What a check has found. */
#ifndef TIERSETUP_FINDINGS_H
#define TIERSETUP_FINDINGS_H

#include <stdbool.h>

#include "env.h"

struct report;

/* One broken disk may give a finding for each block: only these are kept. */
#define FINDINGS_KEPT	1000

enum finding_severity {
	FINDING_NOTE,		/* no harm: what a crash leaves behind */
	FINDING_MISSING,	/* something could not be checked */
	FINDING_ERROR,		/* metadata is damaged */
	FINDING_SEVERITIES
};

/**
 * struct finding - one of them
 * @severity: how bad
 * @kind:     word for scripts; static
 * @device:   path, or NULL
 * @offset:   byte on the device, if @placed
 * @placed:   @offset is set
 * @text:     what is there, in words
 * @meaning:  what follows from it and what to do; static
 */
struct finding {
	enum finding_severity severity;
	const char *kind;
	char *device;
	u64 offset;
	bool placed;
	char *text;
	const char *meaning;
};

/**
 * struct findings - all of them
 * @list:   the first ones
 * @kept:   how many are in @list
 * @count:  how many there were, by severity
 * @failed: memory was short
 */
struct findings {
	struct finding *list;
	unsigned int kept;
	u64 count[FINDING_SEVERITIES];
	bool failed;
};

/* Say what a finding is; its place is set before or after. */
static inline void finding_set(struct finding *finding,
			       enum finding_severity severity, const char *kind,
			       const char *meaning)
{
	finding->severity = severity;
	finding->kind = kind;
	finding->meaning = meaning;
}

/**
 * findings_add() - add one
 * @findings: gets it
 * @template: all but @text; @device is copied
 * @format:   of the text
 */
void findings_add(struct findings *findings, const struct finding *template,
		  const char *format, ...)
	__printf(3, 4);

/* Show all of them, the worst last, where the eye is. */
void findings_report(const struct findings *findings, struct report *report);

/* Return: 0, -ENODEV: something is missing, -EBADMSG: damaged; -ENOMEM. */
int findings_error(const struct findings *findings);

/* Frees them. */
void findings_release(struct findings *findings);

#endif /* TIERSETUP_FINDINGS_H */
