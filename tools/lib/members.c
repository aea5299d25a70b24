// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include <linux/dm-tier.h>

#include "io.h"
#include "members.h"
#include "message.h"
#include "sysfs.h"
#include "text.h"

const char *uuid_text(const u8 *uuid, char text[UUID_TEXT])
{
	uuid_unparse_lower(uuid, text);
	return text;
}

static int see_holder(dev_t holder, void *context)
{
	char uuid[160];

	if (sysfs_text(holder, "dm/uuid", uuid, sizeof(uuid)) ||
	    strncmp(uuid, DM_TIER_DM_UUID_PREFIX,
		    strlen(DM_TIER_DM_UUID_PREFIX)))
		return 0;
	*(dev_t *)context = holder;
	return 1;
}

dev_t member_holder(dev_t number)
{
	dev_t holder = 0;

	sysfs_walk_holders(number, see_holder, &holder);
	return holder;
}

static void read_super(struct member *member, int fd, int which,
		       u64 sector, void *block)
{
	member->sector[which] = sector;
	member->error[which] = io_read(fd, block, DM_TIER_BLOCK_SIZE,
				       sector * 512);
	if (member->error[which])
		return;
	member->flaw[which] = tier_super_decode(block, sector,
						&member->supers[which]);
	/* They will be printed. */
	text_clean(member->supers[which].name);
	text_clean(member->supers[which].label);
	if (member->flaw[which] != TIER_OK)
		return;
	if (member->best < 0 || member->supers[which].generation >
				member->supers[member->best].generation)
		member->best = which;
}

static void read_supers(struct member *member, int fd, void *block)
{
	u64 sectors = member->device.bytes / 512;
	u64 units = sectors / DM_TIER_UNIT_SECTORS;
	u64 second = 0;

	member->best = -1;
	member->flaw[0] = TIER_FLAW_BLANK;
	member->flaw[1] = TIER_FLAW_BLANK;
	if (sectors < DM_TIER_SUPER_SECTOR + DM_TIER_BLOCK_SECTORS)
		return;
	read_super(member, fd, 0, DM_TIER_SUPER_SECTOR, block);
	/* The first one knows; a device may have grown since. */
	if (member->best == 0) {
		const struct tier_super *super = &member->supers[0];

		second = super->members[super->member_index].second_sector;
	}
	if (!second || second + DM_TIER_BLOCK_SECTORS > sectors)
		second = units > 1 ? (units - 1) * DM_TIER_UNIT_SECTORS : 0;
	if (second)
		read_super(member, fd, 1, second, block);
}

static int read_open(struct member *member)
{
	void *block;
	int fd;

	block = io_buffer(DM_TIER_BLOCK_SIZE);
	if (!block)
		return -ENOMEM;
	fd = io_open(&member->device, IO_READ);
	if (fd >= 0) {
		read_supers(member, fd, block);
		close(fd);
	}
	free(block);
	return fd < 0 ? fd : 0;
}

int member_read(const char *path, struct member *member)
{
	int r;

	memset(member, 0, sizeof(*member));
	r = device_probe(path, &member->device);
	if (r)
		return r;
	r = read_open(member);
	if (r) {
		r = message_error(r == -ENOMEM ? r : -ENODEV,
				  "%s: cannot be read (%s): check the device",
				  path, strerror(-r));
		member_release(member);
		return r;
	}
	if (!member->device.regular)
		member->holder = member_holder(member->device.number);
	return 0;
}

void member_release(struct member *member)
{
	device_release(&member->device);
}

const struct tier_super *member_super(const struct member *member)
{
	return member->best < 0 ? NULL : &member->supers[member->best];
}

bool member_damaged(const struct member *member)
{
	int i;

	if (member->best >= 0)
		return false;
	for (i = 0; i < MEMBER_SUPERS; i++) {
		if (member->error[i])
			return true;
		switch (member->flaw[i]) {
		case TIER_FLAW_CHECKSUM:
		case TIER_FLAW_UUID:
		case TIER_FLAW_FIELD:
			return true;
		default:
			break;
		}
	}
	return false;
}

const char *member_why_not(const struct member *member)
{
	int i;

	for (i = 0; i < MEMBER_SUPERS; i++)
		if (member->flaw[i] == TIER_FLAW_VERSION ||
		    member->flaw[i] == TIER_FLAW_FEATURE)
			return "member of a volume that needs a newer version of dm-tier: upgrade";
	if (member_damaged(member))
		return "both superblocks are damaged or cannot be read: see tiersetup check";
	return "not a member of a dm-tier volume: check the name";
}

static struct volume *volume_of(struct scan *scan, const u8 *uuid)
{
	struct volume *volumes;
	unsigned int i;

	for (i = 0; i < scan->volumes_count; i++)
		if (!memcmp(scan->volumes[i].super.uuid, uuid,
			    DM_TIER_UUID_SIZE))
			return &scan->volumes[i];
	volumes = realloc(scan->volumes, (i + 1) * sizeof(*volumes));
	if (!volumes)
		return NULL;
	scan->volumes = volumes;
	scan->volumes_count++;
	memset(&volumes[i], 0, sizeof(volumes[i]));
	memcpy(volumes[i].super.uuid, uuid, DM_TIER_UUID_SIZE);
	return &volumes[i];
}

/*
 * Places are those of the newest superblock: a device that it does not know
 * has been taken out of the volume and is no member any more.
 */
