/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Progress of long work, on stderr, if that is a terminal and the work has
 * taken a second; and the wish to stop (Ctrl-C).
 */
#ifndef TIERSETUP_PROGRESS_H
#define TIERSETUP_PROGRESS_H

#include <stdbool.h>

#include "env.h"

/**
 * progress_begin() - a stretch of work starts
 * @what:  is done, in words; must stay
 * @total: bytes of it, 0: not known
 */
void progress_begin(const char *what, u64 total);

/**
 * progress_add() - some of it is done
 * @bytes: how much
 */
void progress_add(u64 bytes);

/* All of it is done, or given up: takes the line off the terminal. */
void progress_end(void);

/* Take the line off the terminal for a message; the next step brings it back. */
void progress_clear(void);

/* From now on SIGINT, SIGTERM and SIGHUP only raise progress_stopped(). */
void progress_catch_signals(void);

/**
 * progress_stopped() - shall the work stop?
 *
 * Return: 0 or -EINTR.
 */
int progress_stopped(void);

#endif /* TIERSETUP_PROGRESS_H */
