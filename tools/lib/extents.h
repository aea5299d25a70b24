/* SPDX-License-Identifier: GPL-2.0 */
/* Extents of an open volume, as a range of bytes names them. */
#ifndef TIERSETUP_EXTENTS_H
#define TIERSETUP_EXTENTS_H

/**
 * extents_message() - send a message for each extent of a range, with progress
 * @volume: name or uuid
 * @range:  OFFSET+LENGTH, both with units; all that it touches
 * @level:  of the message, as typed; NULL: it has none
 * @what:   is done, in words
 * @verb:   of the message
 *
 * What is busy is left; told at the end.
 *
 * Return: 0; -EINVAL: no range inside of the volume, or no level of it; -ENODEV;
 * -ENOMEM; -EINPROGRESS: some were busy, or it ended by an error after some were
 * done; -EINTR; or the error of the first one. Errors are told.
 */
int extents_message(const char *volume, const char *range, const char *level,
		    const char *what, const char *verb);

#endif /* TIERSETUP_EXTENTS_H */
