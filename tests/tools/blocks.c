// SPDX-License-Identifier: GPL-2.0
/*
 * blocks: writes parts of 4096-byte blocks and looks at what became of the rest.
 *
 *   blocks model DEV BYTES SEED OPS [WAY]
 *       write, discard, zero and read the first BYTES of DEV at random, on
 *       borders of its sectors, and compare each read, and in the end all of
 *       it, with a copy in memory; reads zeros or what was written, wherever
 *       it was discarded. WAY is how memory is given: "plain" (the default),
 *       or "vectors": in pieces of a sector or less than a block, from
 *       different pages and not aligned to more than a sector
 *   blocks neighbours DEV OFFSET WRITERS ROUNDS [NAME EXTENT]
 *       each of WRITERS owns one sector of the block at OFFSET: in each of
 *       ROUNDS it reads it, which must hold what it wrote last, and writes the
 *       next. Meanwhile EXTENT of the device-mapper device NAME, which that
 *       block lies in, is moved between levels 0 and 1 without a pause
 *
 * All I/O is O_DIRECT. Exit status 2: data is wrong.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/dm-ioctl.h>
#include <linux/fs.h>
#include <linux/types.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "tool.h"

#define SECTOR		512u
#define BLOCK		4096u
#define MAX_BYTES	65536u		/* of one write or read */
#define MAX_VECTORS	256
#define MAX_WRITERS	8

#define wrong(...)	quit(2, __VA_ARGS__)

static __u64 below(__u64 *seed, __u64 n)
{
	*seed = mix(*seed);
	return *seed % n;
}

static void *aligned(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, BLOCK, size))
		die("no memory");
	return p;
}

static int open_device(const char *path, unsigned int *sector_bytes)
{
	int fd = open(path, O_RDWR | O_DIRECT);

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	if (ioctl(fd, BLKSSZGET, sector_bytes))
		die("%s: no block device: %s", path, strerror(errno));
	return fd;
}

/* ---- model --------------------------------------------------------------- */

struct model {
	int fd;
	__u64 bytes;
	unsigned int unit;	/* logical sector of the device */
	bool vectors;
	__u64 seed;
	char *copy;
	char *buffer;		/* what is read or written, with room for gaps */
	__u64 writes, trims, reads;
};

/*
 * Pieces of whole units of 512 bytes, each on a page of its own and somewhere in it: what a writer
 * with small buffers hands down, and a file system with blocks of 1 KiB.
 */
static unsigned int cut(struct model *m, struct iovec *vectors, size_t bytes)
{
	unsigned int n = 0;
	char *page = m->buffer;
	size_t done, piece;

	if (!m->vectors) {
		vectors[0].iov_base = m->buffer;
		vectors[0].iov_len = bytes;
		return 1;
	}
	for (done = 0; done < bytes; done += piece) {
		size_t at = m->unit == SECTOR ? below(&m->seed, 8) * SECTOR : 0;

		piece = m->unit == SECTOR ? (1 + below(&m->seed, 8)) * SECTOR : BLOCK;
		if (piece > bytes - done)
			piece = bytes - done;
		vectors[n].iov_base = page + at;
		vectors[n++].iov_len = piece;
		page += 2 * BLOCK;
	}
	return n;
}

static void check_same(const struct model *m, const struct iovec *vectors, unsigned int n,
		       __u64 at)
{
	const char *want = m->copy + at;
	unsigned int i;

	for (i = 0; i < n; want += vectors[i++].iov_len) {
		const char *got = vectors[i].iov_base;
		size_t k;

		if (!memcmp(got, want, vectors[i].iov_len))
			continue;
		for (k = 0; got[k] == want[k]; k++)
			;
		wrong("byte %llu is %02x, not %02x (operation %llu)",
		      (unsigned long long)(want - m->copy + k), got[k] & 255, want[k] & 255,
		      (unsigned long long)(m->writes + m->trims + m->reads));
	}
}

static void model_read(struct model *m, __u64 at, size_t bytes)
{
	struct iovec vectors[MAX_VECTORS];
	unsigned int n = cut(m, vectors, bytes);

	if (preadv(m->fd, vectors, n, at) != (ssize_t)bytes)
		die("read of %zu bytes at %llu: %s", bytes, (unsigned long long)at, strerror(errno));
	check_same(m, vectors, n, at);
	m->reads++;
}

