// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "mapcheck.h"
#include "offline.h"

/* By enum tier_finding: a word for scripts, and what a finding means. */
static const struct {
	const char *kind;
	const char *note;
	const char *error;
} kinds[] = {
	[TIER_FIND_READ] = {
		"meta_read",
		"the other slot or copy is read instead; the device has bad blocks, replace it",
		"the device has bad blocks, replace it",
	},
	[TIER_FIND_CHECKPOINT] = {
		"checkpoint_flawed",
		"a crash during a checkpoint leaves this behind; another one is right and counts",
		"the map cannot be trusted",
	},
	[TIER_FIND_NO_CHECKPOINT] = {
		"checkpoint_lost", "", "it is not known from where to recover the map",
	},
	[TIER_FIND_TABLE] = {
		"table_flawed",
		"a crash during a checkpoint leaves this behind; another version is right and counts",
		"the map cannot be trusted",
	},
	[TIER_FIND_TABLE_LOST] = {
		"table_lost", "",
		"it is not known where the extents of this block lie; do not write to the volume",
	},
	[TIER_FIND_TABLE_OLD] = {
		"table_old",
		"a crash during a checkpoint leaves this behind; the newer version counts",
		"the map cannot be trusted",
	},
	[TIER_FIND_JOURNAL_HOLE] = {
		"journal_hole", "",
		"changes that were made durable are lost; no crash does this, a device does",
	},
	[TIER_FIND_JOURNAL_COPY] = {
		"journal_copy",
		"a crash during a commit leaves this behind; the right one counts",
		"the map cannot be trusted",
	},
	[TIER_FIND_TWICE] = {
		"extent_twice", "",
		"two parts of the volume overwrite each other; do not write to the volume",
	},
	[TIER_FIND_COUNT] = {
		"count", "",
		"extents were lost from the map, their data is out of reach",
	},
};

/* Byte on its member of a block of the metadata, or of a physical extent. */
static void place_block(const struct offline *offline,
			const struct tier_finding_info *info,
			struct finding *finding)
{
	/* What is wrong in all copies is shown in the first one. */
	int copy = info->copy >= 0 ? info->copy : !(offline->copies & 1);
	int index = offline->holder[copy];

	if (index < 0 || !offline->by_index[index])
		return;
	finding->device = offline->by_index[index]->device.path;
	finding->offset = offline->super.members[index].meta_sector * 512 +
			  info->place * DM_TIER_BLOCK_SIZE;
	finding->placed = true;
}

static void place_extent(const struct offline *offline,
			 const struct tier_finding_info *info,
			 struct finding *finding)
{
	unsigned int index = tier_entry_member(info->entry);
	const struct tier_member_info *member = &offline->super.members[index];

	if (!offline->by_index[index])
		return;
	finding->device = offline->by_index[index]->device.path;
	finding->offset = (member->data_sector + tier_entry_pext(info->entry) *
			   offline->super.extent_sectors) * 512;
	finding->placed = true;
}

/* What else is known, behind the words of the kind. */
static void describe(const struct offline *offline,
		     const struct tier_finding_info *info, char *text,
		     size_t size)
{
	const u64 extent_bytes = offline->super.extent_sectors * 512ULL;

	*text = '\0';
	switch (info->what) {
	case TIER_FIND_TABLE:
	case TIER_FIND_TABLE_LOST:
	case TIER_FIND_TABLE_OLD:
		snprintf(text, size, " (extents from %ju on, volume byte %ju)",
			 info->extent, info->extent * extent_bytes);
		break;
	case TIER_FIND_TWICE:
		snprintf(text, size, " (one of them is %ju, volume byte %ju)",
			 info->extent, info->extent * extent_bytes);
		break;
	case TIER_FIND_COUNT:
		if (info->member < 0)
			snprintf(text, size, " (mapped: %ju, expected %ju)",
				 offline->replay.mapped,
				 offline->replay.checkpoint.mapped);
		else
			snprintf(text, size, " (member %d: %ju, expected %ju)",
				 info->member,
				 offline->spaces[info->member].used,
				 offline->replay.checkpoint.used[info->member]);
		break;
	default:
		break;
	}
}

void mapcheck_finding(struct offline *offline,
		      const struct tier_finding_info *info)
{
	struct finding finding = {
		.severity = info->fatal ? FINDING_ERROR : FINDING_NOTE,
		.kind = kinds[info->what].kind,
		.meaning = info->fatal ? kinds[info->what].error :
					 kinds[info->what].note,
	};
	char more[128];

	if (info->what == TIER_FIND_TWICE)
		place_extent(offline, info, &finding);
	else if (info->what != TIER_FIND_COUNT)
		place_block(offline, info, &finding);
	describe(offline, info, more, sizeof(more));
	if (info->flaw == TIER_OK)
		findings_add(&offline->findings, &finding, "%s%s",
			     tier_finding_text(info->what), more);
	else
		findings_add(&offline->findings, &finding, "%s: %s%s",
			     tier_finding_text(info->what),
			     tier_flaw_text(info->flaw), more);
}

void mapcheck_result(struct offline *offline, int error)
{
	const struct tier_replay *replay = &offline->replay;
	struct finding unreadable = {
		.severity = FINDING_ERROR,
		.kind = "meta_read",
		.meaning = "check the devices and their cables",
	};
	struct finding unclean = {
		.kind = "unclean",
		.meaning = "the next open brings it in order by itself",
	};

	if (error && !offline->replayed) {
		findings_add(&offline->findings, &unreadable,
			     "no copy of the metadata can be read (%s)",
			     strerror(-error));
		return;
	}
	if (replay->checkpoint.number &&
	    !(replay->checkpoint.flags & DM_TIER_CHECKPOINT_CLEAN))
		findings_add(&offline->findings, &unclean,
			     "the volume was not closed in order, the journal holds %ju changes",
			     replay->replayed);
}

void mapcheck_no_copy(struct offline *offline)
{
	const struct tier_super *super = &offline->super;
	struct finding finding = { 0 };
	const char *why;
	unsigned int copy;
	int index;

	for (copy = 0; copy < DM_TIER_MAX_COPIES; copy++) {
		index = offline->holder[copy];
		if (index < 0)
			continue;
		finding.device = NULL;
		if (offline->by_index[index])
			finding.device = offline->by_index[index]->device.path;
		if (!finding.device) {
			why = "was not given";
			finding_set(&finding, FINDING_MISSING, "no_copy",
				    "the map was not checked; name this member's device");
		} else if (super->copies_valid & 1U << copy) {
			why = "ends behind the end of the device";
			finding_set(&finding, FINDING_ERROR, "no_copy",
				    "bring the device back to its old size, or name the device with the other copy");
		} else {
			why = "is out of date";
			finding_set(&finding, FINDING_MISSING, "no_copy",
				    "it was away while the volume was written; name the device with the other copy");
		}
		findings_add(&offline->findings, &finding,
			     "copy %u of the metadata, of member %d of level %u, %s",
			     copy, index, super->members[index].level, why);
	}
}
