// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/dm-tier.h>

#include "dm.h"
#include "members.h"
#include "message.h"
#include "sysfs.h"
#include "text.h"
#include "volume.h"

static int check_missing(const struct volume *volume,
			 const struct volume_mode *mode)
{
	const struct tier_super *super = &volume->super;
	char uuid[UUID_TEXT];
	unsigned int i;

	if (volume->found == super->members_count || mode->degraded)
		return 0;
	for (i = 0; i < super->members_count; i++)
		if (!volume->members[i])
			message_error(-ENODEV,
				      "%s: member %u of level %u is missing (uuid %s)",
				      super->name, i, super->members[i].level,
				      uuid_text(super->members[i].uuid, uuid));
	return message_error(-ENODEV,
			     "%s: %u of %u members found: attach the others, or open with --degraded (what lies on them alone cannot be read then)",
			     super->name, volume->found, super->members_count);
}

static int check_twins(const struct volume *volume)
{
	char uuid[UUID_TEXT];
	const struct tier_super *super;

	if (!volume->twin)
		return 0;
	super = member_super(volume->twin);
	return message_error(-EEXIST,
			     "%s: %s and %s say to be the same member (uuid %s), one is a copy of the other: detach the copy, or name the right ones with --device",
			     super->name, volume->twin_of->device.path,
			     volume->twin->device.path,
			     uuid_text(super->members[super->member_index].uuid,
				       uuid));
}

static int check_regular(const struct volume *volume)
{
	unsigned int i;

	for (i = 0; i < volume->super.members_count; i++)
		if (volume->members[i] && volume->members[i]->device.regular)
			return message_error(-ENODEV,
					     "%s is a regular file: attach it with losetup and name the loop device",
					     volume->members[i]->device.path);
	return 0;
}

static void make_params(const struct volume *volume,
			const struct volume_mode *mode, char *params,
			size_t size)
{
	const char *words[2];
	unsigned int count = 0;
	char word[PATH_MAX];
	size_t used;
	unsigned int i;

	used = (size_t)snprintf(params, size, "%u", volume->found);
	for (i = 0; i < volume->super.members_count; i++) {
		if (!volume->members[i])
			continue;
		device_word(&volume->members[i]->device, word, sizeof(word));
		used += (size_t)snprintf(params + used, size - used, " %s",
					 word);
	}
	if (mode->degraded)
		words[count++] = DM_TIER_OPT_DEGRADED;
	if (mode->readonly)
		words[count++] = DM_TIER_OPT_READONLY;
	if (count)
		used += (size_t)snprintf(params + used, size - used, " %u",
					 count);
	for (i = 0; i < count; i++)
		used += (size_t)snprintf(params + used, size - used, " %s",
					 words[i]);
}

int volume_open(const struct volume *volume, const struct volume_mode *mode)
{
	/* Members are block devices here: "M:m" each. */
	char params[DM_TIER_MAX_MEMBERS * 24 + 64];
	const struct tier_super *super = &volume->super;
	char uuid[UUID_TEXT];
	int r;

	r = check_twins(volume);
	if (!r)
		r = check_missing(volume, mode);
	if (!r)
		r = check_regular(volume);
	if (r)
		return r;
	if (!text_is_name(super->name))
		return message_error(-EINVAL,
				     "the volume %s has a name that no device can have (\"%s\"): something else than tiersetup made it",
				     uuid_text(super->uuid, uuid), super->name);
	if (dm_name_taken(super->name))
		return message_error(-EEXIST,
				     "there is a device-mapper device \"%s\" already: close it, or rename it with dmsetup rename",
				     super->name);
	r = dm_need_target();
	if (r)
		return r;
	make_params(volume, mode, params, sizeof(params));
	return dm_open(super->name, uuid_text(super->uuid, uuid),
		       super->extents * super->extent_sectors, params,
		       mode->readonly);
}

int volume_close(const struct dm_volume *open, bool deferred)
{
	char user[PATH_MAX];

	if (!open->open_count || deferred)
		return dm_close(open->name, deferred);
	if (sysfs_user(open->number, user, sizeof(user)))
		return message_error(-EBUSY, "%s is in use (%s): free it first",
				     open->name, user);
	return message_error(-EBUSY,
			     "%s is in use, open %d times: free it first (see lsof /dev/mapper/%s)",
			     open->name, open->open_count, open->name);
}
