/* SPDX-License-Identifier: GPL-2.0 */
/* Extents of an open volume, as a range of bytes names them. */
#ifndef TIERSETUP_EXTENTS_H
#define TIERSETUP_EXTENTS_H

#include "env.h"

/**
 * struct extents - neighbouring extents of a volume
 * @first:        number of the first one
 * @count:        how many, not 0
 * @extent_bytes: size of one
 * @levels:       levels that the volume has
 */
struct extents {
	u64 first;
	u64 count;
	u64 extent_bytes;
	unsigned int levels;
};

/**
 * extents_of() - the extents that a range touches
 * @name:    of the dm device
 * @range:   OFFSET+LENGTH, both with units
 * @extents: gets them
 *
 * Return: 0; -EINVAL: no range, or not inside of the volume; -ENODEV; -ENOMEM.
 * Errors are told.
 */
int extents_of(const char *name, const char *range, struct extents *extents);

/**
 * extents_level() - read the number of a level
 * @extents: of the volume
 * @word:    as typed
 * @level:   gets it
 *
 * Return: 0; -EINVAL: the volume has no such level (told).
 */
int extents_level(const struct extents *extents, const char *word,
		  unsigned int *level);

/**
 * extents_message() - send a message for each of them, with progress
 * @name:    of the dm device
 * @extents: which
 * @what:    is done, in words
 * @verb:    of the message
 * @rest:    of the message, behind the number of the extent
 *
 * What is busy is left; told at the end.
 *
 * Return: 0; -EINPROGRESS: some were busy, or it ended by an error after some
 * were done; -EINTR; or the error of the first one. Errors are told.
 */
int extents_message(const char *name, const struct extents *extents,
		    const char *what, const char *verb, const char *rest);

#endif /* TIERSETUP_EXTENTS_H */
