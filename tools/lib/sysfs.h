/* SPDX-License-Identifier: GPL-2.0 */
/* What sysfs and /proc say of block devices. Reads only. */
#ifndef TIERSETUP_SYSFS_H
#define TIERSETUP_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * sysfs_text() - read an attribute of a block device
 * @number: of the device
 * @name:   of the attribute below /sys/dev/block/M:m/
 * @text:   gets its first line
 * @size:   of @text
 *
 * Return: 0 or -errno.
 */
int sysfs_text(dev_t number, const char *name, char *text, size_t size);

/* The same for a number; negative ones come as they are. */
int sysfs_number(dev_t number, const char *name, long long *value);

/**
 * sysfs_queue_number() - an attribute of the queue of a device
 * @number: of the device; for a partition its disk's queue is taken
 * @name:   below queue/
 * @value:  gets it
 *
 * Return: 0 or -errno.
 */
int sysfs_queue_number(dev_t number, const char *name, long long *value);

/* Name that the kernel gives to a device: "sdb", "dm-3". Return: 0 or -errno. */
int sysfs_kernel_name(dev_t number, char *name, size_t size);

/**
 * sysfs_node() - a path under which people know a device
 * @number: of the device
 * @path:   gets /dev/mapper/NAME for a dm device, else /dev/<kernel name>;
 *          "M:m" if sysfs does not know it
 * @size:   of @path
 */
void sysfs_node(dev_t number, char *path, size_t size);

/* The disk that a partition is of, else @number itself. */
dev_t sysfs_disk(dev_t number);

/**
 * sysfs_walk_devices() - see every block device of the machine
 * @see:     called with each number; a value other than 0 ends the walk
 * @context: for @see
 *
 * Return: 0, the value of @see, or -errno.
 */
int sysfs_walk_devices(int (*see)(dev_t number, void *context), void *context);

/**
 * sysfs_walk_holders() - see every device that holds another one
 * @number:  the one that is held
 * @see:     called with each holder; a value other than 0 ends the walk
 * @context: for @see
 *
 * Return: 0, or the value of @see. No holders: 0.
 */
int sysfs_walk_holders(dev_t number, int (*see)(dev_t holder, void *context),
		       void *context);

/**
 * sysfs_user() - who uses a device
 * @number: of the device; for a disk its partitions count, too
 * @text:   gets words: "mounted on /home", "used for swap", "held by dm-3
 *          (vg-root)"; "" if nobody is found
 * @size:   of @text
 *
 * Return: is there a user?
 */
bool sysfs_user(dev_t number, char *text, size_t size);

#endif /* TIERSETUP_SYSFS_H */
