/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Blocks of a device. Block devices are read and written past the page cache:
 * a module that holds the device does so, too, and a page of an earlier look
 * would stay and lie.
 *
 * Positions and lengths in bytes. All buffers come from io_buffer().
 */
#ifndef TIERSETUP_IO_H
#define TIERSETUP_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device.h"

/* Long work goes on in pieces of this size. */
#define IO_CHUNK	(1024 * 1024)

enum io_mode {
	IO_READ,
	IO_CLAIM,	/* only to see whether anybody uses it: -EBUSY */
	IO_WRITE,	/* alone: fails with -EBUSY if anybody uses the device */
};

/**
 * io_open() - open a device
 * @device: which
 * @mode:   for what
 *
 * Return: file descriptor or -errno; nothing is told.
 */
int io_open(const struct device *device, enum io_mode mode);

/* Zeroed memory for @bytes, freed by free(). Return: NULL: none left. */
void *io_buffer(size_t bytes);

/* Read all of it. Return: 0 or -errno (-EIO: behind the end). */
int io_read(int fd, void *buffer, size_t bytes, u64 offset);

/* Write all of it. Return: 0 or -errno. */
int io_write(int fd, const void *buffer, size_t bytes, u64 offset);

/**
 * io_zero() - make a range read as zeros
 * @fd:     opened by io_open()
 * @bytes:  length
 * @offset: start
 *
 * By the device's or the file system's own means where it has some.
 *
 * Return: 0 or -errno.
 */
int io_zero(int fd, u64 bytes, u64 offset);

/* Is all of it zero? */
bool io_blank(const void *buffer, size_t bytes);

#endif /* TIERSETUP_IO_H */
