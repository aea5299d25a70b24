# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck disable=SC2086 # the words that describe a device have no blanks
# Sectors, blocks and borders: what others' users reported, as far as the tool alone can get it right. The number is that
# of the report in Documentation/design/sectors.rst, the name says what went wrong there.

# sectors SHOWN DEVICE...: the plan for made-up devices as JSON on stdout (see probe.c).
sectors() { probe dryjson "$@" >stdout 2>stderr || { cat stderr; fail "refused: $*"; }; }
# costs: their kinds, "DEVICE:KIND" of each.
costs() {
	local i
	for ((i = 0; i < $(json plan.costs); i++)); do
		printf '%s:%s ' "$(json "plan.costs[$i].device")" "$(json "plan.costs[$i].kind")"
	done
}
n512=0,512,512,0 e512=0,512,4096,1 n4k=0,4096,4096,0

test_sectors_03_nobody_says_which_mix_is_safe() {
	# All of them are, and the plan says at what price.
	sectors 512 0,$G,$n512 1,$G,$n512
	equal "$(costs)" ''
	sectors 512 0,$G,$n512 1,$G,$e512
	equal "$(costs)" 'dev1:disk-read-modify-write '
	equal "$(json 'plan.members[1].disk_rmw_below_bytes')" 4096
	equal "$(json 'plan.members[1].module_rmw_below_bytes')" 0
	sectors 512 0,$G,$n4k 1,$G,$e512
	equal "$(costs)" 'dev0:read-modify-write dev1:disk-read-modify-write '
	equal "$(json 'plan.members[0].module_rmw_below_bytes')" 4096
	equal "$(json 'plan.members[0].disk_rmw_below_bytes')" 0
	sectors 4096 0,$G,$n4k 1,$G,$e512
	equal "$(costs)" 'null:large-sectors '
	equal "$(json 'plan.members[0].module_rmw_below_bytes')" 0
	equal "$(json 'plan.members[1].disk_rmw_below_bytes')" 0
	probe dry 512 0,$G,$n512 1,$G,$n512 >stdout
	says 'Every write is passed on as it is'
	probe dry 512 0,$G,$n4k 1,$G,$e512 >stdout
	says 'has sectors of 4096 bytes, the volume shows 512: each write that is not made of whole blocks of 4096 bytes takes a read-modify-write by dm-tier'
	says 'inside of the disk'
}

test_sectors_05_admin_cannot_tell_what_sectors_there_are() {
	# The plan has them, and so has status once it is open (see test-status.sh).
	probe dry 512 0,$G,$n4k 1,$G,4096,512,8192,1,optimal=65536 >stdout
	cat stdout
	grep -q -E '^dev0 +0 +4096 +4096 +0 +0 +0 +0 ' stdout || fail 'no line on dev0'
	grep -q -E '^dev1 +1 +512 +8192 +65536 +0 +0 +4096 ' stdout || fail 'no line on dev1'
	says '512 logical, 4096 physical, alignment offset 0'
	says '4096 minimum, 1048576 optimal, 4096 discard granularity'
}

test_sectors_06_refusal_names_one_device_and_no_way_out() {
	refused 'dev1 has logical sectors of 8192 bytes, dev0 has 512, 4096 are the most: format dev1 to sectors of 4096 or 512' \
		512 0,$G,$n512 1,$G,0,8192,8192,0
	refused 'dev0 has logical sectors of 16384 bytes, 4096 are the most: format it' 4096 0,$G,0,16384,16384,0
	refused 'dev1 begins 512 bytes behind a border of its medium, which is no multiple of its logical sector of 4096 bytes' \
		512 0,$G,$n512 1,$G,512,4096,4096,0
	tells 'move the partition to a border of 1 MiB'
	refused 'dev1 begins 32256 bytes behind a border of its medium, which is no multiple of the 4096 bytes of a sector that the volume would show (its own have 512): leave --sector-size 512' \
		4096 0,$G,$n512 1,$G,32256,512,4096,1
	tells 'move the partition'
	# The way out is one.
	plan_ok 512 0,$G,$n512 1,$G,32256,512,4096,1
}

