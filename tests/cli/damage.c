// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a defect in the image of a member, as its name says:
 *
 *	super-torn IMAGE 0|1		half of a superblock is missing
 *	super-set IMAGE 0|1 KEY VALUE	a field has another value (generation,
 *					copies_valid, created, members, version)
 *	checkpoint-torn IMAGE SLOT
 *	checkpoint-unclean IMAGE	the volume was not closed
 *	checkpoint-count IMAGE N	one of its numbers is wrong: it says that N
 *					extents are mapped, all on member 0
 *	table-torn IMAGE INDEX SLOT	half of a table block is missing
 *	table-misplaced IMAGE INDEX SLOT	it belongs elsewhere
 *	table-stranger IMAGE INDEX SLOT	it is of another volume
 *	map IMAGE EXTENT MEMBER PEXT	no defect: gives an extent a home
 *	journal IMAGE SEQ INDEX BLOCKS EXTENT MEMBER PEXT
 *					a journal block with one change
 *
 * All blocks have the right checksum afterwards, but the torn ones.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format.h"
#include "map.h"

#define HALF	(DM_TIER_BLOCK_SIZE / 2)

static int fd;
static u8 block[DM_TIER_BLOCK_SIZE];
static struct tier_super super;
static struct tier_member_info *self;

static void __attribute__((noreturn)) die(const char *what)
{
	fprintf(stderr, "damage: %s\n", what);
	exit(1);
}

static u64 number(const char *text)
{
	char *end;
	u64 value = strtoull(text, &end, 0);

	if (end == text || *end)
		die("not a number");
	return value;
}

static void get(u64 offset)
{
	if (pread(fd, block, sizeof(block), (off_t)offset) != sizeof(block))
		die("cannot read");
}

static void put(u64 offset)
{
	if (pwrite(fd, block, sizeof(block), (off_t)offset) != sizeof(block))
		die("cannot write");
}

static void seal(void)
{
	u32 csum = ~tier_crc32c(~0U, block + 4, sizeof(block) - 4);

	*(__le32 *)block = cpu_to_le32(csum);
}

static void tear(u64 offset)
{
	get(offset);
	memset(block + HALF, 0xa5, HALF);
	put(offset);
}

static u64 super_offset(u64 which)
{
	return (which ? self->second_sector : DM_TIER_SUPER_SECTOR) * 512;
}

static u64 place_offset(u64 place)
{
	return self->meta_sector * 512 + place * DM_TIER_BLOCK_SIZE;
}

static u64 table_offset(u64 index, u64 slot)
{
	return place_offset(tier_table_place(super.journal_blocks, index,
					     (unsigned int)slot));
}

static void find_super(void)
{
	get(DM_TIER_SUPER_SECTOR * 512);
	if (tier_super_decode(block, DM_TIER_SUPER_SECTOR, &super) != TIER_OK)
		die("no right superblock");
	self = &super.members[super.member_index];
}

static void super_set(char **args)
{
	struct dm_tier_super *raw = (void *)block;
	u64 offset = super_offset(number(args[0]));
	u64 value = number(args[2]);

	get(offset);
	if (!strcmp(args[1], "generation"))
		raw->header.seq = cpu_to_le64(value);
	else if (!strcmp(args[1], "copies_valid"))
		raw->copies_valid = cpu_to_le32(value);
	else if (!strcmp(args[1], "created"))
		raw->created = cpu_to_le64(value);
	else if (!strcmp(args[1], "members"))
		raw->members_count = cpu_to_le16(value);
	else if (!strcmp(args[1], "version"))
		raw->version = cpu_to_le32(value);
	else
		die("no such field");
	seal();
	put(offset);
}

static void find_checkpoint(struct tier_checkpoint *ckpt)
{
	struct tier_checkpoint one;
	unsigned int slot;

	memset(ckpt, 0, sizeof(*ckpt));
	for (slot = 0; slot < DM_TIER_META_SLOTS; slot++) {
		get(place_offset(slot));
		if (tier_checkpoint_decode(block, &super, slot, &one) == TIER_OK &&
		    one.number > ckpt->number)
			*ckpt = one;
	}
	if (!ckpt->number)
		die("no right checkpoint");
}

