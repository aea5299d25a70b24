/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing a new volume onto its members, so that it can be taken back until
 * the very end.
 */
#ifndef TIERSETUP_MKVOL_H
#define TIERSETUP_MKVOL_H

#include "plan.h"
#include "undo.h"

/**
 * struct mkvol - a volume that is being written
 * @plan: what is written
 * @undo: what stood there before
 * @fds:  of the members, -1: closed
 */
struct mkvol {
	const struct plan *plan;
	struct undo undo;
	int fds[DM_TIER_MAX_MEMBERS];
};

/**
 * mkvol_write() - write metadata and superblocks
 * @mkvol: set up by it; mkvol_keep() or mkvol_take_back() must follow, also
 *         after an error
 * @plan:  laid out and checked; must stay
 *
 * On return the devices are closed, so that the kernel can take them.
 *
 * Return: 0; -EBUSY, -EINTR, -ENOMEM, -EIO, all told but -EINTR.
 */
int mkvol_write(struct mkvol *mkvol, const struct plan *plan);

/* The volume stays: forget what stood there. */
void mkvol_keep(struct mkvol *mkvol);

/* The volume goes: bring back what stood there. Errors are told. */
void mkvol_take_back(struct mkvol *mkvol);

#endif /* TIERSETUP_MKVOL_H */
