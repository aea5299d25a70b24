/* SPDX-License-Identifier: GPL-2.0 */
/* What the programs of the tests share. Included behind _GNU_SOURCE. */
#ifndef DM_TIER_TESTS_TOOL_H
#define DM_TIER_TESTS_TOOL_H

#include <errno.h>
#include <linux/types.h>
#include <stdio.h>
#include <stdlib.h>

/* Tell what is wrong and end: 1 is for what cannot be done, 2 for wrong data. */
#define quit(status, ...) \
	do { \
		fprintf(stderr, "%s: ", program_invocation_short_name); \
		fprintf(stderr, __VA_ARGS__); \
		fputc('\n', stderr); \
		exit(status); \
	} while (0)

#define die(...)	quit(1, __VA_ARGS__)

static inline __u64 mix(__u64 x)		/* splitmix64, Steele et al. 2014 */
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

#endif /* DM_TIER_TESTS_TOOL_H */
