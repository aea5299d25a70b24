// SPDX-License-Identifier: GPL-2.0
/*
 * Looks at JSON of tiersetup:
 *
 *	json get FILE PATH		print a value; PATH as volumes[0].name
 *	json schema FILE SCHEMA		compare with a schema, tell what differs
 *
 * A schema has a line for each path, with all types that it may have:
 * "volume.members[].device str|null". A path with "optional" behind it may be
 * absent; any other must be there, if what it is in is there, and not empty.
 * What is not in the schema must not be in the file.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES	256

static struct line {
	char path[128];
	char types[64];
	bool optional;
	bool seen;
} schema[MAX_LINES];

static int lines;
static int complaints;

static void complain(const char *path, const char *what)
{
	printf("%s: %s\n", path, what);
	complaints++;
}

static const char *type_word(struct json_object *value)
{
	switch (json_object_get_type(value)) {
	case json_type_null:
		return "null";
	case json_type_boolean:
		return "bool";
	case json_type_int:
		return "int";
	case json_type_string:
		return "str";
	case json_type_array:
		return "array";
	case json_type_object:
		return "object";
	default:
		return "double";
	}
}

static bool word_in(const char *words, const char *word)
{
	size_t length = strlen(word);
	const char *at;

	for (at = words; at; at = strchr(at, '|')) {
		at += *at == '|';
		if (!strncmp(at, word, length) &&
		    (!at[length] || at[length] == '|'))
			return true;
	}
	return false;
}

static void look(struct json_object *value, const char *path)
{
	char below[128];
	size_t i;
	int at;

	for (at = 0; at < lines; at++)
		if (!strcmp(schema[at].path, path))
			break;
	if (at == lines) {
		complain(path, "not in the schema");
		return;
	}
	schema[at].seen = true;
	if (!word_in(schema[at].types, type_word(value)))
		complain(path, type_word(value));
	if (json_object_is_type(value, json_type_array)) {
		snprintf(below, sizeof(below), "%s[]", path);
		for (i = 0; i < json_object_array_length(value); i++)
			look(json_object_array_get_idx(value, i), below);
	}
	if (json_object_is_type(value, json_type_object)) {
		json_object_object_foreach(value, key, child) {
			snprintf(below, sizeof(below), "%s%s%s", path,
				 *path ? "." : "", key);
			look(child, below);
		}
	}
}

static int compare(struct json_object *root, const char *name)
{
	char text[256];
	FILE *file = fopen(name, "r");
	struct line *line;
	int at;

	if (!file)
		return 1;
	strcpy(schema[lines++].types, "object");
	while (lines < MAX_LINES && fgets(text, sizeof(text), file)) {
		line = &schema[lines];
		if (*text == '#' || sscanf(text, "%127s %63s", line->path,
					   line->types) != 2)
			continue;
		line->optional = strstr(text, " optional");
		lines++;
	}
	fclose(file);
	look(root, "");
	for (at = 0; at < lines; at++)
		if (!schema[at].seen && !schema[at].optional)
			complain(schema[at].path, "missing");
	return complaints ? 1 : 0;
}

static struct json_object *step(struct json_object *value, const char *word)
{
	struct json_object *child = NULL;
	char *end;
	size_t index;

	if (*word >= '0' && *word <= '9') {
		index = strtoul(word, &end, 10);
		if (!json_object_is_type(value, json_type_array) ||
		    index >= json_object_array_length(value))
			exit(1);
		return json_object_array_get_idx(value, index);
	}
	if (!json_object_object_get_ex(value, word, &child))
		exit(1);
	return child;
}

static int print(struct json_object *value, char *path)
{
	char *word;

	for (word = strtok(path, ".[]"); word; word = strtok(NULL, ".[]"))
		value = step(value, word);
	if (json_object_is_type(value, json_type_array))
		printf("%zu\n", json_object_array_length(value));
	else
		printf("%s\n", value ? json_object_get_string(value) : "null");
	return 0;
}

int main(int argc, char **argv)
{
	struct json_object *root;

	if (argc != 4)
		return 2;
	root = json_object_from_file(argv[2]);
	if (!root) {
		printf("%s: %s\n", argv[2], json_util_get_last_err());
		return 1;
	}
	if (!strcmp(argv[1], "get"))
		return print(root, argv[3]);
	return compare(root, argv[3]);
}
