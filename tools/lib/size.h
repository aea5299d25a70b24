/* SPDX-License-Identifier: GPL-2.0 */
/* Sizes in words: "64K", "1T", "2048s", "4096B". All are 64 bits wide. */
#ifndef TIERSETUP_SIZE_H
#define TIERSETUP_SIZE_H

#include <stddef.h>

#include "env.h"

/* Room for every text of size_format(). */
#define SIZE_TEXT	24

/**
 * size_parse() - read a size
 * @text:  digits and one unit: K M G T (powers of 1024, lower case too),
 *         s (512-byte sectors), B or nothing (bytes)
 * @bytes: gets it
 *
 * Return: 0; -EINVAL: not a size; -ERANGE: does not fit 64 bits.
 */
int size_parse(const char *text, u64 *bytes);

/**
 * size_format() - a size for people, "1.5 GiB"
 * @bytes: the size
 * @text:  gets the words
 *
 * Whole numbers of a unit are shown without a fraction.
 *
 * Return: @text.
 */
const char *size_format(u64 bytes, char text[SIZE_TEXT]);

#endif /* TIERSETUP_SIZE_H */
