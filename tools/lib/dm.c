// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libdevmapper.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/dm-tier.h>

#include "dm.h"
#include "klog.h"
#include "message.h"
#include "sysfs.h"

/* The first error of libdevmapper in a task, for our own message. */
static char dm_said[512];

static void on_dm_log(int level, const char *file, int line, int error,
		      const char *format, ...)
	__printf(5, 6);

static void on_dm_log(int level, const char *file, int line, int error,
		      const char *format, ...)
{
	va_list args;

	(void)file;
	(void)line;
	(void)error;
	if ((level & 7) > 3 || *dm_said)
		return;
	va_start(args, format);
	vsnprintf(dm_said, sizeof(dm_said), format, args);
	va_end(args);
}

static struct dm_task *task_new(int type, const char *name)
{
	static bool set_up;
	struct dm_task *task;

	if (!set_up) {
		dm_log_with_errno_init(on_dm_log);
		set_up = true;
	}
	dm_said[0] = '\0';
	task = dm_task_create(type);
	if (task && name && !dm_task_set_name(task, name)) {
		dm_task_destroy(task);
		return NULL;
	}
	return task;
}

/* Return: 0 or -errno of the ioctl. */
static int task_run(struct dm_task *task)
{
	int error;

	if (dm_task_run(task))
		return 0;
	error = dm_task_get_errno(task);
	return error ? -error : -ENODEV;
}

/* Run with a cookie, so that udev is done when we are. */
static int task_run_synced(struct dm_task *task)
{
	u32 cookie = 0;
	int r;

	if (!dm_task_set_cookie(task, &cookie, 0))
		return -ENODEV;
	r = task_run(task);
	dm_udev_wait(cookie);
	return r;
}

/* Before somebody has loaded dm-mod there is nothing to be found. */
static bool dm_present(void)
{
	return !access("/sys/class/misc/device-mapper", F_OK);
}

static int dm_unavailable(void)
{
	return message_error(-ENODEV,
			     "device mapper cannot be reached (%s): run modprobe dm-mod, as root",
			     *dm_said ? dm_said : "no reason given");
}

static bool target_present(void)
{
	struct dm_versions *target;
	struct dm_versions *last;
	struct dm_task *task;
	bool found = false;

	task = task_new(DM_DEVICE_LIST_VERSIONS, NULL);
	if (!task)
		return false;
	target = task_run(task) ? NULL : dm_task_get_versions(task);
	while (target && !found) {
		found = !strcmp(target->name, DM_TIER_TARGET);
		last = target;
		target = (struct dm_versions *)((char *)target + target->next);
		if (target == last)
			break;
	}
	dm_task_destroy(task);
	return found;
}

