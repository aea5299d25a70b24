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

#endif /* DM_TIER_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