static void model_write(struct model *m, __u64 at, size_t bytes)
{
	struct iovec vectors[MAX_VECTORS];
	unsigned int n = cut(m, vectors, bytes), i;
	char *to = m->copy + at;
	size_t k;

	for (k = 0; k < bytes; k += 8) {
		__u64 noise = below(&m->seed, UINT64_MAX);

		memcpy(to + k, &noise, 8);
	}
	for (i = 0; i < n; to += vectors[i++].iov_len)
		memcpy(vectors[i].iov_base, to, vectors[i].iov_len);
	if (pwritev(m->fd, vectors, n, at) != (ssize_t)bytes)
		die("write of %zu bytes at %llu: %s", bytes, (unsigned long long)at, strerror(errno));
	m->writes++;
}

static void model_trim(struct model *m, __u64 at, size_t bytes, bool discard)
{
	__u64 range[2] = { at, bytes };

	if (ioctl(m->fd, discard ? BLKDISCARD : BLKZEROOUT, range))
		die("%s of %zu bytes at %llu: %s", discard ? "discard" : "zeroing", bytes,
		    (unsigned long long)at, strerror(errno));
	memset(m->copy + at, 0, bytes);
	m->trims++;
}

static void model_step(struct model *m)
{
	__u64 kind = below(&m->seed, 8), units, most, at;

	/* Less than two blocks mostly, some more, and trims over whole extents */
	most = (below(&m->seed, 4) ? 2 * BLOCK : MAX_BYTES) / m->unit;
	if (kind < 2 && !below(&m->seed, 4))
		most = 512 * 1024 / m->unit;
	units = 1 + below(&m->seed, most);
	if (units > m->bytes / m->unit)
		units = m->bytes / m->unit;
	at = below(&m->seed, m->bytes / m->unit - units + 1) * m->unit;
	if (kind < 2)
		model_trim(m, at, units * m->unit, kind == 0);
	else if (kind < 6)
		model_write(m, at, units * m->unit);
	else
		model_read(m, at, units * m->unit);
}

static void model(char **argv, bool vectors)
{
	struct model m = {
		.bytes = strtoull(argv[1], NULL, 0), .vectors = vectors,
		.seed = mix(strtoull(argv[2], NULL, 0)),
	};
	__u64 ops = strtoull(argv[3], NULL, 0), at;

	m.fd = open_device(argv[0], &m.unit);
	m.copy = aligned(m.bytes);
	m.buffer = aligned(2 * BLOCK * MAX_VECTORS);
	/* Known, whatever was there */
	model_trim(&m, 0, m.bytes, false);
	while (ops--)
		model_step(&m);
	for (at = 0; at < m.bytes; at += MAX_BYTES)
		model_read(&m, at, m.bytes - at < MAX_BYTES ? m.bytes - at : MAX_BYTES);
	printf("%llu writes, %llu trims, %llu reads\n", (unsigned long long)m.writes,
	       (unsigned long long)m.trims, (unsigned long long)m.reads);
}

/* ---- neighbours ---------------------------------------------------------- */

struct writer {
	pthread_t thread;
	const char *device;
	unsigned int number;
	__u64 offset;
	__u64 rounds;
};

struct mover {
	pthread_t thread;
	const char *name;
	const char *extent;
	int control;
	bool stop;
	__u64 moves, refused;
};

/* A sector that says whose it is and of what round. */
static void fill(__u64 *words, unsigned int number, __u64 round)
{
	unsigned int i;

	for (i = 0; i < SECTOR / 8; i++)
		words[i] = mix((round * MAX_WRITERS + number) * 64 + i);
	words[0] = round;
	words[1] = number;
}

