#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: whole blocks in pieces of 512 bytes, in memory aligned to no more, reach a 4Kn NVMe disk, which takes no such pieces
# DISKS: name=fast,size=12M,bus=nvme,lbs=4096,pbs=4096 name=slow,size=64M,rot=1,lbs=4096,pbs=4096
# TIMEOUT: 600
#
# A bio may be whole blocks and yet be made of less: a virtual machine's memory, a file system with blocks of 1 KiB. A disk
# with page-sized gaps cannot take it, and the block layer cannot split it inside of a sector.
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/lib/trace.sh"
need mkfs.ext4

blocks=${TIER_BIN%/*}/tests/blocks
M=$((1 << 20))
at_exit trace_off
for d in fast slow; do trace_parts "$(disk $d)"; done
# 4095 where the kernel gives the disk lists of pages, 0 where it has learned to give it more.
stamp "virt_boundary_mask of the disk: $(sysattr "$(disk fast)" queue/virt_boundary_mask)"

for shown in 512 4096; do
	stamp "level 0, $shown shown"
	make_volume "$(disk fast)" "$(disk slow)" --extent-size 64K --sector-size $shown
	run_ok "$blocks" model "$DEV" $((2 * M)) "$TIER_SEED" 1500 vectors
	stamp "$(cat "$T/out")"
	stamp 'level 1'
	blkdiscard -f "$DEV" 2>/dev/null
	dd if=/dev/zero of="$DEV" bs=64k seek=512 count=160 oflag=direct status=none
	run_ok "$blocks" model "$DEV" $((2 * M)) "$TIER_SEED" 1500 vectors
	if [ $shown = 512 ]; then
		stamp 'ext4 with blocks of 1 KiB'
		blkdiscard -f "$DEV" 2>/dev/null
		run_ok mkfs.ext4 -q -b 1024 "$DEV"
		mkdir -p "$T/m"
		mount "$DEV" "$T/m"
		at_exit umount "$T/m"
		cp -r tests/vm "$T/m"
		sync -f "$T/m"
		umount "$T/m"
		mount "$DEV" "$T/m"
		diff -r tests/vm "$T/m/vm" || fail 'files differ'
		umount "$T/m"
		run_ok e2fsck -f -n "$DEV"
	fi
	close_volume
	run_ok tiersetup erase "${members[@]}"
done
trace_found >"$T/parts"
[ ! -s "$T/parts" ] || { head -n 20 "$T/parts"; fail "a member got $(wc -l <"$T/parts") parts of sectors"; }
