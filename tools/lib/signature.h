/* SPDX-License-Identifier: GPL-2.0 */
/* What others have left on a device: file systems, RAID, partition tables. */
#ifndef TIERSETUP_SIGNATURE_H
#define TIERSETUP_SIGNATURE_H

#include <stddef.h>

#include "env.h"

/* Longest magic that is looked at. */
#define SIGNATURE_MAGIC	64

/**
 * struct signature - one find of libblkid
 * @text:   in words: "an ext4 file system \"home\"", "a gpt partition table"
 * @offset: byte of its magic
 * @length: of its magic
 */
struct signature {
	char text[160];
	u64 offset;
	size_t length;
};

/**
 * signature_find() - look for a signature
 * @path: of the device
 * @skip: how many to pass over
 * @found: gets it
 *
 * Return: 1: found one, 0: there is none (more), -errno.
 */
int signature_find(const char *path, unsigned int skip, struct signature *found);

#endif /* TIERSETUP_SIGNATURE_H */
