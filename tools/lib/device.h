/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a device is: its size, sectors, alignment. Regular files pass for
 * devices, for the offline verbs and for tests.
 */
#ifndef TIERSETUP_DEVICE_H
#define TIERSETUP_DEVICE_H

#include <stdbool.h>
#include <sys/types.h>

#include "env.h"

/**
 * struct device - facts about a device
 * @path:             as it was given; owned
 * @regular:          a regular file
 * @number:           of the block device
 * @disk:             number of the disk it is a partition of, or its own
 * @file_dev:         with @file_inode: identity of a regular file
 * @file_inode:       see @file_dev
 * @bytes:            size
 * @logical_bytes:    logical sector
 * @physical_bytes:   physical block
 * @optimal_bytes:    what it says is best for streams; 0: nothing; not to be
 *                    trusted
 * @start_bytes:      where a partition begins on its disk, else 0
 * @alignment_bytes:  alignment_offset of the disk: from its first byte to the
 *                    first border of a physical block
 * @skew_bytes:       how far its first byte lies behind a border of the larger
 *                    of 1 MiB and @physical_bytes on the medium
 * @alignment_unknown: the kernel says that its parts are aligned differently
 * @rotational:       1, 0 or -1: not known
 * @partition:        is a partition
 * @readonly:         cannot be written
 * @zoned:            "none", "host-aware", "host-managed"
 */
struct device {
	char *path;
	bool regular;
	dev_t number;
	dev_t disk;
	dev_t file_dev;
	ino_t file_inode;
	u64 bytes;
	u32 logical_bytes;
	u32 physical_bytes;
	u64 optimal_bytes;
	u64 start_bytes;
	u64 alignment_bytes;
	u64 skew_bytes;
	bool alignment_unknown;
	int rotational;
	bool partition;
	bool readonly;
	char zoned[16];
};

/**
 * device_probe() - gather the facts
 * @path:   of a block device or a regular file
 * @device: gets them; device_release() when done
 *
 * Opens the device for reading, not more. Errors are told.
 *
 * Return: 0, -ENODEV, -EACCES, -ENOMEM.
 */
int device_probe(const char *path, struct device *device);

/* Frees what device_probe() took. */
void device_release(struct device *device);

/* Are both the same device or file, under whatever names? */
bool device_same(const struct device *one, const struct device *other);

/* Is one the disk that the other is a partition of? */
bool device_nested(const struct device *one, const struct device *other);

/**
 * device_skew() - where the first byte lies between two borders
 * @start:     byte on its disk at which a partition starts
 * @alignment: alignment_offset of the disk: bytes from its first byte to the
 *             first border of its physical block
 * @border:    bytes between two borders
 */
u64 device_skew(u64 start, u64 alignment, u64 border);

/**
 * device_word() - a device as a table line names it
 * @device: which
 * @word:   gets "M:m", or the path of a regular file
 * @size:   of @word
 */
void device_word(const struct device *device, char *word, size_t size);

#endif /* TIERSETUP_DEVICE_H */
