# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What needs real block devices: loop devices, as root. Nothing is opened, so no module is needed.

loops=()
detach() {
	local loop
	umount mnt 2>/dev/null || :
	for loop in "${loops[@]}"; do losetup -d "$loop" 2>/dev/null || :; done
}

# loop NAME [OPTION...]: attaches the image NAME, sets $loop.
loop() {
	local image=$1
	shift
	loop=$(losetup -f --show "$@" "$image") || skip "no loop devices here"
	loops+=("$loop")
}

need_loops() {
	[ "$(id -u)" = 0 ] || skip "not root"
	command -v losetup >/dev/null || skip "losetup is missing"
	trap detach EXIT
	image probe 1M
	loop probe
}

# loop_volume NAME: a volume on $fast and $slow.
loop_volume() {
	image "$1.fast" 64M
	image "$1.slow" 192M
	loop "$1.fast"
	fast=$loop
	loop "$1.slow"
	slow=$loop
	exits 0 create "$1" "$fast" "$slow" --no-open
}

test_loop_life_of_a_volume() {
	need_loops
	loop_volume one
	exits 0 check "$fast" "$slow"
	quiet
	exits 0 ls --device "$fast" --device "$slow"
	says closed
	says 2/2
	exits 0 ls --device "$fast" --device "$slow" --json
	fits ls.types
	equal "$(json 'volumes[0].state')" closed
	equal "$(json 'volumes[0].open')" false
	exits 0 ls --device "$fast" --json
	equal "$(json 'volumes[0].state')" incomplete
	exits 0 dump "$fast" "$slow" --json
	fits dump.types
	exits 0 erase "$fast" "$slow"
	exits 4 check "$fast" "$slow"
}

test_loop_names_of_volumes_are_unique() {
	need_loops
	loop_volume "unique$$"
	local first=$fast uuid
	exits 0 dump "$fast" "$slow" --json
	uuid=$(json volume.uuid)
	image third 64M
	image fourth 64M
	exits 5 create "unique$$" third fourth --no-open
	tells "the name \"unique$$\" is that of the volume $uuid (on "
	exits 5 create other third fourth --no-open --uuid "$uuid"
	tells "UUID $uuid is that of the volume"
	# Unless that volume is the one that goes.
	exits 0 create "unique$$" "$fast" "$slow" --no-open --force
	exits 0 check "$first" "$slow"
}

test_loop_4kn_members_in_both_kinds_of_volume() {
	need_loops
	image fast 64M
	image slow 192M
	loop slow --sector-size 4096 || skip "no loop devices with sectors of 4096 bytes"
	local size
	for size in 512 4096; do
		exits 0 create vol fast "$loop" --no-open --sector-size $size --force --json
		equal "$(json plan.logical_sector_bytes)" $size
		equal "$(json 'plan.members[1].logical_sector_bytes')" 4096
		exits 0 check fast "$loop"
		quiet
	done
	exits 0 erase fast "$loop"
}

test_loop_readonly() {
	need_loops
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --no-open
	loop slow -r
	exits 4 create vol fast "$loop" --no-open --force
	tells "$loop is read-only"
	# To look does not need more.
	exits 0 check fast "$loop"
	exits 4 erase "$loop"
}

test_loop_in_use() {
	need_loops
	command -v mkfs.ext4 >/dev/null || skip "mkfs.ext4 is missing"
	image fast 64M
	image slow 192M
	mkfs.ext4 -q slow
	loop slow
	mkdir mnt
	mount "$loop" mnt || skip "cannot mount here"
	exits 5 create vol fast "$loop" --no-open --force
	tells "$loop is in use (mounted on $PWD/mnt)"
	exits 5 erase "$loop" --force
	umount mnt
	exits 0 create vol fast "$loop" --no-open --force
}

test_loop_partitions() {
	need_loops
	command -v sfdisk >/dev/null || skip "sfdisk is missing"
	image fast 64M
	image disk 400M
	printf '63,204800,83\n204863,204800,83\n' | sfdisk -q --force disk
	loop disk -P
	[ -b "${loop}p2" ] || skip "no partitions on loop devices here"
	exits 4 create vol fast "$loop,${loop}p1" --no-open
	tells 'overlap'
	exits 4 create vol "${loop}p1" "$loop" --no-open
	tells 'overlap'
	# The partitions start at sector 63 and at 204863: data areas lie on borders of the disk all the same.
	exits 0 create vol "${loop}p1" "${loop}p2" --no-open --json
	local i start
	for i in 0 1; do
		start=$(cat "/sys/class/block/${loop#/dev/}p$((i + 1))/start")
		equal $((($(json "plan.members[$i].data_offset_bytes") + start * 512) % 1048576)) 0 'border'
	done
	exits 0 check "${loop}p1" "${loop}p2"
	exits 0 erase "${loop}p1" "${loop}p2"
}

test_loop_open_refuses() {
	need_loops
	loop_volume "once$$"
	local one=$fast two=$slow uuid
	exits 0 dump "$one" "$two" --json
	uuid=$(json volume.uuid)
	exits 4 open nosuch --device "$one" --device "$two"
	tells 'nosuch'
	exits 4 open "once$$" --device "$one"
	tells "once$$: member 1 of level 1 is missing"
	tells --degraded
	exits 4 open "$uuid" --device "$two"
	tells "once$$: member 0 of level 0 is missing"
	cp --sparse=always "once$$.fast" copy
	loop copy
	exits 5 open "once$$" --device "$one" --device "$loop" --device "$two"
	tells "$one and $loop say to be the same member"
	exits 0 ls --device "$one" --device "$loop" --device "$two" --json
	equal "$(json 'volumes[0].state')" duplicate
	# Two volumes of one name.
	image a 64M
	image b 64M
	exits 0 create "twice$$" a --no-open
	exits 0 create "twice$$" b --no-open
	loop a
	local a=$loop
	loop b
	exits 5 open "twice$$" --device "$a" --device "$loop"
	tells "2 volumes have the name \"twice$$\": use the UUID"
	# A regular file can be checked, not opened.
	exits 4 open "twice$$" --device a
	tells losetup
}

test_loop_no_volume_is_open() {
	[ "$(id -u)" = 0 ] || skip "not root"
	local verb
	for verb in status table get flush close; do
		exits 4 "$verb" "nosuch$$"
		tells "no open volume \"nosuch$$\""
		silent
	done
	exits 4 set "nosuch$$" commit_interval_ms=100
}
