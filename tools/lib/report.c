// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libsmartcols.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "report.h"

struct report_table {
	struct libscols_table *scols;
	struct libscols_line *row;
	size_t cell;
	bool failed;
};

struct report_part {
	struct report_part *next;
	char *line;
	struct report_table table;
};

struct report {
	bool json;
	bool failed;
	struct json_object *root;
	struct report_part *first;
	struct report_part **last;
	const char *stream_key;
	const struct report_stream_ops *stream;
	void *stream_context;
};

/* So that callers of a report without memory have something to write to. */
static struct report_table no_table = { .failed = true };

struct report *report_new(bool json)
{
	struct report *report = calloc(1, sizeof(*report));

	if (!report)
		return NULL;
	report->json = json;
	report->last = &report->first;
	report->root = json_object_new_object();
	if (!report->root) {
		free(report);
		return NULL;
	}
	json_int(report->root, "dm_tier_report", REPORT_VERSION);
	return report;
}

void report_free(struct report *report)
{
	struct report_part *part;

	if (!report)
		return;
	while ((part = report->first)) {
		report->first = part->next;
		scols_unref_table(part->table.scols);
		free(part->line);
		free(part);
	}
	if (report->stream && report->stream->release)
		report->stream->release(report->stream_context);
	json_object_put(report->root);
	free(report);
}

void report_fail(struct report *report)
{
	report->failed = true;
}

bool report_empty(const struct report *report)
{
	return !report->first && !report->failed;
}

bool report_wants_json(const struct report *report)
{
	return report->json;
}

struct json_object *report_json(struct report *report)
{
	return report->root;
}

static struct report_part *part_new(struct report *report)
{
	struct report_part *part = calloc(1, sizeof(*part));

	if (!part) {
		report->failed = true;
		return NULL;
	}
	*report->last = part;
	report->last = &part->next;
	return part;
}

void report_line(struct report *report, const char *format, ...)
{
	struct report_part *part = part_new(report);
	va_list args;

	if (!part)
		return;
	va_start(args, format);
	if (vasprintf(&part->line, format, args) < 0) {
		part->line = NULL;
		report->failed = true;
	}
	va_end(args);
}

struct report_table *report_table(struct report *report,
				  const char * const *columns)
{
	struct report_part *part = part_new(report);
	struct libscols_table *scols;
	int flags;

	if (!part)
		return &no_table;
	scols = scols_new_table();
	part->table.scols = scols;
	part->table.failed = !scols;
	for (; scols && *columns; columns++) {
		flags = **columns == '>' ? SCOLS_FL_RIGHT : 0;
		if (!scols_table_new_column(scols, *columns + !!flags, 0, flags))
			part->table.failed = true;
	}
	return &part->table;
}

void report_row(struct report_table *table)
{
	table->cell = 0;
	table->row = table->scols ? scols_table_new_line(table->scols, NULL) :
				    NULL;
	if (!table->row)
		table->failed = true;
}

void report_cell(struct report_table *table, const char *format, ...)
{
	va_list args;
	char *text;

	if (table->failed)
		return;
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		table->failed = true;
	else if (scols_line_refer_data(table->row, table->cell++, text))
		table->failed = true;
	va_end(args);
}

void report_stream(struct report *report, const char *key,
		   const struct report_stream_ops *ops, void *context)
{
	report->stream_key = key;
	report->stream = ops;
	report->stream_context = context;
}

#define JSON_STYLE	(JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | \
			 JSON_C_TO_STRING_NOSLASHESCAPE)

static const char *json_text(struct json_object *object, int style)
{
	return json_object_to_json_string_ext(object, style);
}

/* The object without its last brace, then the list, one element a line. */
static int print_json_stream(struct report *report)
{
	const char *text = json_text(report->root, JSON_STYLE);
	struct json_object *element;
	const char *comma = "";

	if (!text)
		return -ENOMEM;
	printf("%.*s,\n  \"%s\":[", (int)(strrchr(text, '}') - text - 1), text,
	       report->stream_key);
	while ((element = report->stream->json(report->stream_context))) {
		text = json_text(element, JSON_C_TO_STRING_SPACED |
				 JSON_C_TO_STRING_NOSLASHESCAPE);
		printf("%s\n    %s", comma, text ? text : "null");
		json_object_put(element);
		comma = ",";
	}
	printf("\n  ]\n}\n");
	return 0;
}

static int print_json(struct report *report)
{
	const char *text;

	if (report->stream)
		return print_json_stream(report);
	text = json_text(report->root, JSON_STYLE);
	if (!text)
		return -ENOMEM;
	puts(text);
	return 0;
}

static int print_human(struct report *report)
{
	struct report_part *part;
	char line[256];

	for (part = report->first; part; part = part->next) {
		if (part->line)
			puts(part->line);
		else if (!part->table.failed)
			scols_print_table(part->table.scols);
		if (part->table.failed)
			return -ENOMEM;
	}
	while (report->stream &&
	       report->stream->line(report->stream_context, line, sizeof(line)))
		puts(line);
	return 0;
}

int report_print(struct report *report)
{
	int r = report->failed ? -ENOMEM : 0;

	if (!r)
		r = report->json ? print_json(report) : print_human(report);
	if (r)
		return message_memory();
	if (fflush(stdout) || ferror(stdout))
		return message_error(-EIO,
				     "stdout cannot be written (%s): make room there",
				     strerror(errno));
	return 0;
}

void json_str(struct json_object *object, const char *key, const char *value)
{
	json_object_object_add(object, key, json_object_new_string(value));
}

void json_int(struct json_object *object, const char *key, u64 value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

void json_flag(struct json_object *object, const char *key, bool value)
{
	json_object_object_add(object, key, json_object_new_boolean(value));
}

void json_null(struct json_object *object, const char *key)
{
	json_object_object_add(object, key, NULL);
}

struct json_object *json_new_object(struct json_object *object, const char *key)
{
	struct json_object *child = json_object_new_object();

	json_object_object_add(object, key, child);
	return child;
}

struct json_object *json_new_array(struct json_object *object, const char *key)
{
	struct json_object *child = json_object_new_array();

	json_object_object_add(object, key, child);
	return child;
}

struct json_object *json_append_object(struct json_object *array)
{
	struct json_object *child = json_object_new_object();

	json_object_array_add(array, child);
	return child;
}