test_sectors_09_volume_of_4k_drives_shows_4k_only() {
	sectors 512 0,$G,$n4k 1,$G,$n4k
	equal "$(json plan.logical_sector_bytes)" 512
	equal "$(json plan.physical_sector_bytes)" 4096
}

test_sectors_11_physical_block_of_512_over_a_4k_drive() {
	local shown member
	for shown in 512 4096; do
		for member in $n512 $e512 $n4k; do
			sectors $shown 0,$G,$member
			equal "$(json plan.physical_sector_bytes)" 4096
		done
	done
}

test_sectors_12_4kn_ssd_refused_for_a_512e_disk() {
	sectors 512 0,$G,$n4k 1,$G,$e512
	sectors 512 0,$G,$n4k 1,$G,$n512
	sectors 512 0,$G,$n512 1,$G,0,4096,4096,1
}

test_sectors_14_physical_block_of_128k_is_handed_on() {
	sectors 512 0,$G,$n512 1,$G,0,512,131072,1
	equal "$(json plan.physical_sector_bytes)" 4096
	equal "$(costs)" 'dev1:large-block '
	equal "$(json 'plan.members[1].disk_rmw_below_bytes')" 131072
	sectors 4096 0,$G,$n512 1,$G,0,4096,8192,1
	equal "$(json plan.physical_sector_bytes)" 4096
	equal "$(costs)" 'null:large-sectors dev1:large-block '
}

test_sectors_20_image_on_large_sectors_looks_blank() {
	sectors 4096 0,$G,$n512
	equal "$(costs)" 'null:large-sectors '
	probe dry 4096 0,$G,$n512 >stdout
	says 'images made for sectors of 512 bytes are not found on sectors of 4096'
}

test_sectors_21_vm_finds_no_boot_sector_on_4k() {
	image fast 64M
	exits 0 create vol fast --dry-run --json
	equal "$(json plan.logical_sector_bytes)" 512 'default'
	equal "$(json plan.physical_sector_bytes)" 4096
}

test_sectors_23_size_is_no_multiple_of_the_sector() {
	local size
	for size in 512 4096; do
		sectors $size 0,$((G + 512)),$n512 1,$((G + 7 * 512)),$e512
		equal $(($(json plan.size_bytes) % 1048576)) 0 'size'
	done
	image fast $((64 * 1048576 + 512))
	for size in 512 4096; do
		exits 0 create vol fast --dry-run --json --sector-size $size --extent-size 64K
		equal $(($(json plan.size_bytes) % 1048576)) 0 'size'
	done
}

test_sectors_27_physical_block_decides_what_may_be_joined() {
	# A device of dm-crypt with sectors of 4096 on a 512e disk, beside a 512e disk.
	sectors 512 0,$G,$n512 1,$G,0,4096,4096,1 1,$G,$e512
	sectors 512 0,$G,0,512,8192,0 1,$G,$n512
}

test_sectors_29_sector_size_is_taken_for_512() {
	need_loops
	image slow 192M
	loop slow --sector-size 4096 || skip "no loop devices with sectors of 4096 bytes"
	# shellcheck disable=SC2154 # loop() sets it
	exits 0 create vol "$loop" --no-open
	local verb
	for verb in check dump; do exits 0 $verb "$loop"; done
	exits 0 ls --device "$loop"
	exits 0 erase "$loop"
	exits 4 check "$loop"
}

test_sectors_30_sector_size_changes_after_create() {
	# No verb but create takes one.
	local verb
	for verb in open set check erase; do
		exits 1 $verb vol --sector-size 4096
		tells 'sector-size'
	done
}

