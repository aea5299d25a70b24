// SPDX-License-Identifier: GPL-2.0
#include "format.h"
#include "map.h"

static_assert(sizeof(struct dm_tier_block_header) == 40);
static_assert(sizeof(struct dm_tier_member) == 128);
static_assert(sizeof(struct dm_tier_super) == DM_TIER_BLOCK_SIZE);
static_assert(sizeof(struct dm_tier_checkpoint) == DM_TIER_BLOCK_SIZE);
static_assert(sizeof(struct dm_tier_journal_entry) == 16);
static_assert(sizeof(struct dm_tier_journal) == DM_TIER_BLOCK_SIZE);
static_assert(sizeof(struct dm_tier_table) == DM_TIER_BLOCK_SIZE);
static_assert(offsetof(struct dm_tier_block_header, place) == 8);
static_assert(offsetof(struct dm_tier_block_header, seq) == 32);
static_assert(offsetof(struct dm_tier_member, meta_blocks) == 64);
static_assert(offsetof(struct dm_tier_member, reserved) == 74);
static_assert(offsetof(struct dm_tier_super, signature) == 40);
static_assert(offsetof(struct dm_tier_super, version) == 56);
static_assert(offsetof(struct dm_tier_super, incompat) == 80);
static_assert(offsetof(struct dm_tier_super, extents) == 112);
static_assert(offsetof(struct dm_tier_super, name) == 136);
static_assert(offsetof(struct dm_tier_super, members) == 512);
static_assert(offsetof(struct dm_tier_super, reserved2) == 2560);
static_assert(offsetof(struct dm_tier_checkpoint, used) == 72);
static_assert(offsetof(struct dm_tier_checkpoint, reserved) == 200);
static_assert(offsetof(struct dm_tier_journal, count) == 56);
static_assert(offsetof(struct dm_tier_journal, entries) == 64);
static_assert(offsetof(struct dm_tier_table, index) == 40);
static_assert(offsetof(struct dm_tier_table, entries) == 64);
static_assert(sizeof(DM_TIER_SIGNATURE) == DM_TIER_SIGNATURE_SIZE + 1);

#define SECTOR_BYTES	512u
/* The superblock's place ends here; nothing else may begin before. */
#define SUPER_END	(DM_TIER_SUPER_SECTOR + DM_TIER_BLOCK_SECTORS)

static const char * const flaw_texts[] = {
	[TIER_OK] = "no flaw",
	[TIER_FLAW_BLANK] = "never written",
	[TIER_FLAW_MAGIC] = "not a block of this kind",
	[TIER_FLAW_CHECKSUM] = "wrong checksum",
	[TIER_FLAW_PLACE] = "belongs to another place",
	[TIER_FLAW_UUID] = "belongs to another volume",
	[TIER_FLAW_VERSION] = "unknown format version",
	[TIER_FLAW_FEATURE] = "unknown feature",
	[TIER_FLAW_FIELD] = "a field is out of range",
};

const char *tier_flaw_text(enum tier_flaw flaw)
{
	if ((unsigned int)flaw >= ARRAY_SIZE(flaw_texts))
		return "unknown flaw";
	return flaw_texts[flaw];
}

static bool all_zero(const void *data, size_t length)
{
	const u8 *bytes = data;

	return !bytes[0] && !memcmp(bytes, bytes + 1, length - 1);
}

static bool power_of_two(u64 n)
{
	return n && !(n & (n - 1));
}

static u32 block_csum(const void *block)
{
	return ~tier_crc32c(~0u, (const u8 *)block + sizeof(__le32),
			    DM_TIER_BLOCK_SIZE - sizeof(__le32));
}

/* Last step of each encoder: the checksum covers all that went before. */
static void block_seal(void *block, u32 magic, u64 place, const u8 *uuid, u64 seq)
{
	struct dm_tier_block_header *header = block;

	header->magic = cpu_to_le32(magic);
	header->place = cpu_to_le64(place);
	memcpy(header->uuid, uuid, DM_TIER_UUID_SIZE);
	header->seq = cpu_to_le64(seq);
	header->csum = cpu_to_le32(block_csum(block));
}

/* First step of each decoder; @uuid NULL: of any volume. */
static enum tier_flaw block_check(const void *block, u32 magic, u64 place, const u8 *uuid)
{
	const struct dm_tier_block_header *header = block;