static void load_module(const char *module)
{
	pid_t child = fork();

	if (!child) {
		execlp("modprobe", "modprobe", "-q", module, (char *)NULL);
		_exit(127);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

int dm_need_target(void)
{
	if (target_present())
		return 0;
	load_module("dm-mod");
	load_module("dm-tier");
	if (target_present())
		return 0;
	return message_error(-ENODEV,
			     "the kernel has no device-mapper target \"%s\": install the module dm-tier for it and run modprobe dm-tier",
			     DM_TIER_TARGET);
}

/* Return: 1: a volume of ours, 0: not, -errno. */
static int volume_info(const char *name, struct dm_volume *volume)
{
	const size_t prefix = strlen(DM_TIER_DM_UUID_PREFIX);
	struct dm_task *task;
	struct dm_info info;
	const char *uuid;
	int r = 0;

	task = task_new(DM_DEVICE_INFO, name);
	if (!task)
		return -ENODEV;
	if (!task_run(task) && dm_task_get_info(task, &info) && info.exists) {
		uuid = dm_task_get_uuid(task);
		if (uuid && !strncmp(uuid, DM_TIER_DM_UUID_PREFIX, prefix)) {
			memset(volume, 0, sizeof(*volume));
			snprintf(volume->name, sizeof(volume->name), "%s", name);
			snprintf(volume->uuid, sizeof(volume->uuid), "%s",
				 uuid + prefix);
			volume->number = makedev(info.major, info.minor);
			volume->open_count = info.open_count;
			volume->readonly = info.read_only;
			volume->suspended = info.suspended;
			r = 1;
		}
	}
	dm_task_destroy(task);
	return r;
}

static int by_name(const void *one, const void *other)
{
	return strcmp(((const struct dm_volume *)one)->name,
		      ((const struct dm_volume *)other)->name);
}

static int list_take(struct dm_names *names, struct dm_volume **volumes,
		     unsigned int *count)
{
	struct dm_volume *more;
	struct dm_volume one;
	u32 next = 0;
	int r;

	if (!names->dev)
		return 0;
	do {
		names = (struct dm_names *)((char *)names + next);
		next = names->next;
		r = volume_info(names->name, &one);
		if (r < 0)
			return r;
		if (!r)
			continue;
		more = realloc(*volumes, (*count + 1) * sizeof(one));
		if (!more)
			return -ENOMEM;
		more[(*count)++] = one;
		*volumes = more;
	} while (next);
	return 0;
}

int dm_list(struct dm_volume **volumes, unsigned int *count)
{
	struct dm_names *names;
	struct dm_task *task;
	int r = 0;

	*volumes = NULL;
	*count = 0;
	if (!dm_present())
		return 0;
	task = task_new(DM_DEVICE_LIST, NULL);
	if (!task)
		return dm_unavailable();
	if (task_run(task))
		r = dm_unavailable();
	names = r ? NULL : dm_task_get_names(task);
	if (names)
		r = list_take(names, volumes, count);
	if (names && r)
		r = r == -ENOMEM ? message_memory() : dm_unavailable();
	dm_task_destroy(task);
	if (r) {
		free(*volumes);
		*volumes = NULL;
		*count = 0;
	} else if (*count) {
		qsort(*volumes, *count, sizeof(**volumes), by_name);
	}
	return r;
}

int dm_find(const char *word, struct dm_volume *volume)
{
	struct dm_volume *volumes;
	unsigned int count;
	unsigned int i;
	int r;

	r = dm_list(&volumes, &count);
	if (r)
		return r;
	r = -ENODEV;
	for (i = 0; i < count; i++) {
		if (strcmp(volumes[i].name, word) &&
		    strcasecmp(volumes[i].uuid, word))
			continue;
		*volume = volumes[i];
		r = 0;
		break;
	}
	free(volumes);
	if (!r)
		return 0;
	if (dm_name_taken(word))
		return message_error(-ENODEV,
				     "%s is a device-mapper device, but not a dm-tier volume: use dmsetup for it",
				     word);
	return message_error(-ENODEV,
			     "no open volume \"%s\": see tiersetup ls, open it with tiersetup open %s",
			     word, word);
}

bool dm_name_taken(const char *name)
{
	struct dm_task *task;
	struct dm_info info;
	bool taken = false;

	if (!dm_present())
		return false;
	task = task_new(DM_DEVICE_INFO, name);
	if (!task)
		return false;
	if (!task_run(task) && dm_task_get_info(task, &info))
		taken = info.exists;
	dm_task_destroy(task);
	return taken;
}

static int open_failed(const char *name, int error, int log)
{
	char why[512];

	klog_end(log, why, sizeof(why));
	switch (error) {
	case -EBUSY:
	case -EEXIST:
		return message_error(error,
				     "%s cannot be opened, a device or the name is in use: %s",
				     name, *why ? why : dm_said);
	case -EACCES:
	case -EPERM:
	case -ENOMEM:
		return message_error(error, "%s cannot be opened: %s", name,
				     dm_said);
	default:
		return message_error(-ENODEV,
				     "the kernel refused to open %s: %s%s", name,
				     *why ? why : dm_said,
				     *why ? "" : " (see dmesg for the reason)");
	}
}

int dm_open(const char *name, const char *uuid, u64 sectors,
	    const char *params, bool readonly)
{
	char dm_uuid[64];
	struct dm_task *task;
	int log = klog_begin();
	int r = -ENODEV;

	snprintf(dm_uuid, sizeof(dm_uuid), DM_TIER_DM_UUID_PREFIX "%s", uuid);
	/* Creates, loads and resumes; removes again what fails on the way. */
	task = task_new(DM_DEVICE_CREATE, name);
	if (task && dm_task_set_uuid(task, dm_uuid) &&
	    dm_task_add_target(task, 0, sectors, DM_TIER_TARGET, params) &&
	    (!readonly || dm_task_set_ro(task)))
		r = task_run_synced(task);
	if (task)
		dm_task_destroy(task);
	if (r)
		return open_failed(name, r, log);
	klog_end(log, dm_said, sizeof(dm_said));
	return 0;
}

int dm_close(const char *name, bool deferred)
{
	struct dm_task *task;
	int r = -ENODEV;

	task = task_new(DM_DEVICE_REMOVE, name);
	if (task && (!deferred || dm_task_deferred_remove(task)) &&
	    dm_task_retry_remove(task))
		r = task_run_synced(task);
	if (task)
		dm_task_destroy(task);
	if (r == -EBUSY)
		return message_error(r, "%s is in use: see lsof /dev/mapper/%s",
				     name, name);
	if (r)
		return message_error(r, "%s cannot be closed: %s", name, dm_said);
	return 0;
}

static int target_line(int type, const char *name, u64 *sectors,
		       char **params)
{
	struct dm_task *task;
	u64 start;
	char *target;
	char *text;
	int r;

	task = task_new(type, name);
	if (!task)
		return dm_unavailable();
	/* A question must not make the module write. */
	r = type == DM_DEVICE_STATUS && !dm_task_no_flush(task) ? -ENOMEM :
								  task_run(task);
	if (r) {
		r = message_error(r == -ENXIO ? -ENODEV : r,
				  "%s does not answer: %s", name, dm_said);
	} else {
		dm_get_next_target(task, NULL, &start, sectors, &target, &text);
		if (!target || strcmp(target, DM_TIER_TARGET))
			r = message_error(-ENODEV,
					  "%s has no table of target \"%s\": see dmsetup table %s",
					  name, DM_TIER_TARGET, name);
		else
			*params = strdup(text);
		if (!r && !*params)
			r = message_memory();
	}
	dm_task_destroy(task);
	return r;
}

int dm_table(const char *name, u64 *sectors, char **params)
{
	return target_line(DM_DEVICE_TABLE, name, sectors, params);
}

int dm_status(const char *name, u64 *sectors, char **params)
{
	return target_line(DM_DEVICE_STATUS, name, sectors, params);
}

int dm_message(const char *name, const char *text)
{
	struct dm_task *task;
	char why[512];
	int log;
	int r = -ENODEV;

	log = klog_begin();
	task = task_new(DM_DEVICE_TARGET_MSG, name);
	if (task && dm_task_set_sector(task, 0) && dm_task_set_message(task, text))
		r = task_run(task);
	if (task)
		dm_task_destroy(task);
	klog_end(log, why, sizeof(why));
	if (r)
		return message_error(r, "%s refused the message \"%s\" (%s)%s%s",
				     name, text, strerror(-r), *why ? ": " : "",
				     why);
	return 0;
}
