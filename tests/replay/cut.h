/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A block trace, and the trace cut into accesses of extents with what each costs the slow device: the
 * model of sim/tiersim.py, number for number.
 *
 * A random access costs CUT_SEEK_MS and its bytes at CUT_BYTES_PER_MS; one that continues one of the last
 * 64 accesses pays one seek per 512 KiB instead. A move of an extent is a random access of its size.
 */
#ifndef DM_TIER_REPLAY_CUT_H
#define DM_TIER_REPLAY_CUT_H

#include "env.h"

#define CUT_SEEK_MS		11.5
#define CUT_BYTES_PER_MS	200e3
#define CUT_SEQ_MS_PER_BYTE	(CUT_SEEK_MS / (512 << 10))

/**
 * struct request - one line of a trace
 * @time:   microseconds
 * @offset: bytes
 * @length: bytes
 * @write:  or a read
 */
struct request {
	u64 time;
	u64 offset;
	u32 length;
	bool write;
};

struct trace {
	char name[64];
	struct request *requests;
	u32 count;
	u64 bytes;
	u64 end;
};

/**
 * struct access - what a request does to one extent
 * @extent:    number, dense: in the order of the first accesses
 * @request:   index
 * @offset:    bytes
 * @length:    bytes, within the extent
 * @write:     or a read
 * @continues: one of the last 64 accesses ended here
 * @ms:        time of the slow device, if it serves it
 */
struct access {
	u64 offset;
	double ms;
	u32 extent;
	u32 request;
	u32 length;
	bool write;
	bool continues;
};

/**
 * struct cut - a trace cut at the borders of extents
 * @trace:    that was cut
 * @shift:    log2 of the extent's size
 * @accesses: in order
 * @count:    of accesses
 * @address:  number on the device of each extent
 * @extents:  that are touched at all
 * @move:     ms to move an extent one way
 * @piggy:    ms to promote one whose data the head is over already
 */
struct cut {
	const struct trace *trace;
	unsigned int shift;
	struct access *accesses;
	u32 count;
	u64 *address;
	u32 extents;
	double move;
	double piggy;
};

/* Time of the slow device for @length bytes. */
static inline double cut_ms(u32 length, bool continues)
{
	double seek = CUT_SEEK_MS;

	if (continues && length * CUT_SEQ_MS_PER_BYTE < seek)
		seek = length * CUT_SEQ_MS_PER_BYTE;
	return seek + length / CUT_BYTES_PER_MS;
}

/* Reads a gzip CSV file (time_us,op,offset_bytes,length_bytes); at most @limit requests if that is not 0. */
int trace_load(struct trace *trace, const char *path, u32 limit);
void trace_free(struct trace *trace);

void cut_make(struct cut *cut, const struct trace *trace, unsigned int shift);
void cut_free(struct cut *cut);

/* calloc() that ends the program when there is no memory. */
void *must_alloc(size_t count, size_t size);

#endif /* DM_TIER_REPLAY_CUT_H */
