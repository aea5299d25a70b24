// SPDX-License-Identifier: GPL-2.0
#include <blkid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "signature.h"

static const char *value_of(blkid_probe probe, const char *name)
{
	const char *value;

	return blkid_probe_lookup_value(probe, name, &value, NULL) ? NULL :
								     value;
}

/* An article in front of "ext4", "gpt", "LVM2_member" ... */
static const char *article(const char *word)
{
	return strchr("aeiouAEIOU", *word) ? "an" : "a";
}

static void describe(blkid_probe probe, struct signature *found)
{
	const char *table = value_of(probe, "PTTYPE");
	const char *usage = value_of(probe, "USAGE");
	const char *label = value_of(probe, "LABEL");
	const char *type = value_of(probe, "TYPE");
	const char *noun = "signature";

	if (!type) {
		type = table ? table : "unknown";
		noun = "partition table";
	} else if (usage && !strcmp(usage, "filesystem")) {
		noun = "file system";
	}
	snprintf(found->text, sizeof(found->text), "%s %s %s%s%s%s",
		 article(type), type, noun, label ? " \"" : "",
		 label ? label : "", label ? "\"" : "");
}

static bool place(blkid_probe probe, struct signature *found)
{
	const char *offset = value_of(probe, "SBMAGIC_OFFSET");
	const char *name = "SBMAGIC";
	const char *magic;

	if (!offset) {
		offset = value_of(probe, "PTMAGIC_OFFSET");
		name = "PTMAGIC";
	}
	if (!offset ||
	    blkid_probe_lookup_value(probe, name, &magic, &found->length))
		return false;
	found->offset = strtoull(offset, NULL, 10);
	return found->length && found->length <= SIGNATURE_MAGIC;
}

static int probe_set_up(blkid_probe probe, int fd)
{
	if (blkid_probe_set_device(probe, fd, 0, 0) ||
	    blkid_probe_enable_superblocks(probe, 1) ||
	    blkid_probe_set_superblocks_flags(probe,
					      BLKID_SUBLKS_TYPE |
					      BLKID_SUBLKS_USAGE |
					      BLKID_SUBLKS_LABEL |
					      BLKID_SUBLKS_MAGIC |
					      BLKID_SUBLKS_BADCSUM) ||
	    blkid_probe_enable_partitions(probe, 1) ||
	    blkid_probe_set_partitions_flags(probe, BLKID_PARTS_MAGIC |
					     BLKID_PARTS_FORCE_GPT))
		return -EIO;
	return 0;
}

int signature_find(const char *path, unsigned int skip, struct signature *found)
{
	blkid_probe probe;
	int fd;
	int r;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* What is still cached may be from before somebody wrote past it. */
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	probe = blkid_new_probe();
	r = probe ? probe_set_up(probe, fd) : -ENOMEM;
	while (!r) {
		r = blkid_do_probe(probe);
		if (r) {
			r = r > 0 ? 0 : -EIO;
			break;
		}
		if (!place(probe, found))
			continue;
		if (skip--)
			continue;
		describe(probe, found);
		r = 1;
	}
	if (probe)
		blkid_free_probe(probe);
	close(fd);
	return r;
}
