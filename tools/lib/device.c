// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <linux/dm-tier-format.h>

#include "device.h"
#include "message.h"
#include "sysfs.h"

#define UNIT_BYTES	((u64)DM_TIER_UNIT_SECTORS * 512)

static int open_error(const char *path, int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return message_error(-EACCES,
				     "%s: may not be opened: run this as root",
				     path);
	case ENOENT:
		return message_error(-ENODEV,
				     "%s: does not exist: check the name",
				     path);
	default:
		return message_error(-ENODEV,
				     "%s: cannot be opened (%s): check the device",
				     path, strerror(error));
	}
}

u64 device_skew(u64 start, u64 alignment, u64 border)
{
	return (start % border + border - alignment % border) % border;
}

static void facts_regular(struct device *device, const struct stat *st)
{
	device->regular = true;
	device->file_dev = st->st_dev;
	device->file_inode = st->st_ino;
	device->bytes = (u64)st->st_size / 512 * 512;
	device->logical_bytes = 512;
	device->physical_bytes = DM_TIER_BLOCK_SIZE;
	device->rotational = -1;
}

static void facts_alignment(struct device *device)
{
	u64 border = UNIT_BYTES;
	long long alignment = 0;
	long long start = 0;

	if (device->physical_bytes > border)
		border = device->physical_bytes;
	/* That of a partition is derived from both; take the sources. */
	if (sysfs_number(device->disk, "alignment_offset", &alignment))
		alignment = 0;
	device->alignment_unknown = alignment < 0;
	if (alignment < 0)
		alignment = 0;
	if (device->partition && sysfs_number(device->number, "start", &start))
		device->alignment_unknown = true;
	device->start_bytes = (u64)start * 512;
	device->alignment_bytes = (u64)alignment;
	device->skew_bytes = device_skew(device->start_bytes,
					 device->alignment_bytes, border);
}

static int facts_block(struct device *device, const struct stat *st, int fd)
{
	unsigned int physical = 0;
	int logical = 0;
	int readonly = 0;
	long long value;

	device->number = st->st_rdev;
	device->disk = sysfs_disk(st->st_rdev);
	device->partition = device->disk != device->number;
	if (ioctl(fd, BLKGETSIZE64, &device->bytes) ||
	    ioctl(fd, BLKSSZGET, &logical) ||
	    ioctl(fd, BLKPBSZGET, &physical) ||
	    ioctl(fd, BLKROGET, &readonly))
		return message_error(-ENODEV,
				     "%s: does not tell its size (%s): check the device",
				     device->path, strerror(errno));
	device->logical_bytes = (u32)logical;
	device->physical_bytes = physical;
	device->readonly = readonly;
	device->rotational = -1;
	if (!sysfs_queue_number(device->number, "rotational", &value))
		device->rotational = !!value;
	if (!sysfs_queue_number(device->number, "optimal_io_size", &value))
		device->optimal_bytes = (u64)value;
	if (sysfs_text(device->disk, "queue/zoned", device->zoned,
		       sizeof(device->zoned)))
		strcpy(device->zoned, "none");
	facts_alignment(device);
	return 0;
}

int device_probe(const char *path, struct device *device)
{
	struct stat st;
	int r = 0;
	int fd;

	memset(device, 0, sizeof(*device));
	strcpy(device->zoned, "none");
	if (stat(path, &st))
		return open_error(path, errno);
	if (!S_ISBLK(st.st_mode) && !S_ISREG(st.st_mode))
		return message_error(-ENODEV,
				     "%s: neither a block device nor a regular file: name a block device",
				     path);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return open_error(path, errno);
	device->path = strdup(path);
	if (!device->path)
		r = message_memory();
	else if (fstat(fd, &st))
		r = open_error(path, errno);
	else if (S_ISREG(st.st_mode))
		facts_regular(device, &st);
	else
		r = facts_block(device, &st, fd);
	close(fd);
	if (r)
		device_release(device);
	return r;
}

void device_release(struct device *device)
{
	free(device->path);
	device->path = NULL;
}

bool device_same(const struct device *one, const struct device *other)
{
	if (one->regular != other->regular)
		return false;
	if (one->regular)
		return one->file_dev == other->file_dev &&
		       one->file_inode == other->file_inode;
	return one->number == other->number;
}

bool device_nested(const struct device *one, const struct device *other)
{
	if (one->regular || other->regular || one->number == other->number)
		return false;
	return one->disk == other->number || other->disk == one->number;
}

void device_word(const struct device *device, char *word, size_t size)
{
	if (device->regular)
		snprintf(word, size, "%s", device->path);
	else
		snprintf(word, size, "%u:%u", major(device->number),
			 minor(device->number));
}
