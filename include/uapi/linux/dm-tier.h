/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * dm-tier: the words that the target and its tools share.
 *
 * Documentation/admin-guide/dm-tier.rst describes table line, messages and
 * status field by field.
 */
#ifndef _UAPI_LINUX_DM_TIER_H
#define _UAPI_LINUX_DM_TIER_H

/* The one place of the version; dm's target version has the same numbers. */
#define DM_TIER_VERSION_MAJOR		0
#define DM_TIER_VERSION_MINOR		1
#define DM_TIER_VERSION_PATCH		0
#define DM_TIER_VERSION_STRING		"0.1.0"

#define DM_TIER_TARGET			"tier"
#define DM_TIER_DM_UUID_PREFIX		"TIER-"	/* dm uuid: TIER-<volume uuid> */

/*
 * Table line: <start> <length> tier <#members> <dev>... [<#opts> <opt>...]
 * Each option is a key and a value but for the two that stand alone.
 */
#define DM_TIER_OPT_CACHE_MODE		"cache_mode"
#define DM_TIER_OPT_MIGRATION		"migration"
#define DM_TIER_OPT_DEGRADED		"degraded"
#define DM_TIER_OPT_READONLY		"readonly"
/* Tunables: options, and "message set KEY VALUE" */
#define DM_TIER_KEY_COMMIT_INTERVAL	"commit_interval_ms"

/* Messages */
#define DM_TIER_MSG_SET			"set"		/* set KEY VALUE */
#define DM_TIER_MSG_COMMIT		"commit"	/* make all durable */
#define DM_TIER_MSG_CHECKPOINT		"checkpoint"	/* and empty the journal */
#define DM_TIER_MSG_PIN			"pin"		/* pin EXTENT LEVEL */
#define DM_TIER_MSG_UNPIN		"unpin"		/* unpin EXTENT */
#define DM_TIER_MSG_MOVE		"move"		/* move EXTENT LEVEL, and wait */

/*
 * Status: <state> <mapped extents>/<extents> <sectors per extent>, then pairs
 * of key and value. A member's value is one word:
 *	<major>:<minor>,<member uuid>,<level>,<state>,<extents>,<used extents>,
 *	<logical bytes>,<physical bytes>
 * a missing member has "-" for its device and 0 for its sector sizes. A
 * level's value is:
 *	<level>,<reads>,<writes>,<read bytes>,<written bytes>
 */
#define DM_TIER_STATE_ONLINE		"online"
#define DM_TIER_STATE_DEGRADED		"degraded"
#define DM_TIER_STATE_READONLY		"readonly"
#define DM_TIER_STATE_FAILED		"failed"

#define DM_TIER_MEMBER_ONLINE		"online"
#define DM_TIER_MEMBER_MISSING		"missing"
#define DM_TIER_MEMBER_FAILED		"failed"
#define DM_TIER_MEMBER_EVACUATING	"evacuating"

#define DM_TIER_STATUS_UUID		"uuid"
#define DM_TIER_STATUS_CACHE_MODE	"cache_mode"
#define DM_TIER_STATUS_LOG_BYTES	"log_bytes"
#define DM_TIER_STATUS_DIRTY_BYTES	"dirty_bytes"
#define DM_TIER_STATUS_LOGICAL_BYTES	"logical_bytes"
#define DM_TIER_STATUS_PHYSICAL_BYTES	"physical_bytes"
#define DM_TIER_STATUS_MEMBER		"member"	/* once for each */
#define DM_TIER_STATUS_LEVEL		"level"		/* once for each */
#define DM_TIER_STATUS_MIGRATION	"migration"	/* on or off */
#define DM_TIER_STATUS_PROMOTED		"promoted_extents"
#define DM_TIER_STATUS_DEMOTED		"demoted_extents"
#define DM_TIER_STATUS_MOVED_BYTES	"moved_bytes"
#define DM_TIER_STATUS_ABORTED		"aborted"
#define DM_TIER_STATUS_MISALIGNED	"misaligned_writes"
#define DM_TIER_STATUS_SUB_BLOCK	"sub_block_writes"
#define DM_TIER_STATUS_RMW_FOREGROUND	"rmw_foreground"
#define DM_TIER_STATUS_RMW_BACKGROUND	"rmw_background"
#define DM_TIER_STATUS_COPIES		"metadata_copies"	/* up to date ones */
#define DM_TIER_STATUS_COMMITS		"commits"
#define DM_TIER_STATUS_CHECKPOINTS	"checkpoints"
#define DM_TIER_STATUS_PENDING		"pending_changes"
#define DM_TIER_STATUS_REPLAYED		"replayed_entries"
#define DM_TIER_STATUS_RECOVERY_US	"recovery_us"

#endif /* _UAPI_LINUX_DM_TIER_H */
