#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: suspend, resume, table reload, messages and status while verified I/O runs
# DISKS: name=fast,size=256M name=slow,size=768M,rot=1
# TIMEOUT: 600
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
need fio

make_volume "$(disk fast)" "$(disk slow)" --extent-size 256K

cat >"$T/jobs" <<EOT
[global]
filename=$DEV
direct=1
ioengine=libaio
iodepth=8
bssplit=4k/60:32k/20:256k/20
verify=crc32c
verify_fatal=1
verify_backlog=256
fsync=50
time_based=1
runtime=40
[a]
size=256M
rw=randwrite
[b]
offset=400M
size=256M
rw=randwrite
[c]
offset=700M
size=200M
rw=randtrimwrite
verify=0
EOT
fio --eta=never --output="$T/fio" "$T/jobs" &
fio_pid=$!
at_exit kill $fio_pid

rounds=0
while kill -0 $fio_pid 2>/dev/null; do
	if [ $((rounds % 2)) = 0 ]; then dmsetup suspend "$N"; else dmsetup suspend --noflush "$N"; fi
	if [ $((rounds % 3)) = 0 ]; then
		dmsetup table "$N" >"$T/table"
		dmsetup load "$N" "$T/table"
	fi
	dmsetup resume "$N"
	dmsetup status "$N" >"$T/status"
	[ "$(awk '{ print $4 }' "$T/status")" = online ] || fail "not online: $(cat "$T/status")"
	dmsetup message "$N" 0 checkpoint
	dmsetup message "$N" 0 set commit_interval_ms $((100 + rounds))
	cat /sys/block/dm-*/tier/levels/0/used_bytes >/dev/null
	rounds=$((rounds + 1))
	sleep 0.5
done
wait $fio_pid || { cat "$T/fio"; fail 'fio found wrong data'; }
assert_le 5 $rounds 'rounds of suspend and resume'
stamp "$rounds rounds"

stamp 'what the table prints loads again and means the same'
table=$(dmsetup table "$N")
dmsetup suspend "$N"
dmsetup load "$N" --table "$table"
dmsetup resume "$N"
assert_eq "$(dmsetup table "$N")" "$table"

stamp 'a second device over the same members does not go live'
dmsetup create "$N-twin" --notable
at_exit dmsetup remove "$N-twin"
dmsetup load "$N-twin" --table "$table"
run_exit 1 dmsetup resume "$N-twin"
dmsetup remove "$N-twin"

# fio's own state is gone with it: verify the whole by reading twice
sum=$(sum_range "$DEV" 0 "$(blockdev --getsize64 "$DEV")")
reopen_volume
assert_eq "$(sum_range "$DEV" 0 "$(blockdev --getsize64 "$DEV")")" "$sum" 'data after the reopen'
close_volume