	if (all_zero(block, DM_TIER_BLOCK_SIZE))
		return TIER_FLAW_BLANK;
	if (le32_to_cpu(header->magic) != magic)
		return TIER_FLAW_MAGIC;
	if (le32_to_cpu(header->csum) != block_csum(block))
		return TIER_FLAW_CHECKSUM;
	if (le64_to_cpu(header->place) != place)
		return TIER_FLAW_PLACE;
	if (uuid && memcmp(header->uuid, uuid, DM_TIER_UUID_SIZE))
		return TIER_FLAW_UUID;
	return TIER_OK;
}

static void member_encode(const struct tier_member_info *info, struct dm_tier_member *raw)
{
	memcpy(raw->uuid, info->uuid, sizeof(raw->uuid));
	raw->sectors = cpu_to_le64(info->sectors);
	raw->second_sector = cpu_to_le64(info->second_sector);
	raw->data_sector = cpu_to_le64(info->data_sector);
	raw->extents = cpu_to_le64(info->extents);
	raw->reserve_extents = cpu_to_le64(info->reserve_extents);
	raw->meta_sector = cpu_to_le64(info->meta_sector);
	raw->meta_blocks = cpu_to_le64(info->meta_blocks);
	raw->level = info->level;
	raw->copy = info->copy;
}

static void member_read(const struct dm_tier_member *raw, struct tier_member_info *info)
{
	memcpy(info->uuid, raw->uuid, sizeof(info->uuid));
	info->sectors = le64_to_cpu(raw->sectors);
	info->second_sector = le64_to_cpu(raw->second_sector);
	info->data_sector = le64_to_cpu(raw->data_sector);
	info->extents = le64_to_cpu(raw->extents);
	info->reserve_extents = le64_to_cpu(raw->reserve_extents);
	info->meta_sector = le64_to_cpu(raw->meta_sector);
	info->meta_blocks = le64_to_cpu(raw->meta_blocks);
	info->level = raw->level;
	info->copy = raw->copy;
}

void tier_super_encode(const struct tier_super *super, u64 sector, void *block)
{
	struct dm_tier_super *raw = block;
	unsigned int i;

	memset(raw, 0, sizeof(*raw));
	memcpy(raw->signature, DM_TIER_SIGNATURE, DM_TIER_SIGNATURE_SIZE);
	raw->version = cpu_to_le32(DM_TIER_FORMAT_VERSION);
	raw->copies_valid = cpu_to_le32(super->copies_valid);
	raw->compat = cpu_to_le64(super->compat);
	raw->ro_compat = cpu_to_le64(super->ro_compat);
	raw->incompat = cpu_to_le64(super->incompat);
	raw->member_index = cpu_to_le16(super->member_index);
	raw->members_count = cpu_to_le16(super->members_count);
	raw->levels_count = cpu_to_le16(super->levels_count);
	raw->absent = cpu_to_le16(super->absent);
	raw->extent_sectors = cpu_to_le32(super->extent_sectors);
	raw->logical_bytes = cpu_to_le32(super->logical_bytes);
	raw->physical_bytes = cpu_to_le32(super->physical_bytes);
	raw->journal_blocks = cpu_to_le32(super->journal_blocks);
	raw->extents = cpu_to_le64(super->extents);
	raw->table_blocks = cpu_to_le64(super->table_blocks);
	raw->created = cpu_to_le64(super->created);
	/* Only up to the NUL: what a caller's buffer holds behind it is nobody's business. */
	memcpy(raw->name, super->name, strnlen(super->name, DM_TIER_NAME_SIZE - 1));
	memcpy(raw->label, super->label, strnlen(super->label, DM_TIER_LABEL_SIZE - 1));
	for (i = 0; i < super->members_count && i < DM_TIER_MAX_MEMBERS; i++)
		member_encode(&super->members[i], &raw->members[i]);
	block_seal(block, DM_TIER_MAGIC_SUPER, sector, super->uuid, super->generation);
}

