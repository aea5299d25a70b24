// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "message.h"
#include "progress.h"

static void tell(const char *kind, const char *format, va_list args)
	__printf(2, 0);

static void tell(const char *kind, const char *format, va_list args)
{
	progress_clear();
	fprintf(stderr, "tiersetup: %s", kind);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

int message_error(int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell("", format, args);
	va_end(args);
	return error;
}

void message_warning(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell("warning: ", format, args);
	va_end(args);
}

int message_memory(void)
{
	return message_error(-ENOMEM,
			     "out of memory: free some and run this again");
}
