// SPDX-License-Identifier: GPL-2.0
/* devices are opened by blk_mode_t and BLK_OPEN_*; before 6.5 fmode_t and FMODE_* */
#include <linux/blkdev.h>
#include <linux/device-mapper.h>

#ifndef TIER_PROBE_CONTROL
bool probe_mode(struct dm_table *table);
bool probe_mode(struct dm_table *table)
{
	blk_mode_t mode = dm_table_get_mode(table);

	return mode & BLK_OPEN_WRITE;
}
#endif
