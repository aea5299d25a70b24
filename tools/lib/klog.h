/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel's log said meanwhile: the reasons of device-mapper. */
#ifndef TIERSETUP_KLOG_H
#define TIERSETUP_KLOG_H

#include <stddef.h>

/* From here on. Return: file descriptor, or -1 where it may not be read. */
int klog_begin(void);

/**
 * klog_end() - the last thing that device-mapper said
 * @fd:   of klog_begin(), will be closed
 * @text: gets it, "" if there is nothing
 * @size: of @text
 */
void klog_end(int fd, char *text, size_t size);

#endif /* TIERSETUP_KLOG_H */
