// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "io.h"
#include "progress.h"
#include "undo.h"

/* @data is NULL where all was zero. */
struct undo_range {
	struct undo_range *before;
	unsigned int which;
	u64 bytes;
	u64 offset;
	void *data;
};

static int save_piece(struct undo *undo, unsigned int which, int fd,
		      u64 bytes, u64 offset)
{
	struct undo_range *range = calloc(1, sizeof(*range));
	int r;

	if (!range)
		return -ENOMEM;
	range->data = io_buffer(bytes);
	r = range->data ? io_read(fd, range->data, bytes, offset) : -ENOMEM;
	if (r) {
		free(range->data);
		free(range);
		return r;
	}
	if (io_blank(range->data, bytes)) {
		free(range->data);
		range->data = NULL;
	}
	range->which = which;
	range->bytes = bytes;
	range->offset = offset;
	range->before = undo->last;
	undo->last = range;
	return 0;
}

int undo_save(struct undo *undo, unsigned int which, int fd, u64 bytes,
	      u64 offset)
{
	u64 part;
	int r = 0;

	while (!r && bytes) {
		part = bytes < IO_CHUNK ? bytes : IO_CHUNK;
		r = progress_stopped();
		if (!r)
			r = save_piece(undo, which, fd, part, offset);
		progress_add(part);
		bytes -= part;
		offset += part;
	}
	return r;
}

static void drop_last(struct undo *undo)
{
	struct undo_range *range = undo->last;

	undo->last = range->before;
	free(range->data);
	free(range);
}

int undo_restore(struct undo *undo, const int *fds)
{
	struct undo_range *range;
	int first = 0;
	int r;

	while ((range = undo->last)) {
		if (range->data)
			r = io_write(fds[range->which], range->data,
				     range->bytes, range->offset);
		else
			r = io_zero(fds[range->which], range->bytes,
				    range->offset);
		if (r && !first)
			first = r;
		drop_last(undo);
	}
	return first;
}

void undo_release(struct undo *undo)
{
	while (undo->last)
		drop_last(undo);
}
