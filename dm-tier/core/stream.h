/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which accesses continue a sequential stream, and what an access costs the slow device.
 *
 * A stream is known by its address alone: an access that begins where one of the last
 * TIER_STREAMS accesses ended continues it, whoever sent it. Multipath spreads one stream over
 * several sessions and tasks, so nothing is kept per task. Pure; the caller serialises.
 */
#ifndef DM_TIER_CORE_STREAM_H
#define DM_TIER_CORE_STREAM_H

#include "env.h"

#define TIER_STREAMS	64

/**
 * struct tier_prices - what the slow device needs for its work, measured on the device at hand
 * @seek_us:       microseconds of a random access, without its bytes
 * @ns_per_kib:    nanoseconds for 1 KiB of a transfer
 * @stream_kib:    a stream that shares the device pays one seek for as many KiB
 */
struct tier_prices {
	u32 seek_us;
	u32 ns_per_kib;
	u32 stream_kib;
};

/* A 7200 rpm disk: 11.5 ms, 200 MB/s, one seek per 512 KiB of a stream. */
#define TIER_PRICES_DISK	{ .seek_us = 11500, .ns_per_kib = 5120, .stream_kib = 512 }

/**
 * struct tier_streams - where the last accesses ended
 * @ends: in sectors of 512 bytes; oldest at @next once all are used
 * @used: how many of @ends
 * @next: index of the next to be overwritten
 */
struct tier_streams {
	u64 ends[TIER_STREAMS];
	u32 used;
	u32 next;
};

/* Microseconds to transfer @bytes, without a seek. */
static inline u64 tier_price_bytes(const struct tier_prices *prices, u64 bytes)
{
	return div_u64(bytes * prices->ns_per_kib >> 10, 1000);
}

/**
 * tier_price_access() - time of the slow device for one access
 * @prices:    of the device
 * @bytes:     length
 * @continues: a stream, or at random
 *
 * Return: microseconds.
 */
u32 tier_price_access(const struct tier_prices *prices, u32 bytes, bool continues);

/**
 * tier_streams_init() - no stream is known
 * @streams: to set up
 */
void tier_streams_init(struct tier_streams *streams);

/**
 * tier_streams_see() - an access happens
 * @streams: table
 * @sector:  where it begins, 512 bytes
 * @sectors: how many
 *
 * Call it for each access in their order, hits of level 0 included: a stream that was served from
 * there for a while goes on. At most TIER_STREAMS steps.
 *
 * Return: whether it continues a stream.
 */
bool tier_streams_see(struct tier_streams *streams, u64 sector, u32 sectors);

#endif /* DM_TIER_CORE_STREAM_H */
