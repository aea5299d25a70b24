/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Open volumes, through libdevmapper; nothing else of the tool calls it.
 * Errors are told, with the kernel's reason from its log where it gave one.
 */
#ifndef TIERSETUP_DM_H
#define TIERSETUP_DM_H

#include <stdbool.h>
#include <sys/types.h>

#include "env.h"

/**
 * struct dm_volume - an open volume
 * @name:       of the dm device
 * @uuid:       of the volume, lower case
 * @number:     of the dm device
 * @open_count: how many use it
 * @readonly:   its table is read-only
 * @suspended:  I/O is held
 */
struct dm_volume {
	char name[128];
	char uuid[37];
	dev_t number;
	int open_count;
	bool readonly;
	bool suspended;
};

/**
 * dm_need_target() - make sure that the kernel has the target
 *
 * Loads the module dm-tier if the target is missing.
 *
 * Return: 0, -ENODEV.
 */
int dm_need_target(void);

/**
 * dm_list() - all open volumes
 * @volumes: gets them, sorted by name; free() when done
 * @count:   gets their number
 *
 * Where there is no device mapper there are no open volumes.
 *
 * Return: 0, -ENOMEM, -ENODEV.
 */
int dm_list(struct dm_volume **volumes, unsigned int *count);

/**
 * dm_find() - an open volume by name or uuid
 * @word:   name or uuid
 * @volume: gets it
 *
 * Return: 0; -ENODEV: none (told).
 */
int dm_find(const char *word, struct dm_volume *volume);

/* Is there a dm device of this name, of whatever target? */
bool dm_name_taken(const char *name);

/**
 * dm_open() - create a dm device
 * @name:     of it
 * @uuid:     of the volume, lower case
 * @sectors:  length
 * @params:   of the table line, behind the target's name
 * @readonly: make it read-only
 *
 * Return: 0; -EBUSY, -EEXIST, -ENODEV. Leaves nothing behind if it fails.
 */
int dm_open(const char *name, const char *uuid, u64 sectors,
	    const char *params, bool readonly);

/**
 * dm_close() - remove a dm device
 * @name:     of it
 * @deferred: if it is in use, when the last user goes
 *
 * Return: 0; -EBUSY, -ENODEV.
 */
int dm_close(const char *name, bool deferred);

/**
 * dm_table() - the table line
 * @name:    of the dm device
 * @sectors: gets the length
 * @params:  gets what stands behind the target's name; free() when done
 *
 * Return: 0, -ENODEV, -ENOMEM.
 */
int dm_table(const char *name, u64 *sectors, char **params);

/* The same for the status line. */
int dm_status(const char *name, u64 *sectors, char **params);

/**
 * dm_message() - send a message to the target
 * @name: of the dm device
 * @text: of the message
 *
 * Return: 0; -EINVAL: the target refused it; -EIO; -ENODEV.
 */
int dm_message(const char *name, const char *text);

#endif /* TIERSETUP_DM_H */
