// SPDX-License-Identifier: GPL-2.0
/*
 * stamp: writes sectors that say who they are, and judges what is found later.
 *
 *   stamp trace DEV COUNT < TRACE       replay the first COUNT requests of a
 *       block trace (CSV: time_us,op,offset_bytes,length_bytes), every read
 *       checked against what was written before; then all that was written
 *   stamp begin DEV STATE WITNESS SEED JOB JOBS BYTES
 *       the history of a volume that was never written
 *   stamp load DEV STATE WITNESS SEED JOB JOBS BYTES SECONDS [OPS]
 *       write, discard and flush at random inside of part JOB of JOBS of the
 *       first BYTES of DEV; each acknowledged flush and FUA write goes to WITNESS
 *       at once
 *   stamp judge DEV STATE WITNESS SEED JOB JOBS BYTES
 *       after a crash: every sector must hold what was flushed, or written with
 *       FUA, last, or something that was written to it later; STATE is what was
 *       found
 *
 * A sector of 512 bytes holds its own number, a generation, and noise made of
 * the two. Generation 0 is zeros: never written, or discarded.
 *
 * Operation number g of a job is a function of seed, job and g, so the judge
 * knows the whole history from the number in the witness alone. What a flush
 * has not covered when the power goes is at most BATCH operations.
 *
 * A FUA write is one with RWF_DSYNC. On a block device Linux sends a FLUSH
 * after it, so this does not show that FUA by itself is enough.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "tool.h"

#define SECTOR		512
#define BATCH		48		/* operations between two flushes, at most */
#define MAX_BYTES	1048576	/* of one write or read */

static void fill_sector(__u64 *words, __u64 sector, uint32_t generation)
{
	__u64 noise = mix(sector ^ ((__u64)generation << 40));
	unsigned int i;

	if (!generation) {
		memset(words, 0, SECTOR);
		return;
	}
	words[0] = sector;
	words[1] = generation;
	for (i = 2; i < SECTOR / 8; i++) {
		noise = mix(noise);
		words[i] = noise;
	}
}

/* The generation that a sector holds, or -1: it is nobody's. */
static __s64 read_generation(const __u64 *words, __u64 sector)
{
	__u64 want[SECTOR / 8];

	if (words[1] > UINT32_MAX)
		return -1;
	fill_sector(want, sector, words[1]);
	return memcmp(want, words, SECTOR) ? -1 : (__s64)words[1];
}

static void *aligned(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, 4096, size))
		die("no memory");
	return p;
}

static int open_device(const char *path, int flags)
{
	int fd = open(path, flags | O_DIRECT);

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	return fd;
}

static __u64 device_bytes(int fd)
{
	__u64 bytes;

	if (ioctl(fd, BLKGETSIZE64, &bytes))
		die("no block device: %s", strerror(errno));
	return bytes;
}

static void write_at(int fd, const void *buffer, size_t bytes, __u64 at, int flags)
{
	struct iovec iov = { .iov_base = (void *)buffer, .iov_len = bytes };
	ssize_t n = pwritev2(fd, &iov, 1, at, flags);

	if (n != (ssize_t)bytes)
		die("write of %zu bytes at %llu: %s", bytes, at,
		    n < 0 ? strerror(errno) : "short");
}

static void read_at(int fd, void *buffer, size_t bytes, __u64 at)
{
	ssize_t n = pread(fd, buffer, bytes, at);

	if (n != (ssize_t)bytes)
		die("read of %zu bytes at %llu: %s", bytes, at,
		    n < 0 ? strerror(errno) : "short");
}

/* ---- trace --------------------------------------------------------------- */

struct replay {
	int fd;
	__u64 bytes;
	uint32_t *generations;	/* of each sector */
	char *buffer;
	__u64 reads, writes, checked;
};

static void check_range(struct replay *r, __u64 at, __u64 bytes)
{
	__u64 i;

	read_at(r->fd, r->buffer, bytes, at);
	for (i = 0; i < bytes; i += SECTOR) {
		__u64 sector = (at + i) / SECTOR;
		__s64 found = read_generation((__u64 *)(r->buffer + i), sector);

		if (found != r->generations[sector])
			die("sector %llu holds generation %lld, not %u", sector,
			    found, r->generations[sector]);
		r->checked++;
	}
}

