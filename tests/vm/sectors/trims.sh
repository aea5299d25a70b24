#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: discards, zeroing and writes on borders of sectors, against a model, on each pair of sector and block
# DISKS: name=f512n,size=12M,lbs=512,pbs=512 name=f512e,size=12M,lbs=512,pbs=4096 name=f4kn,size=12M,lbs=4096,pbs=4096
# DISKS: name=s512n,size=64M,rot=1,pbs=512 name=s512e,size=64M,rot=1,pbs=4096 name=s4kn,size=64M,rot=1,lbs=4096
# TIMEOUT: 900
#
# virtio-win counted a discard in the wrong unit and wiped what nobody had asked for.
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/lib/trace.sh"

blocks=${TIER_BIN%/*}/tests/blocks
M=$((1 << 20))
load_tier
at_exit trace_off
for d in f512n f512e f4kn s512n s512e s4kn; do trace_parts "$(disk $d)"; done

used() { dmsetup status "$N" | awk -v level="$1" '{ for (i = 6; i < NF; i++) if ($i == "member") { split($(i + 1), m, ","); if (m[3] == level) print m[6] } }'; }
put() { dd if=/dev/zero of="$DEV" bs=64k seek=$(($1 * 16)) count=$(($2 * 16)) oflag=direct status=none; }

for kind in 512n 512e 4kn; do
	for shown in 512 4096; do
		stamp "$kind members, $shown shown"
		dirty_disk "$(disk f$kind)"
		make_volume "$(disk f$kind)" "$(disk s$kind)" --extent-size 64K --sector-size $shown
		run_ok "$blocks" model "$DEV" $((2 * M)) "$TIER_SEED" 500
		assert_eq "$(used 1)" 0 'extents on level 1 while there is room on level 0'
		# With level 0 full, the same goes to level 1.
		blkdiscard -f -o 0 -l $((2 * M)) "$DEV" 2>/dev/null
		put 8 10
		was=$(used 1)
		assert_le 1 "$was" 'extents on level 1'
		run_ok "$blocks" model "$DEV" $((2 * M)) $((TIER_SEED + 1)) 500
		assert_le $((was + 8)) "$(used 1)" 'extents on level 1'
		sum=$(sum_range "$DEV" 0 $((2 * M)))
		reopen_volume
		assert_eq "$(sum_range "$DEV" 0 $((2 * M)))" "$sum" 'all of it after a reopen'
		close_volume
		run_ok tiersetup erase "${members[@]}"
	done
done
trace_found >"$T/parts"
[ ! -s "$T/parts" ] || { head -n 20 "$T/parts"; fail "a member got $(wc -l <"$T/parts") parts of sectors"; }