/* Raw fields are read here and only here; the checks below look at @super. */
static void super_read(const struct dm_tier_super *raw, struct tier_super *super)
{
	unsigned int i;

	memset(super, 0, sizeof(*super));
	memcpy(super->uuid, raw->header.uuid, sizeof(super->uuid));
	super->generation = le64_to_cpu(raw->header.seq);
	super->copies_valid = le32_to_cpu(raw->copies_valid);
	super->compat = le64_to_cpu(raw->compat);
	super->ro_compat = le64_to_cpu(raw->ro_compat);
	super->incompat = le64_to_cpu(raw->incompat);
	super->member_index = le16_to_cpu(raw->member_index);
	super->members_count = le16_to_cpu(raw->members_count);
	super->levels_count = le16_to_cpu(raw->levels_count);
	super->absent = le16_to_cpu(raw->absent);
	super->extent_sectors = le32_to_cpu(raw->extent_sectors);
	super->logical_bytes = le32_to_cpu(raw->logical_bytes);
	super->physical_bytes = le32_to_cpu(raw->physical_bytes);
	super->journal_blocks = le32_to_cpu(raw->journal_blocks);
	super->extents = le64_to_cpu(raw->extents);
	super->table_blocks = le64_to_cpu(raw->table_blocks);
	super->created = le64_to_cpu(raw->created);
	memcpy(super->name, raw->name, sizeof(super->name));
	memcpy(super->label, raw->label, sizeof(super->label));
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++)
		member_read(&raw->members[i], &super->members[i]);
}

/* Terminated, and nothing behind the end. */
static bool text_valid(const char *text, size_t size)
{
	size_t length = strnlen(text, size);

	return length < size && all_zero(text + length, size - length);
}

static bool super_reserved_zero(const struct dm_tier_super *raw, unsigned int members)
{
	const struct dm_tier_member *member;
	unsigned int i;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		member = &raw->members[i];
		if (i < members) {
			if (!all_zero(member->reserved, sizeof(member->reserved)))
				return false;
		} else if (!all_zero(member, sizeof(*member))) {
			return false;
		}
	}
	return all_zero(raw->reserved1, sizeof(raw->reserved1)) &&
	       all_zero(raw->reserved2, sizeof(raw->reserved2));
}

static bool super_numbers_valid(const struct tier_super *super)
{
	u64 extents_max;

	if (all_zero(super->uuid, sizeof(super->uuid)) || super->generation > TIER_SEQ_MAX)
		return false;
	if (!super->members_count || super->members_count > DM_TIER_MAX_MEMBERS ||
	    super->member_index >= super->members_count)
		return false;
	if (!super->levels_count || super->levels_count > DM_TIER_MAX_LEVELS)
		return false;
	/* A member that is absent has not got this superblock. */
	if (super->absent >> super->members_count || super->absent >> super->member_index & 1)
		return false;
	if (!power_of_two(super->extent_sectors) ||
	    super->extent_sectors < DM_TIER_MIN_EXTENT_SECTORS ||
	    super->extent_sectors > DM_TIER_MAX_EXTENT_SECTORS)
		return false;
	if (super->logical_bytes != SECTOR_BYTES && super->logical_bytes != DM_TIER_BLOCK_SIZE)
		return false;
	if (!power_of_two(super->physical_bytes) ||
	    super->physical_bytes < super->logical_bytes ||
	    super->physical_bytes > DM_TIER_BLOCK_SIZE)
		return false;
	if (super->journal_blocks < DM_TIER_MIN_JOURNAL_BLOCKS ||
	    super->journal_blocks > DM_TIER_MAX_JOURNAL_BLOCKS)
		return false;

	extents_max = div_u64(TIER_SECTORS_MAX, super->extent_sectors);
	if (!super->extents || super->extents > extents_max ||
	    super->extents * super->extent_sectors & (DM_TIER_UNIT_SECTORS - 1))
		return false;
	if (super->table_blocks < tier_table_blocks(super->extents))
		return false;
	return text_valid(super->name, sizeof(super->name)) &&
	       text_valid(super->label, sizeof(super->label));
}

