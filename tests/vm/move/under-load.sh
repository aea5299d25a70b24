#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: extents move up and down while they are written, read, discarded and suspended: no write is lost
# DISKS: name=fast,size=24M name=slow,size=40M,rot=1
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
need fio

# Writes to level 1 take their time, so that others find the time to write to what is being copied there.
load_tier
modprobe dm-delay
late=/dev/mapper/$N-late
dmsetup create "$N-late" --table "0 $(blockdev --getsz "$(disk slow)") delay $(disk slow) 0 0 $(disk slow) 0 40"
at_exit dmsetup remove --retry "$N-late"
make_volume "$(disk fast)" "$late" --extent-size 256K --force
E=$((256 << 10))

stamp 'what does not exist, is not on a level, or is not mapped'
run_exit 1 tiersetup move "$N" "0+$E" 2
run_exit 1 tiersetup move "$N" "0+1P" 1
run_exit 1 tiersetup move "$N" "0" 1
run_exit 1 dmsetup message "$N" 0 move 0
run_exit 1 dmsetup message "$N" 0 move 18446744073709551616 1
run_exit 1 dmsetup message "$N" 0 move 999999999 1
run_exit 1 dmsetup message "$N" 0 move 0 4294967296
run_ok tiersetup move "$N" "0+$E" 1
assert_eq "$(field promoted_extents)" 0
assert_eq "$(field demoted_extents)" 0

stamp 'a moved extent has its data, its old home is free'
dd if=/dev/urandom of="$DEV" bs=$E count=16 oflag=direct status=none
sum=$(sum_range "$DEV" 0 $((16 * E)))
used() { cat /sys/block/dm-*/tier/levels/"$1"/used_bytes; }
assert_eq "$(used 0)" $((16 * E)) 'level 0'
run_ok tiersetup move "$N" "$((4 * E))+$((8 * E))" 1
assert_eq "$(field demoted_extents)" 8
assert_eq "$(field moved_bytes)" $((8 * E))
assert_eq "$(used 1)" $((8 * E)) 'level 1'
dmsetup message "$N" 0 commit
assert_eq "$(used 0)" $((8 * E)) 'level 0 after a commit'
assert_eq "$(sum_range "$DEV" 0 $((16 * E)))" "$sum" 'data after the move'
run_ok tiersetup move "$N" "$((4 * E))+$((8 * E))" 1
assert_eq "$(field demoted_extents)" 8 'what is there already'
reopen_volume
assert_eq "$(sum_range "$DEV" 0 $((16 * E)))" "$sum" 'data after the reopen'
assert_eq "$(used 1)" $((8 * E)) 'level 1 after the reopen'

stamp 'a full level takes no more, and nothing is lost'
dd if=/dev/urandom of="$DEV" bs=$E seek=16 count=$(((24 << 20) / E)) oflag=direct status=none
sum=$(sum_range "$DEV" 0 "$(blockdev --getsize64 "$DEV")")
run_exit 7 tiersetup move "$N" "0+$(blockdev --getsize64 "$DEV")B" 0
grep -q 'no room' "$T/err" || fail 'it does not say that there is no room'
dmsetup message "$N" 0 commit
assert_eq "$(sum_range "$DEV" 0 "$(blockdev --getsize64 "$DEV")")" "$sum" 'data'
reopen_volume
assert_eq "$(sum_range "$DEV" 0 "$(blockdev --getsize64 "$DEV")")" "$sum" 'data after the reopen'
run_ok blkdiscard -f "$DEV"
dmsetup message "$N" 0 commit

stamp 'no update is lost: each writer reads what it wrote last, all the while its extent moves'
run_ok "${TIER_BIN%/*}/tests/blocks" neighbours "$DEV" $((3 * E + 5 * 4096)) 4 400 "$N" 3
stamp "$(cat "$T/out")"
assert_le 20 "$(awk '{ print $5 }' "$T/out")" 'moves'

stamp 'moves under verified load'
cat >"$T/jobs" <<EOT
[global]
filename=$DEV
direct=1
ioengine=libaio
iodepth=8
verify=crc32c
verify_fatal=1
verify_backlog=64
time_based=1
runtime=${TIER_MOVE_SECONDS:-40}
[hot]
size=1M
rw=randwrite
bs=4k
iodepth=64
[b]
offset=2M
size=2M
rw=randwrite
bssplit=4k/40:64k/40:256k/20
fsync=50
iodepth=4
rate_iops=50
[c]
offset=4M
size=1M
rw=randtrimwrite
bs=64k
verify=0
rate_iops=20
EOT
fio --eta=never --output="$T/fio" "$T/jobs" &
fio_pid=$!
at_exit kill $fio_pid
rounds=0
while kill -0 $fio_pid 2>/dev/null; do
	# A part is busy, or is discarded meanwhile: 7
	status=0
	length=1M
	[ $((rounds % 6)) -lt 4 ] || length=5M
	tiersetup move "$N" 0+$length $((rounds % 2)) 2>"$T/err" || status=$?
	[ $status = 0 ] || [ $status = 7 ] || { cat "$T/err"; fail "exit status $status of tiersetup move"; }
	rounds=$((rounds + 1))
	if [ $((rounds % 20)) = 0 ]; then
		dmsetup suspend "$N"
		dmsetup resume "$N"
	fi
done
wait $fio_pid || { cat "$T/fio"; fail 'fio found wrong data'; }
stamp "$rounds rounds: $(field promoted_extents) up, $(field demoted_extents) down, $(field moved_bytes) bytes, $(field aborted) given up"
assert_le 20 "$(field promoted_extents)" 'extents moved up'
assert_le 20 "$(field demoted_extents)" 'extents moved down'

sum=$(sum_range "$DEV" 0 $((5 << 20)))
reopen_volume
assert_eq "$(sum_range "$DEV" 0 $((5 << 20)))" "$sum" 'data after the reopen'
close_volume