static void one_request(struct replay *r, char op, __u64 at, __u64 bytes, uint32_t number)
{
	__u64 part, i;

	for (; bytes; bytes -= part, at += part) {
		part = bytes < MAX_BYTES ? bytes : MAX_BYTES;
		if (op == 'R') {
			check_range(r, at, part);
			continue;
		}
		for (i = 0; i < part; i += SECTOR) {
			__u64 sector = (at + i) / SECTOR;

			r->generations[sector] = number;
			fill_sector((__u64 *)(r->buffer + i), sector, number);
		}
		write_at(r->fd, r->buffer, part, at, 0);
	}
}

static void replay_trace(const char *device, uint32_t count)
{
	struct replay r = { .fd = open_device(device, O_RDWR), .buffer = aligned(MAX_BYTES) };
	__u64 time, at, bytes, sector;
	uint32_t number = 0;
	char op, line[256];

	r.bytes = device_bytes(r.fd);
	r.generations = calloc(r.bytes / SECTOR, sizeof(*r.generations));
	if (!r.generations)
		die("no memory for %llu sectors", r.bytes / SECTOR);

	while (number < count && fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%llu,%c,%llu,%llu", &time, &op, &at,
			   &bytes) != 4)
			continue;	/* the header */
		if ((op != 'R' && op != 'W') || at % SECTOR || bytes % SECTOR)
			die("request %u of the trace is none: %s", number, line);
		if (at + bytes > r.bytes)
			die("request %u lies behind the end of the device", number);
		one_request(&r, op, at, bytes, ++number);
		if (op == 'R')
			r.reads++;
		else
			r.writes++;
	}
	if (number < count)
		die("the trace has only %u requests", number);
	if (fsync(r.fd))
		die("flush: %s", strerror(errno));

	/* All that was written, and its neighbours, once more */
	for (sector = 0; sector < r.bytes / SECTOR; sector += MAX_BYTES / SECTOR) {
		__u64 n = r.bytes / SECTOR - sector, i;

		n = n < MAX_BYTES / SECTOR ? n : MAX_BYTES / SECTOR;
		for (i = 0; i < n && !r.generations[sector + i]; i++)
			;
		if (i < n)
			check_range(&r, sector * SECTOR, n * SECTOR);
	}
	printf("%llu reads, %llu writes, %llu sectors checked\n", r.reads,
	       r.writes, r.checked);
}

/* ---- load and judge ------------------------------------------------------ */

struct job {
	int fd;
	__u64 seed;
	unsigned int sector_bytes;	/* logical sector of the device */
	__u64 first;			/* sector of the part */
	__u64 sectors;
	uint32_t *generations;		/* of each sector of the part */
	uint32_t next;			/* operation to begin with */
	const char *state;
	const char *witness;
};

/* What the witness knows: numbers of operations */
struct acked {
	uint32_t flush;			/* all up to this one are durable */
	uint32_t fua;			/* of those behind it, all FUA writes up to this one are */
};

enum kind { WRITE, WRITE_FUA, DISCARD };

struct op {
	enum kind kind;
	__u64 sector;		/* in the part */
	__u64 sectors;
	bool flush;			/* behind it */
};

/* Operation number @g of the job */
static struct op op_of(const struct job *job, uint32_t g)
{
	__u64 r = mix(job->seed ^ mix(g)), unit = job->sector_bytes / SECTOR;
	__u64 kind = r % 32;
	struct op op = { .kind = WRITE };

	r = mix(r);
	if (kind == 0) {
		op.kind = DISCARD;
		unit = 8;
		op.sectors = (1 + r % 512) * unit;	/* up to 2 MiB */
	} else {
		op.kind = kind < 4 ? WRITE_FUA : WRITE;
		/* Small ones mostly, some of up to 512 KiB */
		op.sectors = (1 + r % (kind > 28 ? 1024 : 32)) * unit;
		if (op.sectors > 1024)
			op.sectors = 1024;
	}
	if (op.sectors > job->sectors)
		op.sectors = job->sectors / unit * unit;
	r = mix(r);
	op.sector = r % (job->sectors - op.sectors + 1) / unit * unit;
	r = mix(r);
	op.flush = r % 16 == 0 || g % BATCH == 0;
	return op;
}