static void volume_place(struct volume *volume, struct member *member)
{
	const struct tier_super *super = member_super(member);
	const u8 *uuid = super->members[super->member_index].uuid;
	unsigned int i;

	for (i = 0; i < volume->super.members_count; i++)
		if (!memcmp(volume->super.members[i].uuid, uuid,
			    DM_TIER_UUID_SIZE))
			break;
	if (i == volume->super.members_count)
		return;
	if (member->holder)
		volume->holder = member->holder;
	if (volume->members[i]) {
		volume->twin = member;
		volume->twin_of = volume->members[i];
		return;
	}
	volume->members[i] = member;
	volume->found++;
}

static int scan_group(struct scan *scan)
{
	const struct tier_super *super;
	struct volume *volume;
	unsigned int i;

	/* First the newest superblock of each volume, then the places. */
	for (i = 0; i < scan->members_count; i++) {
		super = member_super(scan->members[i]);
		volume = volume_of(scan, super->uuid);
		if (!volume)
			return message_memory();
		if (super->generation > volume->super.generation)
			volume->super = *super;
	}
	for (i = 0; i < scan->members_count; i++) {
		super = member_super(scan->members[i]);
		volume_place(volume_of(scan, super->uuid), scan->members[i]);
	}
	return 0;
}

static int scan_keep(struct scan *scan, struct member *member)
{
	struct member **members;
	unsigned int i;

	for (i = 0; i < scan->members_count; i++) {
		if (!device_same(&scan->members[i]->device, &member->device))
			continue;
		member_release(member);
		free(member);
		return 0;
	}
	members = realloc(scan->members, (i + 1) * sizeof(*members));
	if (!members) {
		member_release(member);
		free(member);
		return message_memory();
	}
	members[i] = member;
	scan->members = members;
	scan->members_count++;
	return 0;
}

static int scan_path(struct scan *scan, const char *path, bool named)
{
	struct member *member;
	int r;

	member = calloc(1, sizeof(*member));
	if (!member)
		return message_memory();
	r = member_read(path, member);
	if (r) {
		free(member);
		return r;
	}
	if (member->best >= 0)
		return scan_keep(scan, member);
	if (named || member_damaged(member))
		message_warning("%s: %s", path, member_why_not(member));
	member_release(member);
	free(member);
	return 0;
}

static int see_foreign_holder(dev_t holder, void *context)
{
	dev_t ours = 0;

	(void)context;
	see_holder(holder, &ours);
	return !ours;
}

/* Devices that no member can be on, or that something else holds. */
static bool scan_skips(dev_t number)
{
	char text[PATH_MAX];
	long long sectors;
	dev_t ours = 0;

	if (sysfs_number(number, "size", &sectors) || !sectors)
		return true;
	if (see_holder(number, &ours))
		return true;
	if (sysfs_kernel_name(number, text, sizeof(text)))
		return true;
	if (!strncmp(text, "fd", 2) || !strncmp(text, "sr", 2))
		return true;
	return sysfs_walk_holders(number, see_foreign_holder, NULL);
}

static int scan_number(dev_t number, void *context)
{
	char path[PATH_MAX];
	int fd;
	int r;

	if (scan_skips(number))
		return 0;
	sysfs_node(number, path, sizeof(path));
	/* No medium, no permission, no node: nothing that has to be told. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return 0;
	close(fd);
	r = scan_path(context, path, false);
	/* One that cannot be read does not keep the others from being found. */
	return r == -ENOMEM ? r : 0;
}

int scan_devices(const char * const *paths, unsigned int count,
		 struct scan *scan)
{
	unsigned int i;
	int r = 0;

	memset(scan, 0, sizeof(*scan));
	if (!count)
		r = sysfs_walk_devices(scan_number, scan);
	for (i = 0; !r && i < count; i++)
		r = scan_path(scan, paths[i], true);
	if (!r)
		r = scan_group(scan);
	if (r)
		scan_release(scan);
	return r;
}

void scan_release(struct scan *scan)
{
	unsigned int i;

	for (i = 0; i < scan->members_count; i++) {
		member_release(scan->members[i]);
		free(scan->members[i]);
	}
	free(scan->members);
	free(scan->volumes);
	memset(scan, 0, sizeof(*scan));
}

int scan_find(const struct scan *scan, const char *word,
	      const struct volume **volume)
{
	char text[UUID_TEXT];
	unsigned int found = 0;
	unsigned int i;

	for (i = 0; i < scan->volumes_count; i++) {
		const struct volume *one = &scan->volumes[i];

		/* A uuid is unique, a name need not be. */
		if (!strcasecmp(uuid_text(one->super.uuid, text), word)) {
			*volume = one;
			return 0;
		}
		if (strcmp(one->super.name, word))
			continue;
		*volume = one;
		found++;
	}
	if (!found)
		return message_error(-ENODEV,
				     "no member of a volume \"%s\" found: see tiersetup ls for what there is, and check that its devices are attached",
				     word);
	if (found == 1)
		return 0;
	message_error(-EEXIST, "%u volumes have the name \"%s\": use the UUID:",
		      found, word);
	for (i = 0; i < scan->volumes_count; i++)
		if (!strcmp(scan->volumes[i].super.name, word))
			message_error(-EEXIST, "    %s",
				      uuid_text(scan->volumes[i].super.uuid,
						text));
	return -EEXIST;
}