/* The metadata area: none, or with room for all that it has to hold, and before the data area. */
static bool member_meta_valid(const struct tier_member_info *member,
			      const struct tier_super *super)
{
	u64 blocks = member->meta_blocks;
	u64 fixed = DM_TIER_META_JOURNAL + super->journal_blocks;

	if (member->copy == DM_TIER_NO_COPY)
		return !member->meta_sector && !blocks;
	if (member->copy >= DM_TIER_MAX_COPIES)
		return false;

	/* In this order, so that nothing runs over. */
	if (member->meta_sector < SUPER_END || member->meta_sector > member->data_sector)
		return false;
	if (blocks > (member->data_sector - member->meta_sector) / DM_TIER_BLOCK_SECTORS ||
	    (blocks * DM_TIER_BLOCK_SECTORS & (DM_TIER_UNIT_SECTORS - 1)))
		return false;
	return blocks >= fixed && super->table_blocks <= (blocks - fixed) / DM_TIER_META_SLOTS;
}

static bool member_valid(const struct tier_member_info *member, const struct tier_super *super)
{
	u64 last_unit, room;

	if (all_zero(member->uuid, sizeof(member->uuid)) ||
	    member->level >= super->levels_count)
		return false;
	if (member->sectors < 2 * DM_TIER_UNIT_SECTORS || member->sectors > TIER_SECTORS_MAX)
		return false;

	last_unit = member->sectors - (member->sectors & (DM_TIER_UNIT_SECTORS - 1)) -
		    DM_TIER_UNIT_SECTORS;
	if (member->second_sector < last_unit ||
	    member->second_sector > last_unit + DM_TIER_UNIT_SECTORS - DM_TIER_BLOCK_SECTORS)
		return false;

	if (member->data_sector < SUPER_END || member->data_sector > member->second_sector)
		return false;
	room = member->second_sector - member->data_sector;
	if (member->extents > div_u64(room, super->extent_sectors) ||
	    member->extents > DM_TIER_ENTRY_PEXT_MASK + 1 ||
	    member->extents * super->extent_sectors & (DM_TIER_UNIT_SECTORS - 1) ||
	    member->reserve_extents > member->extents)
		return false;
	return member_meta_valid(member, super);
}

/* What no member can tell by itself. */
static bool members_valid(const struct tier_super *super)
{
	const struct tier_member_info *member;
	unsigned int i, k;
	u32 copies = 0, levels = 0;
	u64 extents = 0;

	for (i = 0; i < super->members_count; i++) {
		member = &super->members[i];
		if (!member_valid(member, super))
			return false;
		for (k = 0; k < i; k++)
			if (!memcmp(member->uuid, super->members[k].uuid, sizeof(member->uuid)))
				return false;
		if (member->copy != DM_TIER_NO_COPY) {
			if (copies & 1u << member->copy)
				return false;
			copies |= 1u << member->copy;
		}
		levels |= 1u << member->level;
		extents += member->extents - member->reserve_extents;
	}
	return levels == (1u << super->levels_count) - 1 && copies &&
	       !(super->copies_valid & ~copies) && super->extents <= extents;
}

enum tier_flaw tier_super_decode(const void *block, u64 sector, struct tier_super *super)
{
	const struct dm_tier_super *raw = block;
	enum tier_flaw flaw;

	flaw = block_check(block, DM_TIER_MAGIC_SUPER, sector, NULL);
	if (flaw != TIER_OK)
		return flaw;
	if (le32_to_cpu(raw->version) != DM_TIER_FORMAT_VERSION)
		return TIER_FLAW_VERSION;

	super_read(raw, super);
	if (super->incompat & ~DM_TIER_INCOMPAT_KNOWN ||
	    super->ro_compat & ~DM_TIER_RO_COMPAT_KNOWN) {
		/* Whoever shows it must neither run behind a string nor behind the members. */
		super->name[DM_TIER_NAME_SIZE - 1] = '\0';
		super->label[DM_TIER_LABEL_SIZE - 1] = '\0';
		if (super->members_count > DM_TIER_MAX_MEMBERS)
			super->members_count = DM_TIER_MAX_MEMBERS;
		return TIER_FLAW_FEATURE;
	}

	if (!memcmp(raw->signature, DM_TIER_SIGNATURE, DM_TIER_SIGNATURE_SIZE) &&
	    super_numbers_valid(super) && super_reserved_zero(raw, super->members_count) &&
	    members_valid(super) &&
	    (sector == DM_TIER_SUPER_SECTOR ||
	     sector == super->members[super->member_index].second_sector))
		return TIER_OK;

	memset(super, 0, sizeof(*super));
	return TIER_FLAW_FIELD;
}

