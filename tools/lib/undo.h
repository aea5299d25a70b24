/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stood where something else gets written, kept in memory until the whole
 * work has succeeded. Ranges of zeros take no memory.
 */
#ifndef TIERSETUP_UNDO_H
#define TIERSETUP_UNDO_H

#include "env.h"

struct undo_range;

/**
 * struct undo - saved ranges, the last one first
 * @last: of the list
 */
struct undo {
	struct undo_range *last;
};

/**
 * undo_save() - keep a range
 * @undo:   gets it
 * @which:  number of the device, for undo_restore()
 * @fd:     of the device
 * @bytes:  length
 * @offset: start
 *
 * Return: 0, -ENOMEM, -EINTR, -errno of reading.
 */
int undo_save(struct undo *undo, unsigned int which, int fd, u64 bytes,
	      u64 offset);

/**
 * undo_restore() - write everything back, last range first
 * @undo: will be empty
 * @fds:  of the devices, by number
 *
 * Goes on after an error, so that as much as possible is restored.
 *
 * Return: 0, or the first -errno.
 */
int undo_restore(struct undo *undo, const int *fds);

/* Forget everything. */
void undo_release(struct undo *undo);

#endif /* TIERSETUP_UNDO_H */
