/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints, under events/dm_tier/: the decisions of a volume.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM dm_tier

#if !defined(DM_TIER_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define DM_TIER_TRACE_H

#include <linux/tracepoint.h>

#include "engine/tier.h"

/* A commit is done: so many changes of the map, the journal ends there. */
TRACE_EVENT(dm_tier_commit,
	TP_PROTO(const struct tier *tier, u64 changes, u64 next_seq),
	TP_ARGS(tier, changes, next_seq),
	TP_STRUCT__entry(
		__array(u8, uuid, DM_TIER_UUID_SIZE)
		__field(u64, changes)
		__field(u64, next_seq)
	),
	TP_fast_assign(
		memcpy(__entry->uuid, tier->super.uuid, DM_TIER_UUID_SIZE);
		__entry->changes = changes;
		__entry->next_seq = next_seq;
	),
	TP_printk("uuid %pU changes %llu next_seq %llu", __entry->uuid, __entry->changes,
		  __entry->next_seq)
);

/* A checkpoint is done: its number, so many table blocks were written. */
TRACE_EVENT(dm_tier_checkpoint,
	TP_PROTO(const struct tier *tier, u64 number, u64 blocks),
	TP_ARGS(tier, number, blocks),
	TP_STRUCT__entry(
		__array(u8, uuid, DM_TIER_UUID_SIZE)
		__field(u64, number)
		__field(u64, blocks)
	),
	TP_fast_assign(
		memcpy(__entry->uuid, tier->super.uuid, DM_TIER_UUID_SIZE);
		__entry->number = number;
		__entry->blocks = blocks;
	),
	TP_printk("uuid %pU number %llu table blocks %llu", __entry->uuid, __entry->number,
		  __entry->blocks)
);

/* A move has ended: from level to level, so many bytes copied, 0 or -errno. */
DECLARE_EVENT_CLASS(dm_tier_move,
	TP_PROTO(const struct tier *tier, u64 extent, unsigned int from, unsigned int to, u64 bytes,
		 int error),
	TP_ARGS(tier, extent, from, to, bytes, error),
	TP_STRUCT__entry(
		__array(u8, uuid, DM_TIER_UUID_SIZE)
		__field(u64, extent)
		__field(unsigned int, from)
		__field(unsigned int, to)
		__field(u64, bytes)
		__field(int, error)
	),
	TP_fast_assign(
		memcpy(__entry->uuid, tier->super.uuid, DM_TIER_UUID_SIZE);
		__entry->extent = extent;
		__entry->from = from;
		__entry->to = to;
		__entry->bytes = bytes;
		__entry->error = error;
	),
	TP_printk("uuid %pU extent %llu level %u to %u bytes %llu error %d", __entry->uuid,
		  __entry->extent, __entry->from, __entry->to, __entry->bytes, __entry->error)
);

DEFINE_EVENT(dm_tier_move, dm_tier_promote,
	TP_PROTO(const struct tier *tier, u64 extent, unsigned int from, unsigned int to, u64 bytes,
		 int error),
	TP_ARGS(tier, extent, from, to, bytes, error)
);

DEFINE_EVENT(dm_tier_move, dm_tier_demote,
	TP_PROTO(const struct tier *tier, u64 extent, unsigned int from, unsigned int to, u64 bytes,
		 int error),
	TP_ARGS(tier, extent, from, to, bytes, error)
);

#endif /* DM_TIER_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
