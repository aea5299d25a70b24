// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "dumpmap.h"
#include "dumpview.h"
#include "offline.h"
#include "report.h"

static void super_json(struct json_object *array, const struct member *member,
		       int which)
{
	struct json_object *object = json_append_object(array);
	const struct tier_super *super = &member->supers[which];
	char uuid[UUID_TEXT];

	json_int(object, "offset_bytes", member->sector[which] * 512);
	json_str(object, "state", member->error[which] ? "unreadable" :
		 tier_flaw_text(member->flaw[which]));
	json_flag(object, "valid", !member->error[which] &&
		  member->flaw[which] == TIER_OK);
	if (member->error[which] || member->flaw[which] != TIER_OK)
		return;
	json_int(object, "generation", super->generation);
	json_int(object, "member_index", super->member_index);
	json_str(object, "member_uuid",
		 uuid_text(super->members[super->member_index].uuid, uuid));
	json_int(object, "copies_valid", super->copies_valid);
}

static void report_supers(struct report *report, const struct offline *offline)
{
	struct json_object *devices;
	struct json_object *object;
	struct json_object *array;
	unsigned int i;
	int which;

	devices = json_new_array(report_json(report), "devices");
	report_line(report, "superblocks:");
	for (i = 0; i < offline->count; i++) {
		const struct member *member = &offline->members[i];

		object = json_append_object(devices);
		json_str(object, "device", member->device.path);
		array = json_new_array(object, "superblocks");
		for (which = 0; which < MEMBER_SUPERS; which++) {
			super_json(array, member, which);
			report_line(report, "  %s at byte %ju: %s, generation %ju",
				    member->device.path,
				    member->sector[which] * 512,
				    member->error[which] ?
				    strerror(-member->error[which]) :
				    tier_flaw_text(member->flaw[which]),
				    member->supers[which].generation);
		}
	}
}

static void member_json(struct json_object *array, const struct offline *offline,
			unsigned int i)
{
	const struct tier_member_info *info = &offline->super.members[i];
	struct json_object *object = json_append_object(array);
	char uuid[UUID_TEXT];

	if (offline->by_index[i])
		json_str(object, "device", offline->by_index[i]->device.path);
	else
		json_null(object, "device");
	json_str(object, "uuid", uuid_text(info->uuid, uuid));
	json_int(object, "level", info->level);
	json_int(object, "size_bytes", info->sectors * 512);
	json_int(object, "second_superblock_offset_bytes",
		 info->second_sector * 512);
	json_int(object, "data_offset_bytes", info->data_sector * 512);
	json_int(object, "extents", info->extents);
	json_int(object, "reserve_extents", info->reserve_extents);
	if (offline->replayed)
		json_int(object, "used_extents", offline->spaces[i].used);
	else
		json_null(object, "used_extents");
	if (info->copy == DM_TIER_NO_COPY)
		json_null(object, "metadata_copy");
	else
		json_int(object, "metadata_copy", info->copy);
	json_int(object, "metadata_offset_bytes", info->meta_sector * 512);
	json_int(object, "metadata_bytes", info->meta_blocks * DM_TIER_BLOCK_SIZE);
}

static void report_members(struct report *report,
			   const struct offline *offline,
			   struct json_object *volume)
{
	static const char * const columns[] = {
		">MEMBER", ">LEVEL", "DEVICE", "UUID", ">META-AT", ">DATA-AT",
		">EXTENTS", ">RESERVE", ">USED", NULL,
	};
	struct report_table *table = report_table(report, columns);
	struct json_object *array = json_new_array(volume, "members");
	char uuid[UUID_TEXT];
	unsigned int i;

	for (i = 0; i < offline->super.members_count; i++) {
		const struct tier_member_info *info = &offline->super.members[i];

		member_json(array, offline, i);
		report_row(table);
		report_cell(table, "%u", i);
		report_cell(table, "%u", info->level);
		report_cell(table, "%s", offline->by_index[i] ?
			    offline->by_index[i]->device.path : "(not given)");
		report_cell(table, "%s", uuid_text(info->uuid, uuid));
		report_cell(table, "%ju", info->meta_sector * 512);
		report_cell(table, "%ju", info->data_sector * 512);
		report_cell(table, "%ju", info->extents);
		report_cell(table, "%ju", info->reserve_extents);
		report_cell(table, "%ju", offline->spaces[i].used);
	}
}

