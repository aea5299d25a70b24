// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "erase.h"
#include "io.h"
#include "members.h"
#include "message.h"
#include "signature.h"

/* A device full of signatures inside of each other is not meant. */
#define MAX_SIGNATURES	64

/*
 * The second superblock first: if this is cut off, the first one still tells
 * where the second one was.
 */
static int erase_supers(const struct member *member, int fd, bool others)
{
	int which;
	int r = 0;

	for (which = MEMBER_SUPERS - 1; !r && which >= 0; which--) {
		if (!member->sector[which])
			continue;
		/* A block of somebody else stays. */
		if (!others && member->flaw[which] == TIER_FLAW_MAGIC)
			continue;
		r = io_zero(fd, DM_TIER_BLOCK_SIZE, member->sector[which] * 512);
		if (!r && fsync(fd))
			r = -errno;
	}
	return r;
}

static int erase_others(const struct member *member, int fd, u8 *buffer)
{
	struct signature found;
	u64 last = ~0ULL;
	unsigned int rounds;
	u64 offset;
	u64 bytes;
	int r;

	for (rounds = 0; rounds < MAX_SIGNATURES; rounds++) {
		r = signature_find(member->device.path, 0, &found);
		if (r <= 0)
			return r;
		/* Still there: what is written does not arrive. */
		if (found.offset == last)
			return -EIO;
		last = found.offset;
		offset = found.offset / DM_TIER_BLOCK_SIZE * DM_TIER_BLOCK_SIZE;
		bytes = member->device.bytes - offset;
		if (bytes > 2 * DM_TIER_BLOCK_SIZE)
			bytes = 2 * DM_TIER_BLOCK_SIZE;
		r = io_read(fd, buffer, bytes, offset);
		if (r)
			return r;
		memset(buffer + (found.offset - offset), 0, found.length);
		r = io_write(fd, buffer, bytes, offset);
		if (!r && fsync(fd))
			r = -errno;
		if (r)
			return r;
	}
	return 0;
}

int erase_member(const struct member *member, bool others)
{
	u8 *buffer = io_buffer(2UL * DM_TIER_BLOCK_SIZE);
	int fd;
	int r;

	if (!buffer)
		return message_memory();
	fd = io_open(&member->device, IO_WRITE);
	r = fd < 0 ? fd : erase_supers(member, fd, others);
	if (!r && others)
		r = erase_others(member, fd, buffer);
	if (fd >= 0)
		close(fd);
	free(buffer);
	if (!r)
		return 0;
	return message_error(r == -EBUSY ? r : -EIO,
			     "%s: cannot be erased (%s): check the device",
			     member->device.path, strerror(-r));
}