static void *write_on(void *context)
{
	struct writer *writer = context;
	__u64 *got = aligned(BLOCK), *want = aligned(BLOCK), round;
	unsigned int unit;
	int fd = open_device(writer->device, &unit);

	fill(want, writer->number, 0);
	if (pwrite(fd, want, SECTOR, writer->offset) != SECTOR)
		die("writer %u: %s", writer->number, strerror(errno));
	for (round = 1; round <= writer->rounds; round++) {
		if (pread(fd, got, SECTOR, writer->offset) != SECTOR)
			die("writer %u, round %llu: read: %s", writer->number,
			    (unsigned long long)round, strerror(errno));
		if (memcmp(got, want, SECTOR))
			wrong("writer %u: its sector holds round %llu of writer %llu, it had written round %llu",
			      writer->number, (unsigned long long)got[0],
			      (unsigned long long)got[1], (unsigned long long)round - 1);
		fill(want, writer->number, round);
		if (pwrite(fd, want, SECTOR, writer->offset) != SECTOR)
			die("writer %u, round %llu: write: %s", writer->number,
			    (unsigned long long)round, strerror(errno));
	}
	return NULL;
}

/* "move EXTENT LEVEL", as dmsetup message does it */
static int send_move(const struct mover *mover, unsigned int level)
{
	char buffer[sizeof(struct dm_ioctl) + sizeof(struct dm_target_msg) + 128] = { 0 };
	struct dm_ioctl *dmi = (struct dm_ioctl *)buffer;
	struct dm_target_msg *message = (struct dm_target_msg *)(dmi + 1);

	dmi->version[0] = DM_VERSION_MAJOR;
	dmi->data_size = sizeof(buffer);
	dmi->data_start = sizeof(*dmi);
	snprintf(dmi->name, sizeof(dmi->name), "%s", mover->name);
	snprintf(message->message, 128, "move %s %u", mover->extent, level);
	return ioctl(mover->control, DM_TARGET_MSG, dmi) ? -errno : 0;
}

static void *move_on(void *context)
{
	struct mover *mover = context;
	unsigned int level = 1;
	int r;

	while (!__atomic_load_n(&mover->stop, __ATOMIC_ACQUIRE)) {
		r = send_move(mover, level);
		if (!r) {
			mover->moves++;
			level = !level;
		} else if (r == -EBUSY || r == -EAGAIN) {
			mover->refused++;
			usleep(1000);
		} else {
			die("move to level %u: %s", level, strerror(-r));
		}
	}
	return NULL;
}

static void neighbours(char **argv, bool moving)
{
	unsigned int writers_count = atoi(argv[2]), i, unit;
	struct writer writers[MAX_WRITERS];
	struct mover mover = { 0 };
	time_t begin = time(NULL);

	close(open_device(argv[0], &unit));
	if (!writers_count || writers_count > MAX_WRITERS || unit != SECTOR)
		die("1 to 8 writers, on sectors of 512 bytes");
	for (i = 0; i < writers_count; i++) {
		writers[i] = (struct writer){
			.device = argv[0], .number = i, .rounds = strtoull(argv[3], NULL, 0),
			.offset = strtoull(argv[1], NULL, 0) + i * SECTOR,
		};
		if (pthread_create(&writers[i].thread, NULL, write_on, &writers[i]))
			die("no thread");
	}
	if (moving) {
		mover.name = argv[4];
		mover.extent = argv[5];
		mover.control = open("/dev/mapper/control", O_RDWR);
		if (mover.control < 0)
			die("/dev/mapper/control: %s", strerror(errno));
		if (pthread_create(&mover.thread, NULL, move_on, &mover))
			die("no thread");
	}
	for (i = 0; i < writers_count; i++)
		pthread_join(writers[i].thread, NULL);
	if (moving) {
		__atomic_store_n(&mover.stop, true, __ATOMIC_RELEASE);
		pthread_join(mover.thread, NULL);
	}
	printf("%u writers, %s rounds, %llu moves, %llu refused, %ld s\n", writers_count, argv[3],
	       (unsigned long long)mover.moves, (unsigned long long)mover.refused,
	       (long)(time(NULL) - begin));
}

int main(int argc, char **argv)
{
	if ((argc == 6 || argc == 7) && !strcmp(argv[1], "model")) {
		model(argv + 2, argc == 7 && !strcmp(argv[6], "vectors"));
		return 0;
	}
	if ((argc == 6 || argc == 8) && !strcmp(argv[1], "neighbours")) {
		neighbours(argv + 2, argc == 8);
		return 0;
	}
	fprintf(stderr, "usage: blocks model|neighbours ... (see the head of blocks.c)\n");
	return 1;
}
