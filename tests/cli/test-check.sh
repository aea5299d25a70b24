# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# check and dump of clean and of damaged images. Each defect is made by damage.c.

# finds KIND SEVERITY: check --json must have this finding; $finding is its number.
finds() {
	local i n
	n=$(json findings)
	for ((i = 0; i < n; i++)); do
		finding=$i
		[ "$(json "findings[$i].kind") $(json "findings[$i].severity")" != "$1 $2" ] || return 0
	done
	fail "no $2 $1 among $n findings"
}

# defect EXIT KIND SEVERITY: check ends with EXIT, has this finding and changes nothing.
defect() {
	sum fast slow >before
	exits "$1" check fast slow
	exits "$1" check fast slow --json
	fits check.types
	finds "$2" "$3"
	case $1 in
	0) equal "$(json errors)" 0 errors; equal "$(json result)" clean ;;
	6) [ "$(json errors)" -gt 0 ] || fail "exit status 6 without an error"; equal "$(json result)" damaged ;;
	esac
	unchanged fast slow
}

test_check_clean() {
	volume
	sum fast slow >before
	exits 0 check fast slow
	quiet
	says 'volume vol'
	exits 0 check fast slow --json
	fits check.types
	equal "$(json findings)" 0
	equal "$(json result)" clean
	equal "$(json volume.mapped_extents)" 4
	unchanged fast slow
}

test_check_superblock_torn() {
	volume
	damage super-torn fast 0
	defect 0 super_flawed note
	equal "$(json "findings[$finding].offset_bytes")" 4096
	equal "$(json "findings[$finding].device")" fast
	volume_again
	damage super-torn fast 1
	defect 0 super_flawed note
	equal "$(json "findings[$finding].offset_bytes")" $((63 * 1048576))
}

volume_again() { rm -f fast slow; volume; }

test_check_both_superblocks_torn() {
	volume
	damage super-torn fast 1
	damage super-torn fast 0
	defect 6 super_lost error
	finds member_missing missing
}

test_check_superblocks_cut_off_in_between() {
	volume
	damage super-set fast 0 generation 2
	damage super-set slow 0 generation 2
	damage super-set slow 1 generation 2
	defect 0 super_halfway note
	volume_again
	damage super-set fast 0 generation 2
	damage super-set fast 1 generation 2
	defect 0 super_old note
}

test_check_superblocks_contradict() {
	volume
	damage super-set fast 1 created 12345
	defect 6 super_contradiction error
	volume_again
	damage super-set slow 0 created 12345
	damage super-set slow 1 created 12345
	defect 6 super_contradiction error
}

test_check_superblock_of_a_newer_version() {
	volume
	damage super-set fast 1 version 99
	damage super-set fast 0 version 99
	exits 4 check fast slow
	tells upgrade
}

test_check_superblock_field_out_of_range() {
	volume
	damage super-set fast 1 members 17
	defect 0 super_flawed note
}

test_check_outdated_copy() {
	volume
	for d in fast slow; do
		for i in 0 1; do
			damage super-set $d $i copies_valid 2
		done
	done
	# The copy on fast is out of date: what is wrong there does no harm, what is wrong in the other does.
	damage table-torn fast 0 0
	exits 0 check fast slow
	exits 4 check fast
	says 'is out of date'
	damage table-torn slow 0 0
	exits 6 check fast slow
}

test_check_table_torn_in_one_copy() {
	volume
	damage table-torn fast 0 0
	defect 0 table_flawed note
	# Journal, then the table, at 1 MiB.
	equal "$(json "findings[$finding].offset_bytes")" $((1048576 + (8 + 64) * 4096))
	volume_again
	damage table-torn slow 0 0
	defect 0 table_flawed note
	equal "$(json "findings[$finding].device")" slow
}

test_check_table_torn_in_both_copies() {
	volume
	both table-torn 0 0
	defect 6 table_lost error
	volume_again
	image fast 64M
	exits 0 create vol fast slow --no-open --force --extent-size 64K
	# The last block of the table.
	both table-torn 7 0
	defect 6 table_lost error
}

test_check_table_block_in_the_wrong_place() {
	volume
	damage table-misplaced fast 0 0
	defect 0 table_flawed note
	damage table-misplaced slow 0 0
	defect 6 table_lost error
}

test_check_table_block_of_another_volume() {
	volume
	damage table-stranger fast 0 0
	defect 0 table_flawed note
	damage table-stranger slow 0 0
	defect 6 table_lost error
}

test_check_extent_in_use_twice() {
	volume
	both map 9 0 4
	both checkpoint-count 5
	defect 6 extent_twice error
	# Where both lie: data area at 2 MiB, physical extent 4.
	equal "$(json "findings[$finding].offset_bytes")" $((6 * 1048576))
	equal "$(json "findings[$finding].device")" fast
}

test_check_counts_differ() {
	volume
	both checkpoint-count 5
	defect 6 count error
	# Without a clean checkpoint the numbers of the past say nothing.
	both checkpoint-unclean
	exits 0 check fast slow
}

test_check_no_checkpoint() {
	volume
	damage checkpoint-torn fast 1
	defect 0 checkpoint_flawed note
	damage checkpoint-torn slow 1
	defect 6 checkpoint_lost error
}

test_check_not_closed_in_order() {
	volume
	both checkpoint-unclean
	defect 0 unclean note
	both journal 1 0 1 9 0 12
	both journal 2 0 2 10 0 13
	both journal 3 1 2 11 1 14
	defect 0 unclean note
	says 'holds 3 changes'
	exits 0 check fast slow --json
	equal "$(json volume.mapped_extents)" 7
}

