// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "offline.h"
#include "supercheck.h"

static const char * const which_words[MEMBER_SUPERS] = { "first", "second" };

/* The same to the last bit, but for the places that they were made for? */
static bool same_super(const struct tier_super *one,
		       const struct tier_super *other)
{
	u8 blocks[2][DM_TIER_BLOCK_SIZE];
	struct tier_super moved = *other;

	moved.member_index = one->member_index;
	tier_super_encode(one, DM_TIER_SUPER_SECTOR, blocks[0]);
	tier_super_encode(&moved, DM_TIER_SUPER_SECTOR, blocks[1]);
	return !memcmp(blocks[0], blocks[1], DM_TIER_BLOCK_SIZE);
}

static void flawed_super(struct offline *offline, const struct member *member,
			 int which)
{
	struct finding finding = {
		.device = member->device.path,
		.offset = member->sector[which] * 512,
		.placed = true,
		.kind = "super_flawed",
		.meaning =
			"the other one is right and counts; the next change of the members writes both",
	};

	if (member->error[which]) {
		finding_set(&finding, FINDING_NOTE, "super_read",
			    "the other one is right and counts; the device has bad blocks, replace it");
		findings_add(&offline->findings, &finding,
			     "%s superblock cannot be read (%s)",
			     which_words[which], strerror(-member->error[which]));
		return;
	}
	findings_add(&offline->findings, &finding, "%s superblock: %s",
		     which_words[which], tier_flaw_text(member->flaw[which]));
}

static void no_super(struct offline *offline, const struct member *member)
{
	struct finding finding = {
		.severity = FINDING_ERROR,
		.device = member->device.path,
		.placed = true,
		.kind = "super_lost",
		.meaning =
			"the member cannot be told from a stranger; if other members are whole, its place is known to them",
	};
	int which;

	for (which = 0; which < MEMBER_SUPERS; which++) {
		finding.offset = member->sector[which] * 512;
		findings_add(&offline->findings, &finding,
			     "%s superblock: %s, and the other one is no better",
			     which_words[which], member->error[which] ?
			     strerror(-member->error[which]) :
			     tier_flaw_text(member->flaw[which]));
	}
}

/* Both superblocks of one device. */
static void check_both(struct offline *offline, const struct member *member)
{
	struct finding finding = {
		.device = member->device.path,
		.offset = member->sector[1] * 512,
		.placed = true,
		.kind = "super_halfway",
		.meaning =
			"a change of the members was cut off between the two, as a crash does; the newer one counts",
	};
	bool right = true;
	int which;

	for (which = 0; which < MEMBER_SUPERS; which++) {
		if (!member->error[which] && member->flaw[which] == TIER_OK)
			continue;
		flawed_super(offline, member, which);
		right = false;
	}
	if (!right)
		return;
	if (member->supers[0].generation != member->supers[1].generation) {
		findings_add(&offline->findings, &finding,
			     "the superblocks have generation %ju and %ju",
			     member->supers[0].generation,
			     member->supers[1].generation);
	} else if (!same_super(&member->supers[0], &member->supers[1])) {
		finding_set(&finding, FINDING_ERROR, "super_contradiction",
			    "something else than dm-tier has written here: do not open the volume before you know what");
		findings_add(&offline->findings, &finding,
			     "the superblocks of one generation differ");
	}
}

/* The newest superblock of one device against that of the volume. */
static void check_against(struct offline *offline, const struct member *member)
{
	const struct tier_super *super = member_super(member);
	struct finding finding = {
		.device = member->device.path,
		.offset = member->sector[member->best] * 512,
		.placed = true,
		.kind = "super_old",
		.meaning =
			"the member was away, or a crash came, when the members changed; the newer one counts",
	};

	if (super->generation < offline->super.generation) {
		findings_add(&offline->findings, &finding,
			     "superblock of generation %ju, the newest is %ju",
			     super->generation, offline->super.generation);
	} else if (!same_super(super, &offline->super)) {
		finding_set(&finding, FINDING_ERROR, "super_contradiction",
			    "members were written apart from each other: do not open the volume before you know why");
		findings_add(&offline->findings, &finding,
			     "superblock of the same generation as another member's, but it differs");
	}
}

static void check_length(struct offline *offline, const struct member *member,
			 unsigned int index)
{
	u64 bytes = offline->super.members[index].sectors * 512;
	struct finding finding = {
		.severity = FINDING_ERROR,
		.device = member->device.path,
		.offset = member->device.bytes,
		.placed = true,
		.kind = "member_short",
		.meaning =
			"what lay behind is lost: bring the device back to its old size",
	};

	if (member->device.bytes < bytes)
		findings_add(&offline->findings, &finding,
			     "the device ends here, %ju bytes before the end of the member",
			     bytes - member->device.bytes);
}

static void missing_member(struct offline *offline, unsigned int index)
{
	const struct tier_member_info *info = &offline->super.members[index];
	struct finding finding = {
		.severity = FINDING_MISSING,
		.kind = "member_missing",
		.meaning =
			"its superblocks were not checked; name its device, too",
	};
	char uuid[UUID_TEXT];

	if (info->copy != DM_TIER_NO_COPY)
		finding_set(&finding, FINDING_MISSING, "member_missing",
			    "its superblocks and its copy of the metadata were not checked; name its device, too");
	findings_add(&offline->findings, &finding,
		     "member %u of level %u (uuid %s) was not given", index,
		     info->level, uuid_text(info->uuid, uuid));
}

void supercheck_run(struct offline *offline)
{
	const struct member *member;
	unsigned int i;

	for (i = 0; i < offline->count; i++) {
		member = &offline->members[i];
		if (member->best < 0) {
			no_super(offline, member);
			continue;
		}
		check_both(offline, member);
		check_against(offline, member);
	}
	for (i = 0; offline->known && i < offline->super.members_count; i++) {
		if (offline->by_index[i])
			check_length(offline, offline->by_index[i], i);
		else
			missing_member(offline, i);
	}
}
