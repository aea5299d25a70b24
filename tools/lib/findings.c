// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "findings.h"
#include "message.h"
#include "report.h"

static const char * const severity_words[FINDING_SEVERITIES] = {
	[FINDING_NOTE] = "note",
	[FINDING_MISSING] = "missing",
	[FINDING_ERROR] = "error",
};

static struct finding *grow(struct findings *findings)
{
	struct finding *list;

	list = realloc(findings->list, (findings->kept + 1) * sizeof(*list));
	if (!list) {
		findings->failed = true;
		return NULL;
	}
	findings->list = list;
	return &list[findings->kept];
}

void findings_add(struct findings *findings, const struct finding *template,
		  const char *format, ...)
{
	struct finding *finding;
	va_list args;

	findings->count[template->severity]++;
	if (findings->kept == FINDINGS_KEPT)
		return;
	finding = grow(findings);
	if (!finding)
		return;
	*finding = *template;
	finding->device = template->device ? strdup(template->device) : NULL;
	va_start(args, format);
	if (vasprintf(&finding->text, format, args) < 0)
		finding->text = NULL;
	va_end(args);
	if (!finding->text || (template->device && !finding->device)) {
		free(finding->device);
		free(finding->text);
		findings->failed = true;
		return;
	}
	findings->kept++;
}

static void report_human(const struct finding *finding, struct report *report)
{
	char place[32] = "";

	if (finding->placed)
		snprintf(place, sizeof(place), " at byte %ju",
			 finding->offset);
	report_line(report, "%s: %s%s%s%s: %s",
		    severity_words[finding->severity],
		    finding->device ? finding->device : "", place,
		    finding->device ? ": " : "", finding->text,
		    finding->meaning);
}

static void report_one(const struct finding *finding, struct report *report,
		       struct json_object *array)
{
	struct json_object *object = json_append_object(array);

	report_human(finding, report);
	json_str(object, "severity", severity_words[finding->severity]);
	json_str(object, "kind", finding->kind);
	if (finding->device)
		json_str(object, "device", finding->device);
	else
		json_null(object, "device");
	if (finding->placed)
		json_int(object, "offset_bytes", finding->offset);
	else
		json_null(object, "offset_bytes");
	json_str(object, "text", finding->text);
	json_str(object, "meaning", finding->meaning);
}

void findings_report(const struct findings *findings, struct report *report)
{
	struct json_object *root = report_json(report);
	struct json_object *array = json_new_array(root, "findings");
	u64 total = 0;
	unsigned int i;
	int severity;

	for (severity = 0; severity < FINDING_SEVERITIES; severity++) {
		total += findings->count[severity];
		for (i = 0; i < findings->kept; i++)
			if ((int)findings->list[i].severity == severity)
				report_one(&findings->list[i], report, array);
	}
	if (total > findings->kept)
		report_line(report, "... and %ju more",
			    total - findings->kept);
	json_int(root, "notes", findings->count[FINDING_NOTE]);
	json_int(root, "missing", findings->count[FINDING_MISSING]);
	json_int(root, "errors", findings->count[FINDING_ERROR]);
}

int findings_error(const struct findings *findings)
{
	if (findings->failed)
		return message_memory();
	if (findings->count[FINDING_ERROR])
		return -EBADMSG;
	return findings->count[FINDING_MISSING] ? -ENODEV : 0;
}

void findings_release(struct findings *findings)
{
	while (findings->kept) {
		findings->kept--;
		free(findings->list[findings->kept].device);
		free(findings->list[findings->kept].text);
	}
	free(findings->list);
	findings->list = NULL;
}
