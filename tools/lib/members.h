/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Members: the superblocks on a device, and which devices make up which
 * volume. Reads only.
 */
#ifndef TIERSETUP_MEMBERS_H
#define TIERSETUP_MEMBERS_H

#include "device.h"
#include "format.h"

#define MEMBER_SUPERS	2

/**
 * struct member - a device and its superblocks
 * @device: the device
 * @sector: where each superblock was looked for, 0: nowhere
 * @error:  of reading it, 0 or -errno
 * @flaw:   of it
 * @supers: it, if its flaw is TIER_OK, _FEATURE or _VERSION
 * @best:   the newest right one; -1: none
 * @holder: dm device that holds it as an open volume, 0: none
 */
struct member {
	struct device device;
	u64 sector[MEMBER_SUPERS];
	int error[MEMBER_SUPERS];
	enum tier_flaw flaw[MEMBER_SUPERS];
	struct tier_super supers[MEMBER_SUPERS];
	int best;
	dev_t holder;
};

/**
 * member_read() - look at a device
 * @path:   of the device
 * @member: gets what is found; member_release() when done
 *
 * A device without superblocks is no error: @best is -1 then. Errors of
 * finding and opening the device are told.
 *
 * Return: 0, -ENODEV, -EACCES, -ENOMEM.
 */
int member_read(const char *path, struct member *member);

/* Frees what member_read() took. */
void member_release(struct member *member);

/* The newest right superblock, or NULL. */
const struct tier_super *member_super(const struct member *member);

/* Are there remains of a superblock, though none is right? */
bool member_damaged(const struct member *member);

/* Why a device without a right superblock is none, and what to do. Static. */
const char *member_why_not(const struct member *member);

/* dm device of an open dm-tier volume that holds a block device, or 0. */
dev_t member_holder(dev_t number);

/**
 * struct volume - a volume and what of it was found
 * @super:   the newest superblock of all members
 * @members: by index; NULL: missing
 * @twin:    a second device that says to be the same member, or NULL
 * @twin_of: the first one
 * @found:   members that were found
 * @holder:  dm device, if it is open; 0: it is not
 */
struct volume {
	struct tier_super super;
	struct member *members[DM_TIER_MAX_MEMBERS];
	struct member *twin;
	struct member *twin_of;
	unsigned int found;
	dev_t holder;
};

/**
 * struct scan - what a search has found
 * @members:       all devices that have a superblock
 * @members_count: how many
 * @volumes:       what they make up; point into @members
 * @volumes_count: how many
 */
struct scan {
	struct member **members;
	unsigned int members_count;
	struct volume *volumes;
	unsigned int volumes_count;
};

/**
 * scan_devices() - look for volumes
 * @paths: of the devices to look at
 * @count: how many; 0: all block devices of the machine, but those that are
 *         empty, volumes of ours, or held by something else (a path of a
 *         multipath device, a half of a mirror: what holds them is the member)
 * @scan:  gets what is found; scan_release() when done
 *
 * With @paths, devices that cannot be opened are told and an error; a device
 * that is given under two names counts once.
 *
 * Return: 0, -ENODEV, -EACCES, -ENOMEM.
 */
int scan_devices(const char * const *paths, unsigned int count,
		 struct scan *scan);

/* Frees what scan_devices() took. */
void scan_release(struct scan *scan);

/**
 * scan_find() - a volume by name or uuid
 * @scan: searched
 * @word: name or uuid
 * @volume: gets it
 *
 * Return: 0; -ENODEV: none; -EEXIST: several of this name. Errors are told.
 */
int scan_find(const struct scan *scan, const char *word,
	      const struct volume **volume);

/* A uuid in words. */
#define UUID_TEXT	37
const char *uuid_text(const u8 *uuid, char text[UUID_TEXT]);

#endif /* TIERSETUP_MEMBERS_H */
