#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: partitions at sector 63, a bogus optimal I/O size, blocks of 8 KiB, a zoned disk: served, or refused with the reason
# DISKS: name=old,size=48M,pbs=4096,rot=1 name=plain,size=32M name=bogus,size=32M,opt=opt_io_size=33553920 name=large,size=64M,pbs=8192,rot=1
# DISKS: name=large4k,size=32M,lbs=4096,pbs=8192
# TIMEOUT: 600
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/lib/trace.sh"
need sfdisk

blocks=${TIER_BIN%/*}/tests/blocks
M=$((1 << 20))
load_tier
at_exit trace_off

# serves LEVEL0 LEVEL1: what such members make is like any other volume, right up to what it shows
serves() {
	make_volume "$1" "$2" --extent-size 64K
	local name want
	while read -r name want; do
		assert_eq "$(sysattr "$DEV" "$name")" "$want" "$name"
	done <<-E
		queue/logical_block_size 512
		queue/physical_block_size 4096
		queue/minimum_io_size 4096
		queue/optimal_io_size 65536
		queue/discard_granularity 4096
		alignment_offset 0
	E
	run_ok "$blocks" model "$DEV" $((2 * M)) "$TIER_SEED" 300
	# On both levels
	dd if=/dev/zero of="$DEV" bs=64k seek=64 count=480 oflag=direct status=none
	run_ok "$blocks" model "$DEV" $((2 * M)) "$TIER_SEED" 300
	local sum
	sum=$(sum_range "$DEV" 0 $((2 * M)))
	reopen_volume
	assert_eq "$(sum_range "$DEV" 0 $((2 * M)))" "$sum" 'data after a reopen'
	close_volume
}

explains() { grep -q -F -- "$1" "$T/out" || { cat "$T/out"; fail "the plan does not say: $1"; }; }

stamp 'a disk that was partitioned at sector 63'
old=$(disk old)
printf 'label: dos\nstart=63, size=92160\n' | sfdisk -q --force "$old" >/dev/null 2>&1
blockdev --rereadpt "$old"
[ -b "${old}1" ] || fail 'no partition'
assert_eq "$(cat "/sys/class/block/${old##*/}1/start")" 63 'start of the partition'
run_ok tiersetup create "$N" "$(disk plain)" "${old}1" --dry-run
explains "begins 32256 bytes behind a border of the medium"
run_exit 4 tiersetup create "$N" "$(disk plain)" "${old}1" --sector-size 4096
grep -q 'begins 32256 bytes behind a border of its medium, which is no multiple of the 4096 bytes' "$T/err" || fail "$(cat "$T/err")"
# From here on: whole blocks of 4096 bytes on the medium, of which the disk shows sectors of 512.
serves "$(disk plain)" "${old}1"
stamp 'aligned blocks of the volume are aligned blocks of the disk'
open_volume
# Behind this nothing but whole blocks is written to the volume, and only data.
blkdiscard -f "$DEV" 2>/dev/null
dd if=/dev/urandom of="$DEV" bs=64k count=500 oflag=direct status=none
sync "$DEV"
# Bios to a partition carry its number and the place on the disk.
trace_parts "$old" 4096
trace_parts "${old}1" 4096
dd if=/dev/urandom of="$DEV" bs=4096 count=1000 seek=7000 oflag=direct status=none
trace_found >"$T/parts"
trace_off
# The partition's own superblocks and the journal are where the format puts them; data must not be among it.
[ ! -s "$T/parts" ] || { head -n 5 "$T/parts"; fail "writes of whole blocks became parts of blocks of $old"; }
close_volume
run_ok tiersetup erase "${members[@]}"
! dmesg | grep -i 'alignment inconsistency' || fail 'device-mapper found it misaligned'

stamp 'an optimal I/O size of 33553920 bytes'
assert_eq "$(sysattr "$(disk bogus)" queue/optimal_io_size)" 33553920 'as the disk says'
run_ok tiersetup create "$N" "$(disk bogus)" "$(disk large)" --dry-run
explains 'says that I/O of 33553920 bytes is best, which is more than is of use: the volume shows 1048576'
explains 'has blocks of 8192 bytes, the volume shows 4096 at most'

stamp 'blocks of 8 KiB'
serves "$(disk bogus)" "$(disk large)"
run_ok tiersetup erase "${members[@]}"
serves "$(disk large4k)" "$(disk large)"
run_ok tiersetup erase "${members[@]}"

stamp 'a zoned disk'
if modprobe null_blk nr_devices=0 && mkdir /sys/kernel/config/nullb/zoned &&
	cd /sys/kernel/config/nullb/zoned && echo 64 >size && echo 1 >memory_backed && echo 4 >zone_size &&
	echo 1 >zoned && echo 1 >power; then
	cd "$TIER_TOP"
	# It is called nullb0 or as its folder, which depends on the kernel.
	zoned=$(grep -l host-managed /sys/block/*/queue/zoned | sed 's#/sys/block/\(.*\)/queue/zoned#/dev/\1#')
	[ -b "$zoned" ] || fail "no zoned disk: '$zoned'"
	run_exit 4 tiersetup create "$N" "$(disk bogus)" "$zoned" --force
	grep -q "$zoned is a zoned device (host-managed), which takes sequential writes only: take another device" "$T/err" ||
		fail "$(cat "$T/err")"
	# Nor does the target take it, should somebody write the table by hand.
	run_exit 1 dmsetup create "$N" --table "0 65536 tier 2 $(disk bogus) $zoned"
	dmesg | grep -q 'zoned device, which cannot be used' || fail 'the target says nothing about a zoned device'
	! dmsetup info "$N" >/dev/null 2>&1 || fail 'left a device behind'
else
	cd "$TIER_TOP"
	stamp 'left out: this kernel has no zoned null_blk'
fi
