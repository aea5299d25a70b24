/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The result of a verb, on stdout: lines and tables for people, or one JSON
 * object. Verbs fill it, main() prints it.
 *
 * Nothing of this fails towards its caller: report_print() tells if memory was
 * short.
 */
#ifndef TIERSETUP_REPORT_H
#define TIERSETUP_REPORT_H

#include <json-c/json.h>
#include <stdbool.h>

#include "env.h"

#define REPORT_VERSION	1

struct report;
struct report_table;

/* Return: a report, or NULL: no memory. */
struct report *report_new(bool json);

/* Frees all of it. */
void report_free(struct report *report);

/* Something did not fit in memory: report_print() will tell. */
void report_fail(struct report *report);

/* Is there nothing for people in it? */
bool report_empty(const struct report *report);

/* Is JSON wanted? Then lines and tables are not printed. */
bool report_wants_json(const struct report *report);

/* The JSON object; has "dm_tier_report" already. */
struct json_object *report_json(struct report *report);

/* A line for people, without a newline. */
void report_line(struct report *report, const char *format, ...)
	__printf(2, 3);

/**
 * report_table() - a table for people
 * @report:  it goes to
 * @columns: names, ended by NULL; one that begins with '>' holds numbers
 */
struct report_table *report_table(struct report *report,
				  const char * const *columns);

/* Begin the next row of a table. */
void report_row(struct report_table *table);

/* Fill the next cell of the row. */
void report_cell(struct report_table *table, const char *format, ...)
	__printf(2, 3);

/**
 * struct report_stream_ops - a long list that is made while it is printed
 * @json:    makes the next element; NULL: there are no more
 * @line:    writes the next line for people: 1, or 0: there are no more
 * @release: frees the context with the report; may be NULL
 */
struct report_stream_ops {
	struct json_object *(*json)(void *context);
	int (*line)(void *context, char *text, size_t size);
	void (*release)(void *context);
};

/**
 * report_stream() - put a long list at the end of a report
 * @report:  it goes to; takes one
 * @key:     of the array in the JSON object
 * @ops:     see there; either json() or line() is called
 * @context: for them
 */
void report_stream(struct report *report, const char *key,
		   const struct report_stream_ops *ops, void *context);

/**
 * report_print() - print it
 * @report: filled
 *
 * Return: 0, -ENOMEM, -EIO: stdout cannot be written (told).
 */
int report_print(struct report *report);

/* Add fields to a JSON object. */
void json_str(struct json_object *object, const char *key, const char *value);
void json_int(struct json_object *object, const char *key, u64 value);
void json_flag(struct json_object *object, const char *key, bool value);
void json_null(struct json_object *object, const char *key);

/* Add an empty object or array and return it. */
struct json_object *json_new_object(struct json_object *object, const char *key);
struct json_object *json_new_array(struct json_object *object, const char *key);

/* Append an empty object to an array and return it. */
struct json_object *json_append_object(struct json_object *array);

#endif /* TIERSETUP_REPORT_H */
