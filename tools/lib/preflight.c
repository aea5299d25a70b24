// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "dm.h"
#include "io.h"
#include "members.h"
#include "message.h"
#include "preflight.h"
#include "signature.h"
#include "sysfs.h"

int preflight_usage(const struct device *device)
{
	char user[PATH_MAX];
	int fd;

	if (device->regular)
		return 0;
	if (sysfs_user(device->number, user, sizeof(user)))
		return message_error(-EBUSY,
				     "%s is in use (%s): free it first, or take another device",
				     device->path, user);
	fd = io_open(device, IO_CLAIM);
	if (fd == -EBUSY)
		return message_error(-EBUSY,
				     "%s is in use by somebody who is not known (see lsof %s): free it first",
				     device->path, device->path);
	if (fd < 0)
		return message_error(fd == -EACCES || fd == -EPERM ? -EACCES :
								     -ENODEV,
				     "%s cannot be opened (%s): check the device",
				     device->path, strerror(-fd));
	close(fd);
	return 0;
}

static int member_contents(const struct device *device, bool force)
{
	const struct tier_super *super;
	struct member member;
	char uuid[UUID_TEXT];
	int r;

	r = member_read(device->path, &member);
	if (r)
		return r;
	super = member_super(&member);
	if (super && member.holder)
		r = message_error(-EBUSY,
				  "%s is a member of the volume \"%s\" (%s), which is open: close it first",
				  device->path, super->name,
				  uuid_text(super->uuid, uuid));
	else if (super && !force)
		r = message_error(-EEXIST,
				  "%s is a member of the volume \"%s\" (%s): take --force to destroy that volume, or another device",
				  device->path, super->name,
				  uuid_text(super->uuid, uuid));
	else if (!super && !force && member_damaged(&member))
		r = message_error(-EEXIST,
				  "%s carries remains of a dm-tier member: look at it with tiersetup check, take --force to overwrite it",
				  device->path);
	member_release(&member);
	return r;
}

int preflight_contents(const struct device *device, bool force)
{
	struct signature found;
	int r;

	r = member_contents(device, force);
	if (r || force)
		return r;
	r = signature_find(device->path, 0, &found);
	if (r > 0)
		return message_error(-EEXIST,
				     "%s carries %s (at byte %ju): take --force to wipe it, or another device",
				     device->path, found.text, found.offset);
	if (r < 0)
		return message_error(-ENODEV,
				     "%s cannot be read (%s): check the device",
				     device->path, strerror(-r));
	return 0;
}

/* Will the device that a member was found on be overwritten? */
static bool is_planned(const struct plan *plan, const struct member *member)
{
	unsigned int i;

	for (i = 0; i < plan->count; i++)
		if (device_same(&plan->devices[i], &member->device))
			return true;
	return false;
}

static int name_of_member(const struct plan *plan, const struct member *member)
{
	const struct tier_super *super = member_super(member);
	char uuid[UUID_TEXT];

	if (!memcmp(super->uuid, plan->super.uuid, DM_TIER_UUID_SIZE))
		return message_error(-EEXIST,
				     "UUID %s is that of the volume \"%s\" (on %s): take another one",
				     uuid_text(super->uuid, uuid), super->name,
				     member->device.path);
	if (!strcmp(super->name, plan->super.name))
		return message_error(-EEXIST,
				     "the name \"%s\" is that of the volume %s (on %s): take another one",
				     super->name, uuid_text(super->uuid, uuid),
				     member->device.path);
	return 0;
}

int preflight_names(const struct plan *plan)
{
	struct scan scan;
	unsigned int i;
	int r = 0;

	if (dm_name_taken(plan->super.name))
		return message_error(-EEXIST,
				     "there is a device-mapper device \"%s\" already: take another name",
				     plan->super.name);
	r = scan_devices(NULL, 0, &scan);
	if (r)
		return r == -ENOMEM ? r : 0;
	for (i = 0; !r && i < scan.members_count; i++)
		if (!is_planned(plan, scan.members[i]))
			r = name_of_member(plan, scan.members[i]);
	scan_release(&scan);
	return r;
}
