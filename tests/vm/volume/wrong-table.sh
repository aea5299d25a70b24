#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: wrong table lines, members and messages get an error that names the cause, and leave nothing behind
# DISKS: name=fast,size=64M name=slow,size=128M,rot=1 name=other0,size=64M name=other1,size=64M name=blank,size=64M
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

a=$(disk fast) b=$(disk slow) o0=$(disk other0) o1=$(disk other1) blank=$(disk blank)
load_tier
run_ok tiersetup create "other$$" "$o0" "$o1"
run_ok tiersetup close "other$$"
make_volume "$a" "$b"
length=$(dmsetup table "$N" | awk '{ print $2 }')
close_volume

# refused WORDS_IN_THE_LOG TABLE...
refused() {
	local words=$1 before
	shift
	before=$(dmesg | wc -l)
	if dmsetup create "$N" --table "$*" >"$T/out" 2>&1; then fail "was taken: $*"; fi
	dmsetup info "$N" >/dev/null 2>&1 && fail "left a device behind: $*"
	dmesg | tail -n +$((before + 1)) >"$T/log"
	grep -q -- "$words" "$T/log" || { cat "$T/log"; fail "no '$words' for: $*"; }
}

stamp 'table lines'
refused 'number of members' 0 "$length" tier
refused 'number of members' 0 "$length" tier 0
refused 'number of members' 0 "$length" tier 17 "$a" "$b"
refused 'number of members' 0 "$length" tier x "$a" "$b"
refused 'number of members' 0 "$length" tier 18446744073709551618 "$a" "$b"
refused 'Fewer devices' 0 "$length" tier 3 "$a" "$b"
refused 'cannot be opened' 0 "$length" tier 2 "$a" /dev/nonsense
refused 'number of options' 0 "$length" tier 2 "$a" "$b" 2 readonly
refused 'number of options' 0 "$length" tier 2 "$a" "$b" readonly
refused 'Unknown option' 0 "$length" tier 2 "$a" "$b" 1 nonsense
refused 'twice' 0 "$length" tier 2 "$a" "$b" 2 readonly readonly
refused 'no value' 0 "$length" tier 2 "$a" "$b" 1 commit_interval_ms
refused 'commit_interval_ms is a number' 0 "$length" tier 2 "$a" "$b" 2 commit_interval_ms 4294967396
refused 'write-back log' 0 "$length" tier 2 "$a" "$b" 2 cache_mode writeback
refused 'moves no extents' 0 "$length" tier 2 "$a" "$b" 2 migration on
refused 'length' 0 $((length - 8)) tier 2 "$a" "$b"

stamp 'members'
refused 'is no member' 0 "$length" tier 2 "$a" "$blank"
refused 'another volume' 0 "$length" tier 2 "$a" "$o1"
refused 'is missing' 0 "$length" tier 1 "$a"
refused 'same member' 0 "$length" tier 2 "$a" "$a"
cp --sparse=always "$a" "$T/clone"
modprobe loop
loop=$(losetup -f --show "$T/clone")
at_exit losetup -d "$loop"
refused 'same member' 0 "$length" tier 3 "$a" "$b" "$loop"
run_exit 5 tiersetup open "$N" --device "$a" --device "$b" --device "$loop"
losetup -d "$loop"

stamp 'members in any order'
dmsetup create "$N" --table "0 $length tier 2 $b $a"
dmsetup remove "$N"

stamp 'messages'
open_volume
for m in nonsense 'set' 'set commit_interval_ms' 'set commit_interval_ms 1' 'set commit_interval_ms x' 'set x 1' 'commit now' \
	'set commit_interval_ms 100 100'; do
	# shellcheck disable=SC2086 # several words
	dmsetup message "$N" 0 $m >/dev/null 2>&1 && fail "message '$m' was taken"
done
dmsetup message "$N" 0 commit
close_volume

stamp 'readonly serves and writes nothing'
open_volume
dd if=/dev/urandom of="$DEV" bs=64k count=16 oflag=direct status=none
sum=$(sum_range "$DEV" 0 $((4 << 20)))
close_volume
before=$(sum_range "$a" 0 $((64 << 20)))
dmsetup create "$N" --table "0 $length tier 2 $a $b 1 readonly"
assert_eq "$(sum_range "$DEV" 0 $((4 << 20)))" "$sum" 'data'
dd if=/dev/zero of="$DEV" bs=4k count=1 oflag=direct status=none 2>/dev/null && fail 'a write was taken'
blkdiscard -f "$DEV" 2>/dev/null && fail 'a discard was taken'
assert_eq "$(dmsetup status "$N" | awk '{ print $4 }')" readonly
dmsetup remove "$N"
run_ok tiersetup open "$N" --readonly --device "$a" --device "$b"
assert_eq "$(sum_range "$DEV" 0 $((4 << 20)))" "$sum" 'data'
assert_eq "$(blockdev --getro "$DEV")" 1
dmsetup remove "$N"
assert_eq "$(sum_range "$a" 0 $((64 << 20)))" "$before" 'the member after it was served readonly'