test_sectors_32_data_of_a_partition_lies_across_blocks() {
	local start skew at
	for start in 63 1 7 8 2047 2049; do
		skew=$((start % 2048 * 512))
		sectors 512 0,$G,$skew,512,4096,0
		at=$(($(json 'plan.members[0].data_offset_bytes') + skew))
		equal $((at % 1048576)) 0 "data of a partition at sector $start"
		at=$(($(json 'plan.members[0].metadata_offset_bytes') + skew))
		equal $((at % 1048576)) 0 "metadata of a partition at sector $start"
		if [ $((start % 8)) = 0 ]; then
			equal "$(costs)" 'dev0:disk-read-modify-write '
		else
			equal "$(costs)" 'dev0:disk-read-modify-write dev0:skew '
		fi
	done
	# Without blocks of 4096 bytes, too.
	sectors 512 0,$G,512,512,512,0
	equal "$(costs)" 'dev0:skew '
	# Blocks of 8 KiB, one of which begins at byte 4096 of the device.
	sectors 512 0,$G,4096,4096,8192,0
	equal $((($(json 'plan.members[0].data_offset_bytes') + 4096) % 8192)) 0
	equal "$(costs)" 'dev0:read-modify-write dev0:large-block dev0:skew '
	refused 'alignment_offset -1' 512 0,$G,0,512,4096,0,misaligned
}

test_sectors_33_bogus_optimal_size_steers_partitions() {
	# 65535 sectors, as some USB bridges say.
	sectors 512 0,$G,$n512,optimal=33553920 1,$G,$e512,optimal=33553920
	equal "$(json plan.optimal_io_bytes)" 1048576
	equal "$(json 'plan.members[0].optimal_io_bytes')" 33553920
	equal "$(costs)" 'dev0:optimal-io dev1:disk-read-modify-write dev1:optimal-io '
	probe dry 512 0,$G,$n512,optimal=33553920 1,$G,$e512,optimal=33553920 >stdout
	says 'says that I/O of 33553920 bytes is best, which is not made of its blocks: the volume shows 1048576'
	says 'says that I/O of 33553920 bytes is best, which is more than is of use: the volume shows 1048576'
	sectors 512 0,$G,$n512,optimal=131072
	equal "$(costs)" ''
}

test_sectors_36_physical_block_larger_than_4096() {
	sectors 512 0,$G,0,512,8192,0 1,$G,0,4096,8192,0
	equal "$(json plan.physical_sector_bytes)" 4096
	equal "$(json plan.discard_granularity_bytes)" 4096
}

test_sectors_costs_of_the_largest_volume_fit() {
	local i all=()
	for ((i = 0; i < 16; i++)); do all+=("$((i % 4)),$G,4096,4096,8192,0,optimal=33553920"); done
	sectors 512 "${all[@]}"
	equal "$(json plan.costs)" 64
	sectors 4096 "${all[@]}"
	equal "$(json plan.costs)" 49
}

test_sectors_table_names_tests_that_exist() {
	local top=$CLI_DIR/../.. word name numbers words
	local table=$top/Documentation/design/sectors.rst
	mapfile -t words < <(grep -o -E '(cli|unit|vm):[A-Za-z0-9_./-]+[A-Za-z0-9_]' "$table")
	[ ${#words[@]} -gt 60 ] || fail "only ${#words[@]} tests are named"
	for word in "${words[@]}"; do
		name=${word#*:}
		case $word in
		cli:*) declare -F "test_$name" >/dev/null || fail "no test $word" ;;
		unit:*) grep -q "(${name#*.}, " "$top/tests/unit/${name%.*}_test.c" || fail "no test $word" ;;
		vm:*) [ -f "$top/tests/vm/$name.sh" ] || fail "no test $word" ;;
		esac
	done
	# All reports are there, once, in order.
	mapfile -t numbers < <(sed -n 's/^   \* - \([0-9][0-9]*\)$/\1/p' "$table")
	equal "${numbers[*]}" "$(seq -s ' ' 42)" 'reports'
	# A test with the number of a report is named beside it.
	for name in $(declare -F | sed -n 's/^declare -f test_\(sectors_[0-9][0-9]_.*\)/\1/p'); do
		word=${name#sectors_}
		sed -n "/^   \* - $((10#${word%%_*}))\$/,/^   \* - /{/cli:$name/p}" "$table" | grep -q . ||
			fail "cli:$name is not named in its row"
	done
}
