// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "sysfs.h"

#define SYSFS_DEVICE	"/sys/dev/block/%u:%u"

static int read_line(const char *path, char *text, size_t size)
{
	ssize_t got;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	got = read(fd, text, size - 1);
	if (got < 0) {
		got = -errno;
		close(fd);
		return (int)got;
	}
	close(fd);
	text[got] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return 0;
}

static int read_devno(const char *path, dev_t *number)
{
	unsigned int major_nr, minor_nr;
	char text[32];
	int r;

	r = read_line(path, text, sizeof(text));
	if (r)
		return r;
	if (sscanf(text, "%u:%u", &major_nr, &minor_nr) != 2)
		return -EPROTO;
	*number = makedev(major_nr, minor_nr);
	return 0;
}

int sysfs_text(dev_t number, const char *name, char *text, size_t size)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), SYSFS_DEVICE "/%s", major(number),
		 minor(number), name);
	return read_line(path, text, size);
}

int sysfs_number(dev_t number, const char *name, long long *value)
{
	char text[32];
	char *end;
	int r;

	r = sysfs_text(number, name, text, sizeof(text));
	if (r)
		return r;
	errno = 0;
	*value = strtoll(text, &end, 10);
	return errno || end == text || *end ? -EPROTO : 0;
}

int sysfs_queue_number(dev_t number, const char *name, long long *value)
{
	char attr[64];

	snprintf(attr, sizeof(attr), "queue/%s", name);
	return sysfs_number(sysfs_disk(number), attr, value);
}

int sysfs_kernel_name(dev_t number, char *name, size_t size)
{
	char target[PATH_MAX];
	char path[64];
	ssize_t got;
	const char *last;

	snprintf(path, sizeof(path), SYSFS_DEVICE, major(number), minor(number));
	got = readlink(path, target, sizeof(target) - 1);
	if (got < 0)
		return -errno;
	target[got] = '\0';
	last = strrchr(target, '/');
	snprintf(name, size, "%s", last ? last + 1 : target);
	return 0;
}

void sysfs_node(dev_t number, char *path, size_t size)
{
	char name[NAME_MAX + 1];
	char *slash;

	if (!sysfs_text(number, "dm/name", name, sizeof(name)) && *name) {
		snprintf(path, size, "/dev/mapper/%s", name);
		/* Nobody may have made the node. */
		if (!access(path, F_OK))
			return;
	}
	if (sysfs_kernel_name(number, name, sizeof(name))) {
		snprintf(path, size, "%u:%u", major(number), minor(number));
		return;
	}
	/* "cciss!c0d0" in sysfs is cciss/c0d0 below /dev */
	while ((slash = strchr(name, '!')))
		*slash = '/';
	snprintf(path, size, "/dev/%s", name);
}

dev_t sysfs_disk(dev_t number)
{
	char path[96];
	long long partition;
	dev_t disk;

	if (sysfs_number(number, "partition", &partition))
		return number;
	snprintf(path, sizeof(path), SYSFS_DEVICE "/../dev", major(number),
		 minor(number));
	return read_devno(path, &disk) ? number : disk;
}

int sysfs_walk_devices(int (*see)(dev_t number, void *context), void *context)
{
	struct dirent *entry;
	char path[PATH_MAX];
	dev_t number;
	int r = 0;
	DIR *dir;

	dir = opendir("/sys/class/block");
	if (!dir)
		return -errno;
	while (!r && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/sys/class/block/%s/dev",
			 entry->d_name);
		if (!read_devno(path, &number))
			r = see(number, context);
	}
	closedir(dir);
	return r;
}

int sysfs_walk_holders(dev_t number, int (*see)(dev_t holder, void *context),
		       void *context)
{
	struct dirent *entry;
	char path[PATH_MAX];
	dev_t holder;
	int r = 0;
	DIR *dir;

	snprintf(path, sizeof(path), SYSFS_DEVICE "/holders", major(number),
		 minor(number));
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!r && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/sys/class/block/%s/dev",
			 entry->d_name);
		if (!read_devno(path, &holder))
			r = see(holder, context);
	}
	closedir(dir);
	return r;
}

struct user_text {
	dev_t number;
	char *text;
	size_t size;
};

static int tell_holder(dev_t holder, void *context)
{
	struct user_text *user = context;
	char name[NAME_MAX + 1] = "?";
	char dm_name[NAME_MAX + 1];

	sysfs_kernel_name(holder, name, sizeof(name));
	if (sysfs_text(holder, "dm/name", dm_name, sizeof(dm_name)))
		snprintf(user->text, user->size, "held by %s", name);
	else
		snprintf(user->text, user->size, "held by %s (%s)", name,
			 dm_name);
	return 1;
}

/* Octal escapes of /proc/self/mountinfo are left as they are. */
static bool find_mount(struct user_text *user)
{
	unsigned int major_nr, minor_nr;
	char *line = NULL;
	size_t room = 0;
	bool found = false;
	FILE *file;
	int from, to;

	file = fopen("/proc/self/mountinfo", "re");
	if (!file)
		return false;
	while (!found && getline(&line, &room, file) > 0) {
		from = 0;
		to = 0;
		if (sscanf(line, "%*d %*d %u:%u %*s %n%*s%n", &major_nr,
			   &minor_nr, &from, &to) != 2 || !to ||
		    makedev(major_nr, minor_nr) != user->number)
			continue;
		snprintf(user->text, user->size, "mounted on %.*s", to - from,
			 line + from);
		found = true;
	}
	free(line);
	fclose(file);
	return found;
}

static bool find_swap(struct user_text *user)
{
	char *line = NULL;
	size_t room = 0;
	bool found = false;
	struct stat st;
	FILE *file;

	file = fopen("/proc/swaps", "re");
	if (!file)
		return false;
	while (!found && getline(&line, &room, file) > 0) {
		line[strcspn(line, " \t\n")] = '\0';
		if (stat(line, &st) || !S_ISBLK(st.st_mode) ||
		    st.st_rdev != user->number)
			continue;
		snprintf(user->text, user->size, "used for swap");
		found = true;
	}
	free(line);
	fclose(file);
	return found;
}

static bool one_user(struct user_text *user)
{
	return sysfs_walk_holders(user->number, tell_holder, user) ||
	       find_mount(user) || find_swap(user);
}

static int user_of_partition(dev_t number, void *context)
{
	struct user_text *user = context;
	dev_t disk = user->number;
	int found;

	if (number == disk || sysfs_disk(number) != disk)
		return 0;
	user->number = number;
	found = one_user(user);
	user->number = disk;
	return found;
}

bool sysfs_user(dev_t number, char *text, size_t size)
{
	struct user_text user = { number, text, size };

	*text = '\0';
	return one_user(&user) ||
	       sysfs_walk_devices(user_of_partition, &user) > 0;
}
