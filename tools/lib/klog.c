// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "klog.h"

int klog_begin(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0 && lseek(fd, 0, SEEK_END) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

void klog_end(int fd, char *text, size_t size)
{
	static const char mark[] = "device-mapper: ";
	char record[8192];
	ssize_t got;
	char *start;

	*text = '\0';
	if (fd < 0)
		return;
	/* One record for each read: "6,123,456,-;device-mapper: ..." */
	while ((got = read(fd, record, sizeof(record) - 1)) > 0) {
		record[got] = '\0';
		record[strcspn(record, "\n")] = '\0';
		start = strstr(record, mark);
		/* That ioctl failed is known; why is said before. */
		if (start && !strstr(start, "ioctl: "))
			snprintf(text, size, "%s", start + strlen(mark));
	}
	close(fd);
}
