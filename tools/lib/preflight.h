/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What must be known before anything is written for a new volume: who uses
 * the devices, what stands on them, whose name is taken. Writes nothing.
 */
#ifndef TIERSETUP_PREFLIGHT_H
#define TIERSETUP_PREFLIGHT_H

#include "device.h"
#include "plan.h"

/**
 * preflight_usage() - does anybody use the device?
 * @device: which
 *
 * Return: 0; -EBUSY: told, by whom.
 */
int preflight_usage(const struct device *device);

/**
 * preflight_contents() - does anything stand on the device?
 * @device: which
 * @force:  it may, if it is not a member of an open volume
 *
 * Return: 0; -EEXIST, -EBUSY: told, what; -ENODEV.
 */
int preflight_contents(const struct device *device, bool force);

/**
 * preflight_names() - are name and uuid of a new volume free?
 * @plan: the volume
 *
 * Looks at open volumes, at dm devices, and at all members that are attached
 * and are not going to be overwritten.
 *
 * Return: 0; -EEXIST: told, by whom it is taken.
 */
int preflight_names(const struct plan *plan);

#endif /* TIERSETUP_PREFLIGHT_H */