static void volume_json(struct json_object *object,
			const struct tier_super *super)
{
	const u64 extent_bytes = super->extent_sectors * 512ULL;
	char uuid[UUID_TEXT];

	json_str(object, "name", super->name);
	json_str(object, "uuid", uuid_text(super->uuid, uuid));
	json_str(object, "label", super->label);
	json_int(object, "created", super->created);
	json_int(object, "generation", super->generation);
	json_int(object, "compat", super->compat);
	json_int(object, "ro_compat", super->ro_compat);
	json_int(object, "incompat", super->incompat);
	json_int(object, "size_bytes", super->extents * extent_bytes);
	json_int(object, "extent_bytes", extent_bytes);
	json_int(object, "extents", super->extents);
	json_int(object, "logical_sector_bytes", super->logical_bytes);
	json_int(object, "physical_sector_bytes", super->physical_bytes);
	json_int(object, "levels_count", super->levels_count);
	json_int(object, "copies_valid", super->copies_valid);
	json_int(object, "journal_blocks", super->journal_blocks);
	json_int(object, "table_blocks", super->table_blocks);
}

static void report_volume(struct report *report, const struct offline *offline)
{
	const struct tier_super *super = &offline->super;
	struct json_object *object;
	char uuid[UUID_TEXT];

	object = json_new_object(report_json(report), "volume");
	volume_json(object, super);
	report_line(report, "volume:");
	report_line(report, "  name %s, uuid %s, label \"%s\"", super->name,
		    uuid_text(super->uuid, uuid), super->label);
	report_line(report, "  generation %ju, created %ju, metadata copies valid 0x%x",
		    super->generation, super->created, super->copies_valid);
	report_line(report, "  features compat 0x%jx, ro_compat 0x%jx, incompat 0x%jx",
		    super->compat, super->ro_compat, super->incompat);
	report_line(report, "  %ju extents of %u sectors, sectors %u/%u",
		    super->extents, super->extent_sectors, super->logical_bytes,
		    super->physical_bytes);
	report_line(report, "  journal %u blocks, table %ju blocks",
		    super->journal_blocks, super->table_blocks);
	report_members(report, offline, object);
}

static void report_metadata(struct report *report, const struct offline *offline)
{
	const struct tier_replay *replay = &offline->replay;
	const struct tier_checkpoint *ckpt = &replay->checkpoint;
	bool clean = ckpt->flags & DM_TIER_CHECKPOINT_CLEAN;
	u64 blocks = replay->next_seq - ckpt->tail_seq;
	struct json_object *object;

	if (!offline->replayed || !ckpt->number) {
		report_line(report, "checkpoint: none could be read");
		json_null(report_json(report), "checkpoint");
		json_null(report_json(report), "journal");
		return;
	}
	report_line(report, "checkpoint:");
	report_line(report, "  number %ju, epoch %016jx, %s",
		    ckpt->number, ckpt->epoch, clean ? "clean" : "not clean");
	report_line(report, "  %ju extents mapped", ckpt->mapped);
	report_line(report, "journal:");
	report_line(report, "  from %ju, %ju blocks, %ju changes",
		    ckpt->tail_seq, blocks, replay->replayed);
	object = json_new_object(report_json(report), "checkpoint");
	json_int(object, "number", ckpt->number);
	json_int(object, "epoch", ckpt->epoch);
	json_int(object, "tail_seq", ckpt->tail_seq);
	json_flag(object, "clean", clean);
	json_int(object, "mapped_extents", ckpt->mapped);
	object = json_new_object(report_json(report), "journal");
	json_int(object, "first_seq", ckpt->tail_seq);
	json_int(object, "next_seq", replay->next_seq);
	json_int(object, "blocks", blocks);
	json_int(object, "changes", replay->replayed);
	json_int(report_json(report), "mapped_extents", replay->mapped);
}

void dumpview_report(struct report *report, struct offline *offline)
{
	report_supers(report, offline);
	if (offline->known) {
		report_volume(report, offline);
		report_metadata(report, offline);
	} else {
		json_null(report_json(report), "volume");
	}
	findings_report(&offline->findings, report);
	dumpmap_report(report, offline);
}
