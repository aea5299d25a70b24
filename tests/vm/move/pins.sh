#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: pins hold: first writes go to their level, a discard and a reopen keep them, and a full level says so
# DISKS: name=fast,size=16M name=slow,size=24M,rot=1
# TIMEOUT: 300
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

make_volume "$(disk fast)" "$(disk slow)" --extent-size 256K
E=$((256 << 10))
used() { cat /sys/block/dm-*/tier/levels/"$1"/used_bytes; }
put() { dd if=/dev/urandom of="$DEV" bs=$E seek="$1" count="$2" oflag=direct conv=notrunc status=none; }

stamp 'what does not exist'
run_exit 1 tiersetup pin "$N" "0+$E" 2
run_exit 1 tiersetup pin "$N" "0+1P" 1
run_exit 1 dmsetup message "$N" 0 pin 0
run_exit 1 dmsetup message "$N" 0 pin 999999999 1
run_exit 1 dmsetup message "$N" 0 unpin 0 1
run_exit 1 dmsetup message "$N" 0 pin -1 1

stamp 'what is not written yet goes to its level'
run_ok tiersetup pin "$N" "$((2 * E))+$((3 * E))" 1
put 0 8
assert_eq "$(used 1)" $((3 * E)) 'level 1'
assert_eq "$(used 0)" $((5 * E)) 'level 0'

stamp 'what is written moves'
sum=$(sum_range "$DEV" 0 $((8 * E)))
run_ok tiersetup pin "$N" "0+$E" 1
dmsetup message "$N" 0 commit
assert_eq "$(used 1)" $((4 * E)) 'level 1'
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'data'

stamp 'a reopen keeps them, and the offline tool knows them'
close_volume
run_ok tiersetup dump "${members[@]}"
assert_eq "$(sed -n 's/^ *extents \([0-9+]*\):.* pinned to level 1$/\1/p' "$T/out" | tr '\n' ' ')" '0+1 2+3 ' 'pins in the dump'
open_volume
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'data after the reopen'
run_ok blkdiscard -f -o 0 -l $((8 * E)) "$DEV"
dmsetup message "$N" 0 commit
assert_eq "$(used 1)" 0 'level 1 after the discard'
put 0 8
assert_eq "$(used 1)" $((4 * E)) 'level 1 after it is written again'

stamp 'without them all goes to level 0'
run_ok tiersetup unpin "$N" "0+$((8 * E))"
run_ok blkdiscard -f -o 0 -l $((8 * E)) "$DEV"
dmsetup message "$N" 0 commit
put 0 8
assert_eq "$(used 1)" 0 'level 1'

stamp 'more than a level holds'
put 8 60
run_exit 7 tiersetup pin "$N" "0+$((68 * E))" 0
grep -q 'no room' "$T/err" || fail 'it does not say that there is no room'
run_exit 1 tiersetup pin "$N" nothing 0
close_volume
