// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/dm-tier-format.h>

#include "io.h"
#include "progress.h"

int io_open(const struct device *device, enum io_mode mode)
{
	int flags = O_CLOEXEC | (mode == IO_WRITE ? O_RDWR : O_RDONLY);
	int fd;

	if (!device->regular) {
		flags |= O_DIRECT;
		/* Without O_CREAT this means: nobody has claimed it. */
		if (mode != IO_READ)
			flags |= O_EXCL;
	}
	fd = open(device->path, flags);
	if (fd < 0)
		return -errno;
	/* Keeps udev from looking at what is half written. */
	if (mode == IO_WRITE)
		flock(fd, LOCK_EX | LOCK_NB);
	return fd;
}

void *io_buffer(size_t bytes)
{
	void *buffer;

	if (posix_memalign(&buffer, DM_TIER_BLOCK_SIZE, bytes))
		return NULL;
	memset(buffer, 0, bytes);
	return buffer;
}

int io_read(int fd, void *buffer, size_t bytes, u64 offset)
{
	ssize_t got;

	while (bytes) {
		got = pread(fd, buffer, bytes, (off_t)offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return -EIO;
		buffer = (char *)buffer + got;
		bytes -= (size_t)got;
		offset += (u64)got;
	}
	return 0;
}

int io_write(int fd, const void *buffer, size_t bytes, u64 offset)
{
	ssize_t put;

	while (bytes) {
		put = pwrite(fd, buffer, bytes, (off_t)offset);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		if (!put)
			return -EIO;
		buffer = (const char *)buffer + put;
		bytes -= (size_t)put;
		offset += (u64)put;
	}
	return 0;
}

static int zero_fast(int fd, bool block, u64 bytes, u64 offset)
{
	u64 range[2] = { offset, bytes };

	if (block)
		return ioctl(fd, BLKZEROOUT, range) ? -errno : 0;
	return fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			 (off_t)offset, (off_t)bytes) ? -errno : 0;
}

int io_zero(int fd, u64 bytes, u64 offset)
{
	void *zeros = NULL;
	struct stat st;
	u64 part;
	int r = 0;

	if (fstat(fd, &st))
		return -errno;
	while (!r && bytes) {
		part = bytes < 16 * IO_CHUNK ? bytes : 16 * IO_CHUNK;
		if (!zeros)
			r = zero_fast(fd, S_ISBLK(st.st_mode), part, offset);
		if (r) {
			zeros = io_buffer(IO_CHUNK);
			if (!zeros)
				return -ENOMEM;
			r = 0;
		}
		if (zeros) {
			part = bytes < IO_CHUNK ? bytes : IO_CHUNK;
			r = io_write(fd, zeros, part, offset);
		}
		progress_add(part);
		bytes -= part;
		offset += part;
	}
	free(zeros);
	return r;
}

bool io_blank(const void *buffer, size_t bytes)
{
	const char *byte = buffer;

	return !bytes || (!*byte && !memcmp(byte, byte + 1, bytes - 1));
}
