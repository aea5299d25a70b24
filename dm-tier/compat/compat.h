/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every difference between the kernels that dm-tier builds for is hidden here. What the given
 * kernel has is found by compiling the files of probe/ against it; compat_config.h is their
 * result. The version number is looked at once, to refuse what was never tested.
 */
#ifndef TIER_COMPAT_H
#define TIER_COMPAT_H

#include <linux/blkdev.h>
#include <linux/device-mapper.h>
#include <linux/dm-io.h>
#include <linux/ioprio.h>
#include <linux/version.h>

#include "compat_config.h"

#if KERNEL_VERSION(6, 1, 0) > LINUX_VERSION_CODE
#error "dm-tier needs Linux 6.1 or newer"
#endif
#if KERNEL_VERSION(8, 0, 0) <= LINUX_VERSION_CODE
#error "dm-tier was not tested with this kernel: it is known to work with Linux 6.1 to 7.x"
#endif
#ifndef CONFIG_64BIT
#error "dm-tier needs a 64-bit kernel: its map entries are read and written as one word"
#endif

/*
 * dm_io() at the default priority. Synchronous if req->notify.fn is NULL; then bit n of
 * *error_bits, which may be NULL, says that region n failed, be it for an error or because the
 * device cannot do the operation at all. Context: may sleep. Returns 0 or what dm_io() says: -EIO
 * for a failed region.
 */
static inline int tier_dm_io(struct dm_io_request *req, unsigned int num,
			     struct dm_io_region *where, unsigned long *error_bits)
{
#ifdef TIER_HAVE_DM_IO_UNSUP_BITS
	unsigned long unsup = 0;
	int r;

	r = dm_io(req, num, where, error_bits, &unsup, IOPRIO_DEFAULT);
	if (!req->notify.fn && unsup) {
		if (error_bits)
			*error_bits |= unsup;
		if (!r)
			r = -EIO;
	}
	return r;
#else
	return dm_io(req, num, where, error_bits, IOPRIO_DEFAULT);
#endif
}

/*
 * TIER_DM_IO_NOTIFY(fn) defines fn_notify(), which goes into struct dm_io_notify and calls
 * fn(unsigned long error, void *context); a region that the device does not support is an error.
 * Context: softirq or process; fn() must not sleep.
 */
#ifdef TIER_HAVE_DM_IO_NOTIFY_UNSUP
#define TIER_DM_IO_NOTIFY(fn)									\
static void fn##_notify(unsigned long error, unsigned long unsup, void *context)		\
{												\
	fn(error | unsup, context);								\
}
#else
#define TIER_DM_IO_NOTIFY(fn)									\
static void fn##_notify(unsigned long error, void *context)					\
{												\
	fn(error, context);									\
}
#endif

/* Was the table loaded for reading and writing? Context: constructor. */
static inline bool tier_table_writable(struct dm_table *table)
{
#ifdef TIER_HAVE_BLK_MODE
	return (__force unsigned int)(dm_table_get_mode(table) & BLK_OPEN_WRITE);
#else
	return (__force unsigned int)(dm_table_get_mode(table) & FMODE_WRITE);
#endif
}

/*
 * The limits that are handed up come from the superblock, not from stacking: what a member's
 * alignment did to them is undone here. Context: .io_hints of the target.
 */
static inline void tier_limits_clear_misaligned(struct queue_limits *lim)
{
#ifdef TIER_HAVE_LIMITS_MISALIGNED_MEMBER
	lim->misaligned = 0;
#else
	lim->flags &= ~BLK_FLAG_MISALIGNED;
#endif
}

/*
 * Sets the limit for WRITE ZEROES. Newer kernels refuse a table where the limit for zeroing by
 * unmapping is neither 0 nor the same. Context: .io_hints of the target.
 */
static inline void tier_limits_set_write_zeroes(struct queue_limits *lim, unsigned int sectors)
{
	lim->max_write_zeroes_sectors = sectors;
#ifdef TIER_HAVE_LIMITS_HW_WZEROES_UNMAP
	lim->max_hw_wzeroes_unmap_sectors = sectors;
#endif
}

#endif
