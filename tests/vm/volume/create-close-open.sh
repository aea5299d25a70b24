#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a volume has the size, limits, fields and files of the contract, also after a reopen
# DISKS: name=fast,size=8G,pbs=4096 name=slow,size=9G,rot=1,pbs=4096
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
need python3

fast=$(disk fast) slow=$(disk slow)

stamp 'dry run names every byte and writes nothing'
before=$(sum_range "$fast" 0 $((4 << 20)))
load_tier
tiersetup create "$N" "$fast" "$slow" --dry-run --json >"$T/plan"
assert_eq "$(sum_range "$fast" 0 $((4 << 20)))" "$before" 'first 4 MiB after the dry run'
dmsetup info "$N" >/dev/null 2>&1 && fail 'the dry run made a device'
read -r size reserve log other <<<"$(python3 -c '
import json, sys
p = json.load(open(sys.argv[1]))
p = p.get("plan", p)
print(p["size_bytes"], p["reserve_bytes"], p["log_bytes"], p["overhead_bytes"])' "$T/plan")"
sum=$((17 << 30))
assert_eq $((size + reserve + log + other)) $sum 'size, reserve, log and overhead together'
assert_eq "$log" 0 'log'
[ $((other * 1000)) -lt $((sum * 5)) ] || fail "overhead of $other bytes is not below 0.5 %"

stamp 'create'
make_volume "$fast" "$slow" --label 'two words'
assert_eq "$(blockdev --getsize64 "$DEV")" "$size" 'size'

check_all() {
	local f dm
	stamp "fields and files, $1"
	json_is <<-EOT
		{"name", "uuid", "device", "size_bytes", "extent_bytes", "state", "cache", "levels"} - set(v) == set()
		v["name"] == "$N"
		v["device"] == "$DEV"
		v["state"] == "online"
		v["size_bytes"] == $size
		v["extent_bytes"] == 1 << 20
		v["logical_sector_bytes"] == 512
		v["physical_sector_bytes"] == 4096
		sorted(v["cache"]) == ["dirty_bytes", "log_bytes", "mode"]
		v["cache"]["mode"] == "off"
		{"promoted_extents", "demoted_extents", "moved_bytes", "aborted", "enabled"} - set(v["migration"]) == set()
		v["migration"]["enabled"] == False
		{"misaligned_writes", "sub_block_writes", "rmw_foreground", "rmw_background"} - set(v["sectors"]) == set()
		[l["level"] for l in v["levels"]] == [0, 1]
		[{"total_bytes", "used_bytes", "reads", "writes", "read_bytes", "written_bytes"} - set(l) for l in v["levels"]] == [set(), set()]
		[m["device"] for l in v["levels"] for m in l["members"]] == ["$fast", "$slow"]
		[m["state"] for l in v["levels"] for m in l["members"]] == ["online", "online"]
		[m["physical_sector_bytes"] for l in v["levels"] for m in l["members"]] == [4096, 4096]
		[m["logical_sector_bytes"] for l in v["levels"] for m in l["members"]] == [512, 512]
		[len(m["uuid"]) for l in v["levels"] for m in l["members"]] == [36, 36]
		sum(l["total_bytes"] for l in v["levels"]) == $((size + reserve))
		sum(m["total_bytes"] for l in v["levels"] for m in l["members"]) == $((size + reserve))
		v["uuid"] == "$(cat /sys/block/dm-*/tier/uuid)"
		v["levels"][0]["total_bytes"] == $(cat /sys/block/dm-*/tier/levels/0/total_bytes)
	EOT
	dm=/sys/block/$(dmsetup info -c --noheadings -o blkdevname "$N")
	assert_eq "$(cat "$dm/queue/logical_block_size")" 512
	assert_eq "$(cat "$dm/queue/physical_block_size")" 4096
	assert_eq "$(cat "$dm/queue/minimum_io_size")" 4096
	assert_eq "$(cat "$dm/queue/optimal_io_size")" 1048576
	assert_eq "$(cat "$dm/queue/discard_granularity")" 4096
	assert_eq "$(cat "$dm/alignment_offset")" 0
	assert_eq "$(cat "$dm/queue/write_cache")" 'write back'
	assert_eq "$(cat "$dm/queue/fua")" 1
	assert_eq "$(cat "$dm/tier/state")" online
	assert_eq "$(cat "$dm/tier/extent_bytes")" 1048576
	assert_eq "$(cat "$dm/tier/extents")" $((size >> 20))
	for f in uuid state cache/mode cache/log_bytes cache/dirty_bytes migration/enabled migration/promoted_extents \
		migration/demoted_extents migration/moved_bytes migration/aborted sectors/misaligned_writes \
		sectors/sub_block_writes sectors/rmw_foreground sectors/rmw_background levels/1/used_bytes levels/1/reads \
		levels/1/writes levels/1/read_bytes levels/1/written_bytes; do
		[ -n "$(setpriv --reuid 65534 --regid 65534 --clear-groups cat "$dm/tier/$f")" ] ||
			fail "$f cannot be read by everyone"
	done
}

check_all 'fresh'
uuid=$(cat /sys/block/dm-*/tier/uuid)

stamp 'what is written is counted where it goes'
dd if=/dev/urandom of="$DEV" bs=1M count=8 oflag=direct status=none
json_is <<EOT
v["levels"][0]["written_bytes"] == 8 << 20
v["levels"][0]["used_bytes"] == 8 << 20
EOT
dd if=/dev/urandom of="$DEV" bs=512 count=3 seek=1 oflag=direct status=none
json_is <<EOT
v["sectors"]["misaligned_writes"] == 3
v["sectors"]["sub_block_writes"] == 3
EOT

stamp 'tunables'
dm=/sys/block/$(dmsetup info -c --noheadings -o blkdevname "$N")
echo 250 >"$dm/tier/tunables/commit_interval_ms"
assert_match "$(dmsetup table "$N")" 'commit_interval_ms 250$'
run_ok tiersetup set "$N" commit_interval_ms=500
assert_eq "$(cat "$dm/tier/tunables/commit_interval_ms")" 500
run_exit 1 tiersetup set "$N" commit_interval_ms=5
run_exit 1 tiersetup set "$N" nonsense=5
(echo 99999999999999999999 >"$dm/tier/tunables/commit_interval_ms") 2>/dev/null && fail 'a huge value was taken'
assert_eq "$(cat "$dm/tier/tunables/commit_interval_ms")" 500

sum=$(sum_range "$DEV" 0 $((9 << 20)))
reopen_volume
check_all 'reopened'
assert_eq "$(cat /sys/block/dm-*/tier/uuid)" "$uuid" 'uuid after the reopen'
assert_eq "$(sum_range "$DEV" 0 $((9 << 20)))" "$sum" 'data after the reopen'

stamp 'open by uuid, all, twice'
close_volume
run_ok tiersetup open "$uuid" --device "$fast" --device "$slow"
run_exit 5 tiersetup open "$N" --device "$fast" --device "$slow"
close_volume
run_ok tiersetup open --all
assert_eq "$(cat /sys/block/dm-*/tier/state)" online
exec 3<"$DEV"
run_exit 5 tiersetup close "$N"
exec 3<&-

stamp 'erase refuses what is open, then wipes'
run_exit 5 tiersetup erase "$fast"
close_volume
run_ok tiersetup erase "$fast" "$slow"
run_exit 4 tiersetup open "$N" --device "$fast" --device "$slow"
