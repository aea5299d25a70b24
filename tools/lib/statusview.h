/* SPDX-License-Identifier: GPL-2.0 */
/* The status of an open volume, shown. */
#ifndef TIERSETUP_STATUSVIEW_H
#define TIERSETUP_STATUSVIEW_H

#include "env.h"

struct dm_volume;
struct json_object;
struct report;
struct words_status;

/**
 * statusview_volume() - show one volume
 * @report: gets lines and tables
 * @array:  gets the JSON object
 * @volume: it
 * @status: its status line
 * @bytes:  its size
 */
void statusview_volume(struct report *report, struct json_object *array,
		       const struct dm_volume *volume,
		       const struct words_status *status, u64 bytes);

#endif /* TIERSETUP_STATUSVIEW_H */
