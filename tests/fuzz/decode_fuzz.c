// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer: the decoders and recovery, fed with what an attacker may put on a disk.
 *
 * An input is one byte that says what to feed, and the bytes to feed it with. They damage something
 * that is right, with the checksum made right again or not: random bytes alone would never get
 * behind the checksum. That is a cheap one here, core/crc32c.c is not linked: most of the time
 * would be spent in it.
 */
#define DM_TIER_FUZZ

#include "../lib/format_cases.h"
#include "../lib/volume.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

__attribute__((no_sanitize("address", "undefined", "coverage")))
u32 tier_crc32c(u32 crc, const void *data, size_t length)
{
	const u8 *bytes = data;
	u32 word;

	for (; length >= sizeof(word); length -= sizeof(word), bytes += sizeof(word)) {
		__builtin_memcpy(&word, bytes, sizeof(word));
		crc = (crc ^ word) * 0x9e3779b1;
		crc ^= crc >> 15;
	}
	return crc;
}

/* The input, taken from the front; zeros behind its end. */
struct input {
	const u8 *data;
	size_t size;
};

static u64 take(struct input *in, unsigned int width)
{
	u64 value = 0;
	unsigned int i;

	for (i = 0; i < width && in->size; i++, in->size--)
		value |= (u64)*in->data++ << (8 * i);
	return value;
}

/* Overwrite pieces of a block: offset, length, bytes. */
static void damage(struct input *in, u8 *block)
{
	size_t offset, length;

	while (in->size > 3) {
		offset = take(in, 2) & (DM_TIER_BLOCK_SIZE - 1);
		length = take(in, 1);
		if (length > in->size)
			length = in->size;
		if (length > DM_TIER_BLOCK_SIZE - offset)
			length = DM_TIER_BLOCK_SIZE - offset;
		memcpy(block + offset, in->data, length);
		in->data += length;
		in->size -= length;
	}
}

/* What was accepted must mean the same when it is written and read again. */
static void fuzz_decoder(test_t *test, struct input *in, int kind, bool seal)
{
	static struct format_fixture *f;

	if (!f)
		f = calloc(1, sizeof(*f));
	format_encode(f, kind);
	damage(in, f->block);
	if (seal)
		fixture_seal(f->block);
	if (format_decode(f, kind) != TIER_OK)
		return;

	memset(f->again, 0x33, sizeof(f->again));
	switch (kind) {
	case SUPER:
		tier_super_encode(&f->got_super, DM_TIER_SUPER_SECTOR, f->again);
		break;
	case CHECKPOINT:
		tier_checkpoint_encode(&f->got_ckpt, f->super.uuid, f->again);
		break;
	case JOURNAL:
		for (u32 i = 0; i < f->got_head.count; i++)
			f->changes[i] = tier_journal_change(f->block, i);
		tier_journal_encode(&f->got_head, f->changes, &f->super, f->again);
		break;
	default:
		tier_table_encode(f->got_entries, LAST_INDEX, 1, f->got_number, &f->super,
				  f->again);
		break;
	}
	CHECK(!memcmp(f->block, f->again, sizeof(f->block)));
}

