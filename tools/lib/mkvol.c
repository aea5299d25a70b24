// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "io.h"
#include "map.h"
#include "message.h"
#include "mkvol.h"
#include "progress.h"
#include "signature.h"

#define CHUNK_BLOCKS	(IO_CHUNK / DM_TIER_BLOCK_SIZE)

/* A device full of signatures inside of each other is not meant. */
#define MAX_SIGNATURES	64

/* What mkvol_write() has to say of an error on one member. */
static int member_error(const struct plan *plan, unsigned int i, int error)
{
	const char *path = plan->devices[i].path;

	if (error == -EINTR)
		return error;
	if (error == -ENOMEM)
		return message_memory();
	if (error == -EBUSY)
		return message_error(error,
				     "%s came into use meanwhile: free it and run this again",
				     path);
	return message_error(-EIO, "%s: %s: check the device", path,
			     strerror(-error));
}

static u64 head_bytes(const struct tier_member_info *info)
{
	return info->data_sector * 512;
}

static u64 tail_bytes(const struct tier_member_info *info)
{
	return (info->sectors - info->second_sector) * 512;
}

static int open_members(struct mkvol *mkvol)
{
	unsigned int i;

	for (i = 0; i < mkvol->plan->count; i++) {
		mkvol->fds[i] = io_open(&mkvol->plan->devices[i], IO_WRITE);
		if (mkvol->fds[i] < 0)
			return mkvol->fds[i];
	}
	return 0;
}

static void close_members(struct mkvol *mkvol)
{
	unsigned int i;

	for (i = 0; i < mkvol->plan->count; i++) {
		if (mkvol->fds[i] >= 0)
			close(mkvol->fds[i]);
		mkvol->fds[i] = -1;
	}
}

static int save_member(struct mkvol *mkvol, unsigned int i)
{
	const struct tier_member_info *info = &mkvol->plan->super.members[i];
	int r;

	r = undo_save(&mkvol->undo, i, mkvol->fds[i], head_bytes(info), 0);
	if (r)
		return r;
	return undo_save(&mkvol->undo, i, mkvol->fds[i], tail_bytes(info),
			 info->second_sector * 512);
}

/* Encode the blocks of one chunk of the table area: slot 0 of each is right. */
static void encode_table(const struct tier_super *super, u64 first,
			 u64 blocks, u8 *chunk)
{
	static const u64 nothing[DM_TIER_TABLE_ENTRIES];
	u64 i;

	memset(chunk, 0, IO_CHUNK);
	for (i = 0; i < blocks; i += DM_TIER_META_SLOTS)
		tier_table_encode(nothing, (first + i) / DM_TIER_META_SLOTS, 0,
				  1, super, chunk + i * DM_TIER_BLOCK_SIZE);
}

static int write_table(const struct mkvol *mkvol, unsigned int i, u8 *chunk)
{
	const struct tier_super *super = &mkvol->plan->super;
	u64 offset = super->members[i].meta_sector * 512 +
			  tier_table_place(super->journal_blocks, 0, 0) *
			  DM_TIER_BLOCK_SIZE;
	u64 blocks = tier_table_blocks(super->extents) *
			  DM_TIER_META_SLOTS;
	u64 done;
	u64 part;
	int r = 0;

	for (done = 0; !r && done < blocks; done += part) {
		part = blocks - done < CHUNK_BLOCKS ? blocks - done :
						      CHUNK_BLOCKS;
		encode_table(super, done, part, chunk);
		r = progress_stopped();
		if (!r)
			r = io_write(mkvol->fds[i], chunk,
				     part * DM_TIER_BLOCK_SIZE,
				     offset + done * DM_TIER_BLOCK_SIZE);
		progress_add(part * DM_TIER_BLOCK_SIZE);
	}
	return r;
}

static int write_checkpoint(const struct mkvol *mkvol, unsigned int i,
			    u64 epoch, u8 *block)
{
	const struct tier_super *super = &mkvol->plan->super;
	struct tier_checkpoint ckpt;

	memset(&ckpt, 0, sizeof(ckpt));
	ckpt.number = 1;
	ckpt.epoch = epoch;
	ckpt.tail_seq = 1;
	ckpt.flags = DM_TIER_CHECKPOINT_CLEAN;
	tier_checkpoint_encode(&ckpt, super->uuid, block);
	return io_write(mkvol->fds[i], block, DM_TIER_BLOCK_SIZE,
			super->members[i].meta_sector * 512 +
			(DM_TIER_META_CHECKPOINT +
			 ckpt.number % DM_TIER_META_SLOTS) *
			DM_TIER_BLOCK_SIZE);
}

/*
 * Everything in front of the data area and behind it becomes zero, so old
 * signatures there are gone, and so are old superblocks and journals of ours;
 * then the table and the checkpoint.
 */
static int write_metadata(const struct mkvol *mkvol, unsigned int i,
			  u64 epoch, u8 *chunk)
{
	const struct tier_member_info *info = &mkvol->plan->super.members[i];
	int r;

	r = io_zero(mkvol->fds[i], head_bytes(info), 0);
	if (!r)
		r = io_zero(mkvol->fds[i], tail_bytes(info),
			    info->second_sector * 512);
	if (!r && info->copy != DM_TIER_NO_COPY)
		r = write_table(mkvol, i, chunk);
	if (!r && info->copy != DM_TIER_NO_COPY)
		r = write_checkpoint(mkvol, i, epoch, chunk);
	if (!r && fsync(mkvol->fds[i]))
		r = -errno;
	return r ? r : progress_stopped();
}

