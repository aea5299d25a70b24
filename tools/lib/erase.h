/* SPDX-License-Identifier: GPL-2.0 */
/* Taking a volume's marks off a device. */
#ifndef TIERSETUP_ERASE_H
#define TIERSETUP_ERASE_H

#include <stdbool.h>

struct member;

/**
 * erase_member() - wipe the superblocks
 * @member: not in use
 * @others: wipe signatures of others, too
 *
 * Return: 0; -EBUSY, -EIO, -ENOMEM, told.
 */
int erase_member(const struct member *member, bool others);

#endif /* TIERSETUP_ERASE_H */