void tier_checkpoint_encode(const struct tier_checkpoint *ckpt, const u8 *uuid, void *block)
{
	struct dm_tier_checkpoint *raw = block;
	unsigned int i;

	memset(raw, 0, sizeof(*raw));
	raw->epoch = cpu_to_le64(ckpt->epoch);
	raw->tail_seq = cpu_to_le64(ckpt->tail_seq);
	raw->flags = cpu_to_le64(ckpt->flags);
	raw->mapped = cpu_to_le64(ckpt->mapped);
	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++)
		raw->used[i] = cpu_to_le64(ckpt->used[i]);
	block_seal(block, DM_TIER_MAGIC_CHECKPOINT, DM_TIER_META_CHECKPOINT + (ckpt->number & 1),
		   uuid, ckpt->number);
}

enum tier_flaw tier_checkpoint_decode(const void *block, const struct tier_super *super,
				      unsigned int slot, struct tier_checkpoint *ckpt)
{
	const struct dm_tier_checkpoint *raw = block;
	struct tier_checkpoint got;
	enum tier_flaw flaw;
	unsigned int i;
	u64 used = 0;

	flaw = block_check(block, DM_TIER_MAGIC_CHECKPOINT, DM_TIER_META_CHECKPOINT + slot,
			   super->uuid);
	if (flaw != TIER_OK)
		return flaw;

	got.number = le64_to_cpu(raw->header.seq);
	got.epoch = le64_to_cpu(raw->epoch);
	got.tail_seq = le64_to_cpu(raw->tail_seq);
	got.flags = le64_to_cpu(raw->flags);
	got.mapped = le64_to_cpu(raw->mapped);
	if (!got.number || got.number > TIER_SEQ_MAX || (got.number & 1) != slot ||
	    got.tail_seq > TIER_SEQ_MAX || got.flags & ~(u64)DM_TIER_CHECKPOINT_CLEAN)
		return TIER_FLAW_FIELD;

	for (i = 0; i < DM_TIER_MAX_MEMBERS; i++) {
		got.used[i] = le64_to_cpu(raw->used[i]);
		if (got.used[i] > (i < super->members_count ? super->members[i].extents : 0))
			return TIER_FLAW_FIELD;
		used += got.used[i];
	}
	if (got.mapped > super->extents || got.mapped > used ||
	    !all_zero(raw->reserved, sizeof(raw->reserved)))
		return TIER_FLAW_FIELD;

	*ckpt = got;
	return TIER_OK;
}

void tier_journal_encode(const struct tier_journal_head *head, const struct tier_change *changes,
			 const struct tier_super *super, void *block)
{
	struct dm_tier_journal *raw = block;
	u32 i;

	memset(raw, 0, sizeof(*raw));
	raw->epoch = cpu_to_le64(head->epoch);
	raw->txn_index = cpu_to_le32(head->txn_index);
	raw->txn_blocks = cpu_to_le32(head->txn_blocks);
	raw->count = cpu_to_le32(head->count);
	for (i = 0; i < head->count; i++) {
		raw->entries[i].extent = cpu_to_le64(changes[i].extent);
		raw->entries[i].entry = cpu_to_le64(tier_entry_durable(changes[i].entry));
	}
	block_seal(block, DM_TIER_MAGIC_JOURNAL,
		   tier_journal_place(super->journal_blocks, head->seq), super->uuid, head->seq);
}

enum tier_flaw tier_journal_decode(const void *block, const struct tier_super *super, u64 place,
				   struct tier_journal_head *head)
{
	const struct dm_tier_journal *raw = block;
	struct tier_journal_head got;
	struct tier_change change;
	enum tier_flaw flaw;
	u32 i;

	flaw = block_check(block, DM_TIER_MAGIC_JOURNAL, place, super->uuid);
	if (flaw != TIER_OK)
		return flaw;

	got.seq = le64_to_cpu(raw->header.seq);
	got.epoch = le64_to_cpu(raw->epoch);
	got.txn_index = le32_to_cpu(raw->txn_index);
	got.txn_blocks = le32_to_cpu(raw->txn_blocks);
	got.count = le32_to_cpu(raw->count);
	if (got.seq > TIER_SEQ_MAX || got.seq < got.txn_index ||
	    tier_journal_place(super->journal_blocks, got.seq) != place)
		return TIER_FLAW_FIELD;
	if (got.txn_index >= got.txn_blocks || got.txn_blocks > super->journal_blocks ||
	    !got.count || got.count > DM_TIER_JOURNAL_ENTRIES || raw->reserved)
		return TIER_FLAW_FIELD;

