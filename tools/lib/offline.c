// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io.h"
#include "mapcheck.h"
#include "message.h"
#include "offline.h"
#include "progress.h"

/* Most that the recovery reads at once. */
#define BATCH_BLOCKS	512

static int read_member(struct offline *offline, const char *path)
{
	struct member *member = &offline->members[offline->count];
	unsigned int i;
	int r;

	r = member_read(path, member);
	if (r)
		return r;
	offline->count++;
	if (member->holder)
		return message_error(-EBUSY,
				     "%s belongs to an open volume: close it first, then what is read is what is there",
				     path);
	if (member->best < 0 && !member_damaged(member))
		return message_error(-ENODEV, "%s: %s", path,
				     member_why_not(member));
	for (i = 0; i + 1 < offline->count; i++)
		if (device_same(&offline->members[i].device, &member->device))
			return message_error(-ENODEV,
					     "%s and %s are the same device: name it once",
					     offline->members[i].device.path,
					     path);
	return 0;
}

/* All of one volume; the newest superblock is the truth. */
static int find_newest(struct offline *offline)
{
	const struct member *first = NULL;
	const struct tier_super *super;
	unsigned int i;

	for (i = 0; i < offline->count; i++) {
		super = member_super(&offline->members[i]);
		if (!super)
			continue;
		if (!first)
			first = &offline->members[i];
		if (memcmp(super->uuid, member_super(first)->uuid,
			   DM_TIER_UUID_SIZE))
			return message_error(-ENODEV,
					     "%s belongs to volume \"%s\", %s to volume \"%s\": name the members of one volume",
					     first->device.path,
					     member_super(first)->name,
					     offline->members[i].device.path,
					     super->name);
		if (!offline->known ||
		    super->generation > offline->super.generation)
			offline->super = *super;
		offline->known = true;
	}
	return 0;
}

static int place_member(struct offline *offline, struct member *member)
{
	const struct tier_super *super = member_super(member);
	const u8 *uuid;
	char text[UUID_TEXT];
	unsigned int i;

	if (!super)
		return 0;
	uuid = super->members[super->member_index].uuid;
	for (i = 0; i < offline->super.members_count; i++)
		if (!memcmp(offline->super.members[i].uuid, uuid,
			    DM_TIER_UUID_SIZE))
			break;
	if (i == offline->super.members_count)
		return message_error(-ENODEV,
				     "%s was taken out of volume \"%s\" (uuid %s): leave it out",
				     member->device.path, offline->super.name,
				     uuid_text(uuid, text));
	if (offline->by_index[i])
		return message_error(-ENODEV,
				     "%s and %s say to be the same member, one is a copy of the other: name one of them",
				     offline->by_index[i]->device.path,
				     member->device.path);
	offline->by_index[i] = member;
	return 0;
}

static int open_member(struct offline *offline, unsigned int index)
{
	const struct device *device = &offline->by_index[index]->device;

	offline->fds[index] = io_open(device, IO_READ);
	if (offline->fds[index] >= 0)
		return 0;
	return message_error(-ENODEV, "%s: cannot be read (%s): check the device",
			     device->path, strerror(-offline->fds[index]));
}

/* All of it; this also keeps the map from being larger than a device. */
static bool has_area(const struct member *member,
		     const struct tier_member_info *info)
{
	return member && info->meta_sector * 512 +
	       info->meta_blocks * DM_TIER_BLOCK_SIZE <= member->device.bytes;
}

static void find_copies(struct offline *offline)
{
	const struct tier_super *super = &offline->super;
	unsigned int copy;
	unsigned int i;

	for (i = 0; i < super->members_count; i++) {
		copy = super->members[i].copy;
		if (copy >= DM_TIER_MAX_COPIES)
			continue;
		offline->holder[copy] = (int)i;
		if (super->copies_valid & 1U << copy &&
		    has_area(offline->by_index[i], &super->members[i]))
			offline->copies |= 1U << copy;
	}
}

