#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: what a volume shows is the same on every kernel, with every member, and after every reopen
# DISKS: name=fast,size=32M,lbs=4096,pbs=4096 name=slow,size=64M,pbs=8192,rot=1
# DISKS: name=bogus,size=32M,opt=opt_io_size=33553920 name=plain,size=64M,rot=1
# TIMEOUT: 300
#
# An md array showed another sector after it was put together with a spare, and larger blocks on a newer kernel.
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

limits_are() {
	local name want
	while read -r name want; do
		assert_eq "$(sysattr "$DEV" "$name")" "$want" "$name"
	done <<-E
		queue/logical_block_size $1
		queue/physical_block_size 4096
		queue/minimum_io_size 4096
		queue/optimal_io_size 1048576
		queue/discard_granularity 4096
		queue/discard_max_bytes 1073741824
		discard_alignment 0
		alignment_offset 0
	E
}

dd if=/dev/urandom of="$T/data" bs=4096 count=3 status=none
for shown in 512 4096; do
	# The kernel drops an optimal I/O size by itself where another member has larger blocks, so the bogus one has a plain one.
	for pair in 'fast slow' 'bogus plain'; do
		stamp "$pair, $shown"
		make_volume "$(disk "${pair% *}")" "$(disk "${pair#* }")" --sector-size $shown
		limits_are $shown
		dd if="$T/data" of="$DEV" bs=$shown seek=3 count=3 oflag=direct status=none
		reopen_volume
		limits_are $shown
		dd if="$DEV" bs=$shown skip=3 count=3 iflag=direct status=none | cmp -n $((3 * shown)) - "$T/data" || fail 'data differs'
		close_volume
		run_ok tiersetup erase "${members[@]}"
	done
done
