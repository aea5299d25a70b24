// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"
#include "size.h"

#define FIRST_MS	1000
#define EVERY_MS	200

static struct {
	const char *what;
	u64 total;
	u64 done;
	u64 started_ms;
	u64 shown_ms;
	bool visible;
} now;

/* Free of locks, so a signal may set it. */
static atomic_bool stopped;

static u64 clock_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}

static void show(u64 ms)
{
	u64 elapsed = ms - now.started_ms;
	u64 rate = (u64)((double)now.done * 1000 / (double)elapsed);
	char done[SIZE_TEXT];
	char speed[SIZE_TEXT];

	size_format(now.done, done);
	size_format(rate, speed);
	fprintf(stderr, "\r\033[K%s: %s", now.what, done);
	if (now.total)
		fprintf(stderr, " (%ju%%)",
			(u64)((double)now.done * 100 / (double)now.total));
	fprintf(stderr, ", %s/s", speed);
	if (now.total > now.done && rate) {
		u64 left = (now.total - now.done) / rate;

		fprintf(stderr, ", %ju:%02ju left",
			left / 60, left % 60);
	}
	fflush(stderr);
	now.visible = true;
	now.shown_ms = ms;
}

void progress_begin(const char *what, u64 total)
{
	progress_clear();
	now.what = what;
	now.total = total;
	now.done = 0;
	now.started_ms = clock_ms();
	now.shown_ms = 0;
}

void progress_add(u64 bytes)
{
	u64 ms;

	now.done += bytes;
	/* A total is an estimate sometimes. */
	if (now.total && now.done > now.total)
		now.done = now.total;
	if (!now.what || !isatty(STDERR_FILENO))
		return;
	ms = clock_ms();
	if (ms - now.started_ms >= FIRST_MS && ms - now.shown_ms >= EVERY_MS)
		show(ms);
}

void progress_end(void)
{
	progress_clear();
	now.what = NULL;
}

void progress_clear(void)
{
	if (!now.visible)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	now.visible = false;
}

static void on_signal(int number)
{
	(void)number;
	atomic_store(&stopped, true);
}

void progress_catch_signals(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action;
	unsigned int i;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	sigemptyset(&action.sa_mask);
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		sigaction(numbers[i], &action, NULL);
	/* A closed pipe is an error of a write, not the end in mid-work. */
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

int progress_stopped(void)
{
	return atomic_load(&stopped) ? -EINTR : 0;
}