int offline_open(struct offline *offline, char **paths, unsigned int count)
{
	unsigned int i;
	int r = 0;

	memset(offline, 0, sizeof(*offline));
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++)
		offline->fds[i] = -1;
	for (i = 0; i < DM_TIER_MAX_COPIES; i++)
		offline->holder[i] = -1;
	offline->members = calloc(count, sizeof(*offline->members));
	if (!offline->members)
		return message_memory();
	for (i = 0; !r && i < count; i++)
		r = read_member(offline, paths[i]);
	if (!r)
		r = find_newest(offline);
	for (i = 0; !r && i < offline->count; i++)
		r = place_member(offline, &offline->members[i]);
	for (i = 0; !r && i < DM_TIER_MAX_MEMBERS; i++)
		if (offline->by_index[i])
			r = open_member(offline, i);
	if (!r && offline->known)
		find_copies(offline);
	return r;
}

static int read_blocks(void *context, unsigned int copy, u64 place,
		       unsigned int count, void *buffer)
{
	struct offline *offline = context;
	unsigned int index = (unsigned int)offline->holder[copy];
	const struct tier_member_info *info = &offline->super.members[index];

	/* The rest of the recovery then runs through quickly. */
	if (progress_stopped())
		return -EINTR;
	progress_add((u64)count * DM_TIER_BLOCK_SIZE);
	return io_read(offline->fds[index], buffer,
		       (size_t)count * DM_TIER_BLOCK_SIZE,
		       info->meta_sector * 512 + place * DM_TIER_BLOCK_SIZE);
}

static void on_finding(void *context, const struct tier_finding_info *info)
{
	if (!progress_stopped())
		mapcheck_finding(context, info);
}

static bool take_memory(struct offline *offline)
{
	const struct tier_super *super = &offline->super;
	struct tier_replay *replay = &offline->replay;
	u64 words = tier_space_words(super->table_blocks);
	unsigned int i;
	u64 *bits;

	replay->buffer_blocks = BATCH_BLOCKS;
	replay->buffer = io_buffer(2UL * BATCH_BLOCKS * DM_TIER_BLOCK_SIZE);
	replay->map = calloc(super->extents, sizeof(*replay->map));
	replay->newest = calloc(words, sizeof(*replay->newest));
	replay->stale = calloc(words, sizeof(*replay->stale));
	if (!replay->buffer || !replay->map || !replay->newest || !replay->stale)
		return false;
	for (i = 0; i < super->members_count; i++) {
		bits = calloc(tier_space_words(super->members[i].extents),
			      sizeof(*bits));
		if (!bits)
			return false;
		tier_space_init(&offline->spaces[i], bits,
				super->members[i].extents);
	}
	return true;
}

static u64 bytes_to_read(const struct offline *offline)
{
	u64 blocks = DM_TIER_META_SLOTS *
			  tier_table_blocks(offline->super.extents) +
			  offline->super.journal_blocks;

	return blocks * DM_TIER_BLOCK_SIZE *
	       (unsigned int)__builtin_popcount(offline->copies);
}

int offline_recover(struct offline *offline)
{
	struct tier_replay *replay = &offline->replay;
	int r;

	if (!offline->copies) {
		mapcheck_no_copy(offline);
		return 0;
	}
	if (!take_memory(offline))
		return message_memory();
	replay->super = &offline->super;
	replay->copies = offline->copies;
	replay->read = read_blocks;
	replay->report = on_finding;
	replay->context = offline;
	replay->spaces = offline->spaces;
	progress_begin("reading metadata", bytes_to_read(offline));
	r = tier_replay_run(replay);
	progress_end();
	if (progress_stopped())
		return -EINTR;
	offline->replayed = r != -EIO;
	mapcheck_result(offline, r);
	return 0;
}

void offline_release(struct offline *offline)
{
	unsigned int i;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		if (offline->fds[i] >= 0)
			close(offline->fds[i]);
		free(offline->spaces[i].bits);
	}
	free(offline->replay.buffer);
	free(offline->replay.map);
	free(offline->replay.newest);
	free(offline->replay.stale);
	for (i = 0; i < offline->count; i++)
		member_release(&offline->members[i]);
	free(offline->members);
	findings_release(&offline->findings);
}