	for (i = 0; i < got.count; i++) {
		change = tier_journal_change(block, i);
		if (change.extent >= super->extents || !tier_entry_check(change.entry, super))
			return TIER_FLAW_FIELD;
	}
	if (i < DM_TIER_JOURNAL_ENTRIES &&
	    !all_zero(&raw->entries[i], (DM_TIER_JOURNAL_ENTRIES - i) * sizeof(raw->entries[0])))
		return TIER_FLAW_FIELD;

	*head = got;
	return TIER_OK;
}

struct tier_change tier_journal_change(const void *block, u32 nr)
{
	const struct dm_tier_journal *raw = block;
	struct tier_change change = {
		.extent = le64_to_cpu(raw->entries[nr].extent),
		.entry = le64_to_cpu(raw->entries[nr].entry),
	};

	return change;
}

/* Entries that the volume has in table block @index. */
static u32 table_count(const struct tier_super *super, u64 index)
{
	u64 left;

	if (index >= tier_table_blocks(super->extents))
		return 0;
	left = super->extents - index * DM_TIER_TABLE_ENTRIES;
	return left < DM_TIER_TABLE_ENTRIES ? (u32)left : DM_TIER_TABLE_ENTRIES;
}

void tier_table_encode(const u64 *entries, u64 index, unsigned int slot, u64 number,
		       const struct tier_super *super, void *block)
{
	struct dm_tier_table *raw = block;
	u32 count = table_count(super, index);
	u32 i;

	memset(raw, 0, sizeof(*raw));
	raw->index = cpu_to_le64(index);
	raw->count = cpu_to_le32(count);
	for (i = 0; i < count; i++)
		raw->entries[i] = cpu_to_le64(tier_entry_durable(entries[i]));
	block_seal(block, DM_TIER_MAGIC_TABLE,
		   tier_table_place(super->journal_blocks, index, slot), super->uuid, number);
}

enum tier_flaw tier_table_decode(const void *block, const struct tier_super *super, u64 index,
				 unsigned int slot, u64 *number, u64 *entries)
{
	const struct dm_tier_table *raw = block;
	u32 count = table_count(super, index);
	enum tier_flaw flaw;
	u64 entry, seq;
	u32 i;

	flaw = block_check(block, DM_TIER_MAGIC_TABLE,
			   tier_table_place(super->journal_blocks, index, slot), super->uuid);
	if (flaw != TIER_OK)
		return flaw;

	seq = le64_to_cpu(raw->header.seq);
	if (!seq || seq > TIER_SEQ_MAX || le64_to_cpu(raw->index) != index ||
	    !count || le32_to_cpu(raw->count) != count || raw->reserved || raw->reserved2)
		return TIER_FLAW_FIELD;

	for (i = 0; i < count; i++) {
		entry = le64_to_cpu(raw->entries[i]);
		if (!tier_entry_check(entry, super))
			return TIER_FLAW_FIELD;
		if (entries)
			entries[i] = entry;
	}
	if (i < DM_TIER_TABLE_ENTRIES &&
	    !all_zero(&raw->entries[i], (DM_TIER_TABLE_ENTRIES - i) * sizeof(raw->entries[0])))
		return TIER_FLAW_FIELD;

	*number = seq;
	return TIER_OK;
}

bool tier_entry_check(u64 entry, const struct tier_super *super)
{
	unsigned int level = (entry >> DM_TIER_ENTRY_LEVEL_SHIFT) & DM_TIER_ENTRY_LEVEL_MASK;
	unsigned int member = tier_entry_member(entry);

	if (entry & DM_TIER_ENTRY_MEMORY_MASK)
		return false;
	if (entry & DM_TIER_ENTRY_PINNED ? level >= super->levels_count : level != 0)
		return false;
	if (!tier_entry_mapped(entry))
		return !member && !tier_entry_pext(entry);
	return member < super->members_count &&
	       tier_entry_pext(entry) < super->members[member].extents;
}
