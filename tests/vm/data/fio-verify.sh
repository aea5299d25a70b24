#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: random writes of 512 bytes to 1 MiB by four jobs, 2 GiB in all, verify at once and after a reopen
# DISKS: name=fast,size=1G,pbs=4096 name=slow,size=3G,rot=1,pbs=4096
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
need fio

make_volume "$(disk fast)" "$(disk slow)"

# Each job has a quarter; verify_only finds the same writes again by its seed. Every second of the four
# flushes now and then.
for j in 0 1 2 3; do
	cat <<-EOT
		[job$j]
		filename=$DEV
		offset=$((j * 640))M
		size=512M
		rw=randwrite
		ioengine=libaio
		direct=1
		iodepth=$((1 << (2 * j)))
		bssplit=512/5:4k/40:12k/10:64k/25:256k/10:1m/10
		blockalign=512
		randseed=$((TIER_SEED + j))
		verify=crc32c
		verify_fatal=1
		verify_backlog=0
		end_fsync=1
		fsync=$((j % 2 * 64))
	EOT
done >"$T/jobs"

stamp 'write and verify'
run_ok fio --output-format=terse --minimal "$T/jobs"
assert_le $((2 << 30)) "$(json 'sum(l["written_bytes"] for l in v["levels"])')" 'bytes written'
[ "$(json 'v["levels"][1]["used_bytes"]')" -gt 0 ] || fail 'the slow level was never used'
reopen_volume
stamp 'verify after the reopen'
run_ok fio --output-format=terse --minimal --verify_only "$T/jobs"
close_volume