static void put_checkpoint(const struct tier_checkpoint *ckpt)
{
	tier_checkpoint_encode(ckpt, super.uuid, block);
	put(place_offset(ckpt->number % DM_TIER_META_SLOTS));
}

static void checkpoint_unclean(void)
{
	struct tier_checkpoint ckpt;

	find_checkpoint(&ckpt);
	ckpt.flags = 0;
	put_checkpoint(&ckpt);
}

static void checkpoint_count(u64 count)
{
	struct tier_checkpoint ckpt;

	find_checkpoint(&ckpt);
	ckpt.mapped = count;
	memset(ckpt.used, 0, sizeof(ckpt.used));
	ckpt.used[0] = count;
	put_checkpoint(&ckpt);
}

static void table_edit(char **args, bool stranger)
{
	struct dm_tier_block_header *header = (void *)block;
	u64 offset = table_offset(number(args[0]), number(args[1]));

	get(offset);
	if (stranger)
		header->uuid[0] ^= 0xff;
	else
		header->place = cpu_to_le64(le64_to_cpu(header->place) + 2);
	seal();
	put(offset);
}

static void map_extent(char **args)
{
	u64 extent = number(args[0]);
	u64 index = tier_table_block_of(extent);
	struct dm_tier_table *table = (void *)block;
	u64 newest = 0;
	u64 at = 0;
	u64 seen;
	unsigned int slot;

	for (slot = 0; slot < DM_TIER_META_SLOTS; slot++) {
		get(table_offset(index, slot));
		if (tier_table_decode(block, &super, index, slot, &seen,
				      NULL) == TIER_OK && seen > newest) {
			newest = seen;
			at = table_offset(index, slot);
		}
	}
	if (!newest)
		die("no right table block");
	get(at);
	table->entries[extent % DM_TIER_TABLE_ENTRIES] =
		cpu_to_le64(tier_entry_make((unsigned int)number(args[1]),
					    number(args[2])));
	seal();
	put(at);
}

static void journal(char **args)
{
	struct tier_journal_head head;
	struct tier_checkpoint ckpt;
	struct tier_change change;

	find_checkpoint(&ckpt);
	head.seq = number(args[0]);
	head.epoch = ckpt.epoch;
	head.txn_index = (u32)number(args[1]);
	head.txn_blocks = (u32)number(args[2]);
	head.count = 1;
	change.extent = number(args[3]);
	change.entry = tier_entry_make((unsigned int)number(args[4]),
				       number(args[5]));
	tier_journal_encode(&head, &change, &super, block);
	put(place_offset(tier_journal_place(super.journal_blocks, head.seq)));
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int args;
	} acts[] = {
		{ "super-torn", 1 }, { "super-set", 3 }, { "checkpoint-torn", 1 },
		{ "checkpoint-unclean", 0 }, { "checkpoint-count", 1 },
		{ "table-torn", 2 }, { "table-misplaced", 2 },
		{ "table-stranger", 2 }, { "map", 3 }, { "journal", 6 },
	};
	char **args = argv + 3;
	unsigned int act;

	for (act = 0; argc > 2 && act < ARRAY_SIZE(acts); act++)
		if (!strcmp(argv[1], acts[act].name) &&
		    argc - 3 == acts[act].args)
			break;
	if (argc < 3 || act == ARRAY_SIZE(acts))
		die("usage: see the source");
	fd = open(argv[2], O_RDWR);
	if (fd < 0)
		die("cannot open the image");
	find_super();
	switch (act) {
	case 0:
		tear(super_offset(number(args[0])));
		break;
	case 1:
		super_set(args);
		break;
	case 2:
		tear(place_offset(number(args[0])));
		break;
	case 3:
		checkpoint_unclean();
		break;
	case 4:
		checkpoint_count(number(args[0]));
		break;
	case 5:
		tear(table_offset(number(args[0]), number(args[1])));
		break;
	case 6:
	case 7:
		table_edit(args, act == 7);
		break;
	case 8:
		map_extent(args);
		break;
	default:
		journal(args);
		break;
	}
	return close(fd) ? 1 : 0;
}
