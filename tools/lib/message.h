/* SPDX-License-Identifier: GPL-2.0 */
/* What is told on stderr. Every message says what to do. */
#ifndef TIERSETUP_MESSAGE_H
#define TIERSETUP_MESSAGE_H

/**
 * message_error() - tell an error
 * @error: -errno
 * @format: as printf(), without a newline
 *
 * Return: @error, so that a caller can "return message_error(...)".
 */
int message_error(int error, const char *format, ...)
	__printf(2, 3);

/* Tell something that does not stop the work. */
void message_warning(const char *format, ...)
	__printf(1, 2);

/* Tell that memory is short. Return: -ENOMEM. */
int message_memory(void);

#endif /* TIERSETUP_MESSAGE_H */
