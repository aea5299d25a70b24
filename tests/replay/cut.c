// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "cut.h"

#define STREAMS	64

void *must_alloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory) {
		fputs("replay: out of memory\n", stderr);
		exit(3);
	}
	return memory;
}

static void name_of(char *name, size_t size, const char *path)
{
	const char *base = strrchr(path, '/');
	char *dot;

	snprintf(name, size, "%s", base ? base + 1 : path);
	dot = strstr(name, ".csv");
	if (dot)
		*dot = '\0';
}

int trace_load(struct trace *trace, const char *path, u32 limit)
{
	gzFile file = gzopen(path, "rb");
	u32 room = 0;
	char line[256];

	if (!file)
		return -ENOENT;
	memset(trace, 0, sizeof(*trace));
	name_of(trace->name, sizeof(trace->name), path);
	while (gzgets(file, line, sizeof(line)) && (!limit || trace->count < limit)) {
		unsigned long long time, offset, length;
		struct request *request;
		char op;

		if (sscanf(line, "%llu,%c,%llu,%llu", &time, &op, &offset, &length) != 4)
			continue;
		if ((op != 'R' && op != 'W') || length > 1U << 30)
			continue;
		if (trace->count == room) {
			room = room ? room * 2 : 1 << 16;
			trace->requests = realloc(trace->requests, room * sizeof(*trace->requests));
			if (!trace->requests)
				must_alloc(SIZE_MAX, SIZE_MAX);
		}
		request = &trace->requests[trace->count++];
		request->time = time;
		request->offset = offset;
		request->length = length;
		request->write = op == 'W';
		trace->bytes += length;
		if (offset + length > trace->end)
			trace->end = offset + length;
	}
	gzclose(file);
	return trace->count ? 0 : -EINVAL;
}

void trace_free(struct trace *trace)
{
	free(trace->requests);
	trace->requests = NULL;
}

/* Extent on the device -> dense number: a table of @mask + 1 entries with linear probing. */
struct numbers {
	u64 *keys;
	u32 *values;
	u64 mask;
};

static u32 number_of(struct numbers *numbers, struct cut *cut, u64 key)
{
	u64 at = (key * 0x9E3779B97F4A7C15ULL) >> 20 & numbers->mask;

	while (numbers->values[at]) {
		if (numbers->keys[at] == key)
			return numbers->values[at] - 1;
		at = (at + 1) & numbers->mask;
	}
	cut->address[cut->extents] = key;
	numbers->keys[at] = key;
	numbers->values[at] = cut->extents + 1;
	return cut->extents++;
}

static void price(struct cut *cut)
{
	u64 ends[STREAMS];
	u32 i, j, known = 0;

	for (i = 0; i < cut->count; i++) {
		struct access *access = &cut->accesses[i];

		for (j = 0; j < known; j++)
			if (ends[j] == access->offset)
				break;
		access->continues = j < known;
		access->ms = cut_ms(access->length, access->continues);
		ends[i % STREAMS] = access->offset + access->length;
		if (known < STREAMS)
			known++;
	}
}

void cut_make(struct cut *cut, const struct trace *trace, unsigned int shift)
{
	struct numbers numbers;
	u64 pieces = 0;
	u32 i;

	memset(cut, 0, sizeof(*cut));
	cut->trace = trace;
	cut->shift = shift;
	for (i = 0; i < trace->count; i++) {
		const struct request *request = &trace->requests[i];
		u64 end = request->offset + request->length;

		pieces += ((end ? end - 1 : 0) >> shift) - (request->offset >> shift) + 1;
	}
	cut->accesses = must_alloc(pieces, sizeof(*cut->accesses));
	cut->address = must_alloc(pieces, sizeof(*cut->address));
	for (numbers.mask = 1; numbers.mask < pieces * 2; numbers.mask *= 2)
		;
	numbers.mask--;
	numbers.keys = must_alloc(numbers.mask + 1, sizeof(*numbers.keys));
	numbers.values = must_alloc(numbers.mask + 1, sizeof(*numbers.values));
	for (i = 0; i < trace->count; i++) {
		const struct request *request = &trace->requests[i];
		u64 offset = request->offset, end = offset + request->length, stop;

		do {
			struct access *access = &cut->accesses[cut->count++];

			stop = ((offset >> shift) + 1) << shift;
			if (stop > end)
				stop = end;
			access->extent = number_of(&numbers, cut, offset >> shift);
			access->request = i;
			access->offset = offset;
			access->length = stop - offset;
			access->write = request->write;
			offset = stop;
		} while (stop < end);
	}
	free(numbers.keys);
	free(numbers.values);
	price(cut);
	cut->move = CUT_SEEK_MS + (1 << shift) / CUT_BYTES_PER_MS;
	cut->piggy = (1 << shift) / CUT_BYTES_PER_MS;
}

void cut_free(struct cut *cut)
{
	free(cut->accesses);
	free(cut->address);
	memset(cut, 0, sizeof(*cut));
}
