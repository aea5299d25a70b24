#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: writes and flushes of one member, then of all, fail: an error, no lie, no hang, and a clean open later
# DISKS: name=d0,size=64M name=d1,size=128M,rot=1
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/fault/lib.sh"

load_tier
for i in 0 1; do soft m$i "$(disk d$i)"; done
make_volume "/dev/mapper/$N-m0" "/dev/mapper/$N-m1" --extent-size 256K
E=$((256 << 10))

put() { dd if=/dev/urandom of="$DEV" bs=$E seek="$1" count="${2:-1}" oflag=direct conv=fsync,notrunc status=none 2>/dev/null; }

put 0 8
sum=$(sum_range "$DEV" 0 $((8 * E)))

stamp 'level 0 takes no writes: a flush says so once, then new extents go to level 1'
no_writes m0
put 20 && fail 'a write and flush to a member that fails was taken'
wait_until 10 sh -c "dmsetup status $N | grep -q ' degraded '"
put 21 || put 21 || fail 'level 1 takes no new extent'
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'old data'
put 0 && fail 'a write to the failed member was taken'
run_ok tiersetup close "$N"
plug m0
open_volume
assert_eq "$(state)" online
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'old data after the reopen'

stamp 'no member takes writes: failed, everything else says so'
put 0 8
sum=$(sum_range "$DEV" 0 $((8 * E)))
no_writes m0
no_writes m1
put 30 && fail 'a write was taken'
put 31 && fail 'a write was taken'
wait_until 10 sh -c "dmsetup status $N | grep -q ' failed '"
dd if=/dev/zero of="$DEV" bs=4k count=1 oflag=direct status=none 2>/dev/null && fail 'a write was taken in state failed'
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'reads in state failed'
run_ok tiersetup close "$N"
plug m0
plug m1
run_ok tiersetup check "${members[@]}"
open_volume
assert_eq "$(state)" online
assert_eq "$(sum_range "$DEV" 0 $((8 * E)))" "$sum" 'data after all came back'
close_volume