/*
 * The folder with the witness comes over a network file system, which now and then fails an open
 * under load. That must not pass for a file that was never there.
 */
static int open_kept(const char *path)
{
	unsigned int tries;
	int fd = -1;

	for (tries = 0; tries < 50; tries++) {
		fd = open(path, O_RDONLY);
		if (fd >= 0)
			return fd;
		usleep(100000);
	}
	die("%s: %s", path, strerror(errno));
}

static void read_state(struct job *job)
{
	size_t bytes = job->sectors * sizeof(*job->generations);
	int fd;

	fd = open_kept(job->state);
	if (read(fd, &job->next, sizeof(job->next)) != sizeof(job->next) ||
	    read(fd, job->generations, bytes) != (ssize_t)bytes)
		die("%s: too short", job->state);
	close(fd);
}

static void write_state(struct job *job)
{
	int fd = open(job->state, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	size_t bytes = job->sectors * sizeof(*job->generations);

	if (fd < 0 || write(fd, &job->next, sizeof(job->next)) != sizeof(job->next) ||
	    write(fd, job->generations, bytes) != (ssize_t)bytes || close(fd))
		die("%s: %s", job->state, strerror(errno));
}

static struct acked read_witness(const struct job *job)
{
	struct acked acked = { job->next - 1, job->next - 1 };
	int fd = open_kept(job->witness);
	struct acked found;

	/* Empty: killed before its first flush. */
	if (read(fd, &found, sizeof(found)) == sizeof(found))
		acked = found;
	close(fd);
	return acked;
}

static void run_op(struct job *job, uint32_t g, const struct op *op, char *buffer)
{
	__u64 range[2], i;

	if (op->kind == DISCARD) {
		range[0] = (job->first + op->sector) * SECTOR;
		range[1] = op->sectors * SECTOR;
		if (ioctl(job->fd, BLKDISCARD, range))
			die("discard: %s", strerror(errno));
		return;
	}
	for (i = 0; i < op->sectors; i++)
		fill_sector((__u64 *)(buffer + i * SECTOR), job->first + op->sector + i, g);
	write_at(job->fd, buffer, op->sectors * SECTOR, (job->first + op->sector) * SECTOR,
		 op->kind == WRITE_FUA ? RWF_DSYNC : 0);
}

static void write_witness(const struct job *job, int fd, const struct acked *acked)
{
	if (pwrite(fd, acked, sizeof(*acked), 0) != sizeof(*acked))
		die("%s: %s", job->witness, strerror(errno));
}

static void load(struct job *job, unsigned int seconds, uint32_t ops)
{
	int witness = open(job->witness, O_WRONLY | O_CREAT | O_TRUNC | O_DSYNC, 0644);
	struct acked acked = { job->next - 1, job->next - 1 };
	time_t end = time(NULL) + seconds;
	char *buffer = aligned(MAX_BYTES);
	uint32_t g, last = ops ? job->next + ops : UINT32_MAX;

	if (witness < 0)
		die("%s: %s", job->witness, strerror(errno));
	for (g = job->next; g < last && time(NULL) < end; g++) {
		struct op op = op_of(job, g);

		run_op(job, g, &op, buffer);
		if (op.flush && fdatasync(job->fd))
			die("flush: %s", strerror(errno));
		if (op.flush)
			acked.flush = g;
		else if (op.kind != WRITE_FUA)
			continue;
		acked.fua = g;
		write_witness(job, witness, &acked);
	}
	/* An orderly end flushes as well. */
	if (fdatasync(job->fd))
		die("flush: %s", strerror(errno));
	acked.flush = g - 1;
	acked.fua = g - 1;
	write_witness(job, witness, &acked);
	printf("%u operations\n", g - job->next);
}

/* Was @found written to @sector (of the part) by one of operations @from to @to? */
static bool written_by(const struct job *job, __u64 sector, __s64 found, uint32_t from,
		       uint32_t to)
{
	uint32_t g;

	for (g = from; g <= to; g++) {
		struct op op = op_of(job, g);

		if (sector < op.sector || sector >= op.sector + op.sectors)
			continue;
		if (found == (op.kind == DISCARD ? 0 : g))
			return true;
	}
	return false;
}

/* What must be there at least, as the witness has it. */
static void replay_acked(struct job *job, const struct acked *acked)
{
	uint32_t g;
	__u64 i;

	for (g = job->next; g <= acked->fua; g++) {
		struct op op = op_of(job, g);

		if (g > acked->flush && op.kind != WRITE_FUA)
			continue;
		for (i = 0; i < op.sectors; i++)
			job->generations[op.sector + i] = op.kind == DISCARD ? 0 : g;
	}
}

static void judge(struct job *job)
{
	struct acked acked = read_witness(job);
	uint32_t bad = 0, newer = 0, last = acked.flush + BATCH;
	char *buffer = aligned(MAX_BYTES);
	__u64 sector, n, i;

	replay_acked(job, &acked);
	for (sector = 0; sector < job->sectors; sector += n) {
		n = job->sectors - sector;
		n = n < MAX_BYTES / SECTOR ? n : MAX_BYTES / SECTOR;
		read_at(job->fd, buffer, n * SECTOR, (job->first + sector) * SECTOR);
		for (i = 0; i < n; i++) {
			__u64 s = sector + i;
			uint32_t want = job->generations[s];
			__s64 found = read_generation((__u64 *)(buffer + i * SECTOR),
							job->first + s);

			if (found == want)
				continue;
			/* What was written before a FUA write is no excuse. */
			if (written_by(job, s, found,
				       (want > acked.flush ? want : acked.flush) + 1, last)) {
				job->generations[s] = found;
				newer++;
			} else if (bad++ < 10) {
				fprintf(stderr,
					"stamp: sector %llu holds generation %lld, durable was %u (flushed up to %u, FUA up to %u)\n",
					job->first + s, found, want, acked.flush, acked.fua);
			}
		}
	}
	printf("flushed up to %u, %u sectors newer, %u wrong\n", acked.flush, newer, bad);
	if (bad)
		exit(2);
	job->next = last + 1;
	write_state(job);
}

static struct job job_from(char **argv, bool begin)
{
	__u64 number = strtoull(argv[4], NULL, 0), jobs = strtoull(argv[5], NULL, 0);
	__u64 bytes = strtoull(argv[6], NULL, 0);
	struct job job = {
		.fd = open_device(argv[0], O_RDWR),
		.state = argv[1],
		.witness = argv[2],
		.seed = mix(strtoull(argv[3], NULL, 0) * 1024 + number),
	};

	if (ioctl(job.fd, BLKSSZGET, &job.sector_bytes))
		die("%s: %s", argv[0], strerror(errno));
	if (!jobs || number >= jobs || bytes > device_bytes(job.fd))
		die("no such part, or more bytes than the device has");
	job.sectors = bytes / SECTOR / jobs / 8 * 8;
	job.first = job.sectors * number;
	job.generations = calloc(job.sectors, sizeof(*job.generations));
	if (!job.generations)
		die("no memory");
	job.next = 1;
	if (!begin)
		read_state(&job);
	return job;
}

int main(int argc, char **argv)
{
	struct job job;

	if (argc == 4 && !strcmp(argv[1], "trace")) {
		replay_trace(argv[2], strtoul(argv[3], NULL, 0));
		return 0;
	}
	if ((argc == 10 || argc == 11) && !strcmp(argv[1], "load")) {
		job = job_from(argv + 2, false);
		load(&job, strtoul(argv[9], NULL, 0), argc == 11 ? strtoul(argv[10], NULL, 0) : 0);
		return 0;
	}
	if (argc == 9 && !strcmp(argv[1], "begin")) {
		job = job_from(argv + 2, true);
		write_state(&job);
		return 0;
	}
	if (argc == 9 && !strcmp(argv[1], "judge")) {
		job = job_from(argv + 2, false);
		judge(&job);
		return 0;
	}
	fprintf(stderr, "usage: stamp trace|begin|load|judge ... (see the head of stamp.c)\n");
	return 1;
}
