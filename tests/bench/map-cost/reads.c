// SPDX-License-Identifier: GPL-2.0
/*
 * reads: what 4 KiB of random direct I/O cost on some devices, in ticks of the
 * processor's counter, which in QEMU's virtual time are instructions.
 *
 *   reads COUNT ROUNDS WAYS BYTES LABEL=DEV...
 *
 * The first BYTES of each device; all devices take turns, ROUNDS times; the
 * medians count. One line for each device and way:
 *
 *   LABEL read1|read32|write1|write32 TICKS-PER-I/O LOWEST HIGHEST
 *
 * WAYS is 2 for the reads only, 4 for all. The number is the depth: 1 is pread()
 * or pwrite(), 32 is io_submit() of 32.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/types.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

#define BLOCK		4096
#define DEPTH		32
#define MAX_DEVICES	16
#define MAX_ROUNDS	64

enum way { READ1, READ32, WRITE1, WRITE32, WAYS };

static const char *const way_names[WAYS] = { "read1", "read32", "write1", "write32" };

struct device {
	const char *label;
	int fd;
	double cost[WAYS][MAX_ROUNDS];
};

static char *buffer;			/* DEPTH blocks */
static aio_context_t context;
static __u64 blocks;

static noreturn void die(const char *what)
{
	fprintf(stderr, "reads: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* xorshift64*; the same places on each device and in each round */
static __u64 next_offset(__u64 *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return ((*state * 0x2545f4914f6cdd1d) >> 32) % blocks * BLOCK;
}

static void one_by_one(int fd, unsigned int count, int write)
{
	__u64 state = 1;

	while (count--) {
		__u64 at = next_offset(&state);

		if ((write ? pwrite(fd, buffer, BLOCK, at) : pread(fd, buffer, BLOCK, at)) != BLOCK)
			die("short");
	}
}

static void in_batches(int fd, unsigned int count, int write)
{
	struct iocb iocbs[DEPTH], *list[DEPTH];
	struct io_event events[DEPTH];
	__u64 state = 1;
	unsigned int i;

	memset(iocbs, 0, sizeof(iocbs));
	for (i = 0; i < DEPTH; i++) {
		list[i] = &iocbs[i];
		iocbs[i].aio_fildes = fd;
		iocbs[i].aio_lio_opcode = write ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
		iocbs[i].aio_buf = (unsigned long)(buffer + i * BLOCK);
		iocbs[i].aio_nbytes = BLOCK;
	}
	for (; count >= DEPTH; count -= DEPTH) {
		for (i = 0; i < DEPTH; i++)
			iocbs[i].aio_offset = next_offset(&state);
		if (syscall(SYS_io_submit, context, DEPTH, list) != DEPTH)
			die("io_submit");
		if (syscall(SYS_io_getevents, context, DEPTH, DEPTH, events, NULL) != DEPTH)
			die("io_getevents");
		for (i = 0; i < DEPTH; i++)
			if (events[i].res != BLOCK)
				die("short");
	}
}

static double cost(int fd, unsigned int count, enum way way)
{
	int write = way == WRITE1 || way == WRITE32;
	__u64 begin = __rdtsc();

	if (way == READ1 || way == WRITE1)
		one_by_one(fd, count, write);
	else
		in_batches(fd, count, write);
	return (double)(__rdtsc() - begin) / count;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	struct device devices[MAX_DEVICES];
	unsigned int count, rounds, round;
	int d, way, ways, n = argc - 5;

	if (argc < 6 || n > MAX_DEVICES) {
		fprintf(stderr, "usage: reads COUNT ROUNDS WAYS BYTES LABEL=DEV...\n");
		return 1;
	}
	count = strtoul(argv[1], NULL, 0) / DEPTH * DEPTH;
	rounds = strtoul(argv[2], NULL, 0);
	ways = atoi(argv[3]);
	blocks = strtoull(argv[4], NULL, 0) / BLOCK;
	if (!count || !rounds || rounds > MAX_ROUNDS || !blocks || ways < 1 ||
	    ways > WAYS)
		return 1;
	for (d = 0; d < n; d++) {
		char *equals = strchr(argv[5 + d], '=');

		if (!equals)
			return 1;
		*equals = 0;
		devices[d].label = argv[5 + d];
		devices[d].fd = open(equals + 1, O_RDWR | O_DIRECT);
		if (devices[d].fd < 0)
			die(equals + 1);
	}
	if (posix_memalign((void **)&buffer, BLOCK, DEPTH * BLOCK))
		die("memory");
	memset(buffer, 0xa5, DEPTH * BLOCK);
	if (syscall(SYS_io_setup, DEPTH, &context))
		die("io_setup");
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		die("mlockall");

	/* Round 0 warms all up. */
	for (round = 0; round <= rounds; round++)
		for (way = 0; way < ways; way++)
			for (d = 0; d < n; d++)
				devices[d].cost[way][round ? round - 1 : 0] =
					cost(devices[d].fd, count, way);
	for (d = 0; d < n; d++) {
		for (way = 0; way < ways; way++) {
			double *c = devices[d].cost[way];

			qsort(c, rounds, sizeof(*c), compare);
			printf("%s %s %.1f %.1f %.1f\n", devices[d].label, way_names[way],
			       c[rounds / 2], c[0], c[rounds - 1]);
		}
	}
	return 0;
}