test_check_journal_block_in_one_copy() {
	volume
	both checkpoint-unclean
	damage journal fast 1 0 1 9 0 12
	defect 0 journal_copy note
	exits 0 check fast slow --json
	equal "$(json volume.mapped_extents)" 5
}

test_check_journal_cut_off() {
	volume
	both checkpoint-unclean
	both journal 1 0 1 9 0 12
	# Of the last transaction one block only has come through: as if it had not been.
	both journal 3 1 2 11 1 14
	defect 0 unclean note
	exits 0 check fast slow --json
	equal "$(json volume.mapped_extents)" 5
}

test_check_journal_hole() {
	volume
	both checkpoint-unclean
	both journal 1 0 1 9 0 12
	both journal 3 0 1 11 1 14
	defect 6 journal_hole error
	volume_again
	both checkpoint-unclean
	# Of a transaction whose end was followed by another one, a block is missing.
	both journal 2 1 2 9 0 12
	both journal 3 0 1 11 1 14
	defect 6 journal_hole error
}

test_check_journal_behind_a_clean_checkpoint() {
	volume
	both journal 1 0 1 9 0 12
	defect 6 journal_hole error
}

test_check_part_of_the_members() {
	volume
	local d
	for d in fast slow; do
		exits 4 check $d
		says 'was not given'
		exits 4 check $d --json
		fits check.types
		equal "$(json result)" incomplete
		equal "$(json volume.mapped_extents)" 4
		finds member_missing missing
	done
	# Damage weighs more than absence.
	damage table-torn fast 0 0
	exits 6 check fast
	# Neither of these two has a copy of the metadata.
	image a 64M; image b 64M; image c 64M; image d 64M
	exits 0 create four a,b c,d --no-open
	exits 4 check b d --json
	fits check.types
	equal "$(json volume.mapped_extents)" null
	finds no_copy missing
}

test_check_shortened_member() {
	volume
	truncate -s 100M slow
	defect 6 member_short error
	# Not even the metadata is there any more.
	truncate -s 1500K slow
	defect 6 member_short error
	truncate -s 1500K fast
	defect 6 no_copy error
}

test_check_grown_member() {
	# The second superblock stands where the first one says.
	volume
	truncate -s 300M slow
	exits 0 check fast slow --json
	equal "$(json findings)" 0
}

test_check_refuses_the_wrong_devices() {
	volume
	image blank 64M
	image fast2 64M
	image slow2 192M
	exits 0 create other fast2 slow2 --no-open
	exits 4 check fast blank
	tells 'blank: not a member'
	exits 4 check fast slow2
	tells 'fast belongs to volume "vol", slow2 to volume "other"'
	cp --sparse=always fast copy
	exits 4 check fast copy slow
	tells 'fast and copy say to be the same member'
	ln -s fast link
	exits 4 check fast link slow
	tells 'are the same device'
	exits 4 check nosuch
}

test_check_ignores_what_others_wrote_into_a_journal() {
	# A block of an earlier life of the volume, of another epoch.
	volume
	both checkpoint-unclean
	both journal 1 0 1 9 0 12
	exits 0 create vol2 fast slow --no-open --force
	exits 0 check fast slow
}

test_dump() {
	volume
	sum fast slow >before
	exits 0 dump fast slow
	quiet
	says 'name vol'
	says '  extents 0+3: member 0 (level 0) from byte 5242880'
	says '  extents 5+1: member 0 (level 0) from byte 10485760'
	exits 0 dump fast slow --json
	quiet
	fits dump.types
	equal "$(json map)" 2
	equal "$(json 'map[0].extents')" 3
	equal "$(json 'map[0].length_bytes')" 3145728
	equal "$(json 'map[1].device_offset_bytes')" 10485760
	equal "$(json 'devices[1].superblocks[1].offset_bytes')" $((191 * 1048576))
	equal "$(json 'volume.members[0].used_extents')" 4
	equal "$(json checkpoint.number)" 1
	equal "$(json checkpoint.clean)" true
	unchanged fast slow
}

test_dump_of_what_is_damaged() {
	volume
	both table-torn 0 0
	exits 6 dump fast slow --json
	fits dump.types
	finds table_lost error
	# A part of the members is a part of the dump.
	volume_again
	exits 0 dump slow --json
	fits dump.types
	equal "$(json 'volume.members[0].device')" null
	equal "$(json map)" 2
	damage super-torn slow 1
	damage super-torn slow 0
	exits 6 dump slow --json
	equal "$(json volume)" null
}

test_check_one_pebibyte() {
	local i big
	big=$(df -B1 --output=avail . | tail -n 1)
	[ "$big" -gt 1500000000 ] || skip "1 PiB of sparse files takes 1.1 GB for metadata, there is less room"
	for i in 1 2 3 4; do image m$i 256T 2>/dev/null || skip "no files of 256 TiB here"; done
	exits 0 create vol m1 m2,m3,m4 --no-open --json
	equal "$(json plan.extent_bytes)" 67108864
	[ "$(json plan.extents)" -gt 16770000 ] || fail "$(json plan.extents) extents"
	damage map m1 16000000 3 4000000
	damage map m2 16000000 3 4000000
	exits 6 check m1 m2 m3 m4
	says 'mapped: 1, expected 0'
	damage checkpoint-unclean m1
	damage checkpoint-unclean m2
	exits 0 check m1 m2 m3 m4
	exits 0 dump m1 m2 m3 m4
	says 'extents 16000000+1: member 3 (level 1)'
}