/* Signatures in the data area: rare, but blkid would go on finding them. */
static int wipe_signatures(struct mkvol *mkvol, unsigned int i, u8 *chunk)
{
	const struct device *device = &mkvol->plan->devices[i];
	struct signature found;
	u64 last = ~0ULL;
	unsigned int rounds;
	u64 offset;
	int r = 0;

	for (rounds = 0; !r && rounds < MAX_SIGNATURES; rounds++) {
		r = signature_find(device->path, 0, &found);
		if (r <= 0)
			return r;
		/* Still there: what is written does not arrive. */
		if (found.offset == last)
			return -EIO;
		last = found.offset;
		/* A magic of up to 64 bytes may cross the border of a block. */
		offset = found.offset / DM_TIER_BLOCK_SIZE * DM_TIER_BLOCK_SIZE;
		r = undo_save(&mkvol->undo, i, mkvol->fds[i],
			      2 * DM_TIER_BLOCK_SIZE, offset);
		if (!r)
			r = io_read(mkvol->fds[i], chunk,
				    2 * DM_TIER_BLOCK_SIZE, offset);
		if (r)
			return r;
		memset(chunk + (found.offset - offset), 0, found.length);
		r = io_write(mkvol->fds[i], chunk, 2 * DM_TIER_BLOCK_SIZE,
			     offset);
		if (!r && fsync(mkvol->fds[i]))
			r = -errno;
	}
	return r;
}

/* Which: 0: the first one of each member, 1: the second one. */
static int write_supers(const struct mkvol *mkvol, int which, u8 *block,
			unsigned int *culprit)
{
	struct tier_super super = mkvol->plan->super;
	u64 sector;
	unsigned int i;
	int r = 0;

	for (i = 0; !r && i < mkvol->plan->count; i++) {
		*culprit = i;
		super.member_index = (u16)i;
		sector = which ? super.members[i].second_sector :
				 DM_TIER_SUPER_SECTOR;
		tier_super_encode(&super, sector, block);
		r = io_write(mkvol->fds[i], block, DM_TIER_BLOCK_SIZE,
			     sector * 512);
		if (!r && fsync(mkvol->fds[i]))
			r = -errno;
	}
	return r;
}

static u64 total_bytes(const struct plan *plan)
{
	u64 total = 0;
	unsigned int i;

	/* Each is read, zeroed and mostly written. */
	for (i = 0; i < plan->count; i++)
		total += 2 * head_bytes(&plan->super.members[i]) +
			 2 * tail_bytes(&plan->super.members[i]);
	return total;
}

static int write_all(struct mkvol *mkvol, u8 *chunk, unsigned int *culprit)
{
	const struct plan *plan = mkvol->plan;
	u64 epoch;
	unsigned int i;
	int r = 0;

	/* 1. Keep what stands there. */
	for (i = 0; !r && i < plan->count; i++) {
		*culprit = i;
		r = save_member(mkvol, i);
	}
	/* 2. The metadata: nothing points to it yet. */
	do {
		if (getrandom(&epoch, sizeof(epoch), 0) != sizeof(epoch))
			return -EIO;
		/* Epochs count upwards from here. */
		epoch >>= 2;
	} while (!epoch);
	for (i = 0; !r && i < plan->count; i++) {
		*culprit = i;
		r = write_metadata(mkvol, i, epoch, chunk);
	}
	/* 3. Signatures that 2 has not covered. */
	for (i = 0; !r && plan->force && i < plan->count; i++) {
		*culprit = i;
		r = wipe_signatures(mkvol, i, chunk);
	}
	/* 4. The superblocks make it a volume. */
	if (!r)
		r = write_supers(mkvol, 0, chunk, culprit);
	if (!r)
		r = write_supers(mkvol, 1, chunk, culprit);
	return r ? r : progress_stopped();
}

int mkvol_write(struct mkvol *mkvol, const struct plan *plan)
{
	unsigned int culprit = 0;
	u8 *chunk;
	unsigned int i;
	int r;

	memset(mkvol, 0, sizeof(*mkvol));
	mkvol->plan = plan;
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++)
		mkvol->fds[i] = -1;
	chunk = io_buffer(IO_CHUNK);
	if (!chunk)
		return message_memory();
	r = open_members(mkvol);
	if (!r) {
		progress_begin("writing metadata", total_bytes(plan));
		r = write_all(mkvol, chunk, &culprit);
		progress_end();
	} else {
		/* The first that is not open is the one that failed. */
		while (mkvol->fds[culprit] >= 0)
			culprit++;
	}
	close_members(mkvol);
	free(chunk);
	return r ? member_error(plan, culprit, r) : 0;
}

void mkvol_keep(struct mkvol *mkvol)
{
	undo_release(&mkvol->undo);
}

void mkvol_take_back(struct mkvol *mkvol)
{
	unsigned int i;
	int r;

	if (!mkvol->undo.last)
		return;
	r = open_members(mkvol);
	if (!r)
		r = undo_restore(&mkvol->undo, mkvol->fds);
	for (i = 0; !r && i < mkvol->plan->count; i++)
		if (fsync(mkvol->fds[i]))
			r = -errno;
	close_members(mkvol);
	undo_release(&mkvol->undo);
	if (r)
		message_error(r,
			      "what stood on the devices before could not be restored (%s): check the devices",
			      strerror(-r));
}