/* One forged block somewhere in one copy, or in both. */
static void forge(struct input *in, struct volume *v)
{
	struct tier_journal_head head;
	struct tier_checkpoint ckpt = { 0 };
	u8 what = (u8)take(in, 1);
	u64 place = take(in, 1) % VOLUME_BLOCKS;
	unsigned int copy = what >> 7, i;
	u8 *block = volume_at(v, copy, place);

	switch (what & 7) {
	case 0:		/* journal, with numbers near those that are right */
		head.seq = v->tail_seq + take(in, 1) - 64;
		head.epoch = v->epoch + (take(in, 1) & 1);
		head.txn_index = (u32)take(in, 1) & 7;
		head.txn_blocks = (u32)take(in, 1) % 65;
		head.count = 1 + ((u32)take(in, 1) & 7);
		for (i = 0; i < head.count; i++) {
			v->changes[i].extent = take(in, 2) % FIXTURE_EXTENTS;
			v->changes[i].entry = take(in, 1) & 1 ?
				tier_entry_make((u32)take(in, 1) & 3, take(in, 2) & 1023) : 0;
		}
		tier_journal_encode(&head, v->changes, &v->super, v->block);
		place = tier_journal_place(FIXTURE_JOURNAL, head.seq);
		block = volume_at(v, copy, place);
		memcpy(block, v->block, DM_TIER_BLOCK_SIZE);
		break;
	case 1:
		ckpt.number = v->number + take(in, 1) - 4;
		ckpt.epoch = v->epoch + (take(in, 1) & 1);
		ckpt.tail_seq = v->tail_seq + take(in, 1) - 64;
		ckpt.flags = take(in, 1) & 1;
		ckpt.used[0] = take(in, 2) & 1023;
		ckpt.mapped = take(in, 2) & 1023;
		place = ckpt.number & 1;
		tier_checkpoint_encode(&ckpt, v->super.uuid, volume_at(v, copy, place));
		break;
	case 2:		/* another version of a table block */
		fixture_poke(block, 32, 8, v->number + take(in, 1) - 4);
		fixture_seal(block);
		break;
	case 3:		/* torn */
		memset(block + (take(in, 1) & 7) * 512, (int)take(in, 1), 512);
		break;
	case 4:
		block[take(in, 2) & 4095] = (u8)take(in, 1);
		fixture_seal(block);
		break;
	case 5:
		memcpy(block, volume_at(v, take(in, 1) & 1, take(in, 1) % VOLUME_BLOCKS),
		       DM_TIER_BLOCK_SIZE);
		break;
	case 6:
		memset(block, 0, DM_TIER_BLOCK_SIZE);
		break;
	default:
		v->bad_place[copy] = place;
		break;
	}
	if (what & 0x40)
		memcpy(volume_at(v, !copy, place), volume_at(v, copy, place), DM_TIER_BLOCK_SIZE);
}

static void fuzz_replay(test_t *test, struct input *in, u32 copies)
{
	static struct volume *v, *base;
	static u8 *saved[2];
	u64 mapped = 0, used = 0;
	unsigned int i;
	int r;

	if (!base) {
		base = volume_new(test);
		volume_create(test, base, 3, 1);
		CHECK(volume_open(test, base, 3));
		CHECK(volume_work(test, base, 50));
		v = volume_new(test);
		for (i = 0; i < 2; i++)
			saved[i] = v->copy[i];
	}
	/* The engine's memory as it is, but blocks of its own. */
	for (i = 0; i < 2; i++)
		memcpy(saved[i], base->copy[i], VOLUME_BLOCKS * DM_TIER_BLOCK_SIZE);
	v->copies = base->copies;
	v->number = base->number;
	v->epoch = base->epoch;
	v->next_seq = base->next_seq;
	v->tail_seq = base->tail_seq;
	v->bad_place[0] = 0;
	v->bad_place[1] = 0;
	while (in->size)
		forge(in, v);

	r = volume_replay(v, copies);
	CHECK(r == 0 || r == -EIO || r == -EBADMSG);
	if (r != -EIO)
		CHECK((r == -EBADMSG) == (v->replay.fatal != 0));
	CHECK(v->replay.findings >= v->replay.fatal);
	for (i = 0; i < FIXTURE_EXTENTS; i++) {
		CHECK(tier_entry_check(v->got[i], &v->super));
		mapped += tier_entry_mapped(v->got[i]);
	}
	CHECK_EQ(r == -EIO ? 0 : mapped, v->replay.mapped);
	for (i = 0; i < v->super.members_count; i++)
		used += v->spaces[i].used;
	CHECK(used + v->found[TIER_FIND_TWICE] == v->replay.mapped);
	CHECK(!(v->got_newest[0] & ~7ULL) && !(v->got_stale[0] & ~7ULL));
	CHECK(v->replay.next_seq - v->replay.checkpoint.tail_seq <= FIXTURE_JOURNAL);
	if (v->replay.checkpoint.number)
		CHECK(((v->replay.max_number ^ v->replay.checkpoint.number) & 1) == 0);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = { data, size };
	void *frame = NULL;
	u8 what = (u8)take(&in, 1);

	if (what & 0x80)
		fuzz_replay(&frame, &in, what & 3);
	else
		fuzz_decoder(&frame, &in, what & 3, what & 0x40);
	return 0;
}
