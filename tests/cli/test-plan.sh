# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What create refuses about devices and their combination, on made-up facts, and how it lays a volume out.

# A DEVICE is level,size,skew,logical,physical,rotational[,word...] (see probe.c).
plan_ok() { probe plan "$@" >stdout 2>stderr || { cat stderr; fail "refused: $*"; }; }
refused() {
	local text=$1
	shift
	! probe plan "$@" >stdout 2>stderr || fail "taken: $*"
	cat stderr
	tells "$text"
}
G=1073741824

test_plan_takes_what_is_right() {
	plan_ok 512 0,$G,0,512,512,0 1,$G,0,512,4096,1
	plan_ok 4096 0,$G,0,4096,4096,0 1,$G,0,512,4096,1
	plan_ok 512 0,$G,0,512,512,-1 1,$G,0,512,4096,0
	# Both rotating, or both not.
	plan_ok 512 0,$G,0,512,512,1 1,$G,0,512,512,1
	plan_ok 512 0,$G,0,512,512,0 1,$G,0,512,512,0
}

test_plan_refuses_a_slow_device_on_a_fast_level() {
	refused 'dev0 on level 0 is rotational, dev1 on the slower level 1 is not' \
		512 0,$G,0,512,512,1 1,$G,0,512,512,0
	tells --force
	refused 'dev1 on level 1 is rotational, dev2 on the slower level 2 is not' \
		512 0,$G,0,512,512,0 1,$G,0,512,512,1 2,$G,0,512,512,0
	plan_ok 512 0,$G,0,512,512,1,force 1,$G,0,512,512,0
}

test_plan_refuses_one_device_twice() {
	refused 'dev0 and dev1 are the same device' 512 0,$G,0,512,512,0,same 1,$G,0,512,512,0,same
	refused 'dev0 and dev1 overlap' 512 0,$G,0,512,512,0,same 1,$G,0,512,512,0,part
	refused 'dev0 and dev1 overlap' 512 0,$G,0,512,512,0,part 1,$G,0,512,512,0,same
	# Two partitions of one disk do not overlap.
	plan_ok 512 0,$G,0,512,512,0 1,$G,0,512,512,0,part 1,$G,0,512,512,0,part
}

test_plan_refuses_devices_that_cannot_serve() {
	refused 'dev1 is read-only' 512 0,$G,0,512,512,0 1,$G,0,512,512,0,readonly
	refused 'dev1 is a zoned device (host-managed)' 512 0,$G,0,512,512,0 1,$G,0,512,512,0,zoned
	refused 'alignment_offset -1' 512 0,$G,0,512,512,0 1,$G,0,512,512,0,misaligned
	refused 'dev1 is too small (4 MiB): a member of this volume needs 15 MiB, 11534336 bytes more' \
		512 0,$G,0,512,512,0 1,4194304,0,512,512,0
	# What it asks for is enough, and no less would do.
	plan_ok 512 0,$G,0,512,512,0 1,$((15 << 20)),0,512,512,0
	refused 'needs 15 MiB, 512 bytes more' 512 0,$G,0,512,512,0 1,$(((15 << 20) - 512)),0,512,512,0
	refused 'the members do not hold 2 GiB besides metadata and reserve, 2130706432 bytes are the most' \
		512 0,$G,0,512,512,0,size=2147483648 1,$G,0,512,512,0
	# All that is wrong is told at once.
	refused 'dev0 is read-only' 512 0,$G,0,512,512,0,readonly 1,$G,0,512,512,0,zoned
	tells 'dev1 is a zoned device'
}

test_plan_aligns_the_data_area_on_the_medium() {
	local first second
	# A partition that starts at sector 63: its data area starts where the disk has a border of 1 MiB.
	plan_ok 512 0,$G,32256,512,4096,0 1,$G,0,512,4096,1
	read -r first second <stdout
	equal $(((first + 63) % 2048)) 0 'data area of the partition'
	equal $((second % 2048)) 0 'data area of the disk'
}

test_skew() {
	equal "$(probe skew 0 0 1048576)" 0
	equal "$(probe skew $((63 * 512)) 0 1048576)" 32256
	equal "$(probe skew $((2048 * 512)) 0 1048576)" 0
	# The first border of the physical block is at byte 3584: byte 0 lies 512 behind the one before it.
	equal "$(probe skew 0 3584 1048576)" $((1048576 - 3584))
	equal "$(probe skew $((7 * 512)) 3584 1048576)" 0
	equal "$(probe skew $((63 * 512)) 3584 1048576)" 28672
}

test_dry_run_writes_nothing() {
	image fast 64M
	image slow 192M
	sum fast slow >before
	exits 0 create vol fast slow --dry-run
	quiet
	says 'size:            253755392 bytes (242 MiB)'
	says 'table line:      0 495616 tier 2 fast slow'
	says '512 logical, 4096 physical'
	unchanged fast slow
	# Nor does it make the volume look made.
	exits 4 check fast slow
}

test_dry_run_json() {
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --dry-run --json
	quiet
	fits plan.types
	equal "$(json plan.size_bytes)" 253755392
	equal "$(json plan.log_bytes)" 0
	equal "$(json plan.uuid)" null
	equal "$(json written)" false
	equal "$(json plan.members)" 2
	equal "$(json 'plan.members[1].level')" 1
	local i total=0
	for i in 0 1; do
		equal "$(json "plan.members[$i].size_bytes")" \
			$(($(json "plan.members[$i].data_bytes") + $(json "plan.members[$i].overhead_bytes"))) 'size of a member'
		equal $(($(json "plan.members[$i].data_offset_bytes") % 1048576)) 0 'data area'
		total=$((total + $(json "plan.members[$i].data_bytes") - $(json "plan.members[$i].reserve_bytes")))
	done
	equal "$(json plan.size_bytes)" "$total" 'size of the volume'
	exits 0 create vol fast slow --dry-run --json --uuid 4EE8B8A4-5B5C-4E0B-8B0E-0A1F0D2C3B4A
	equal "$(json plan.uuid)" 4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a
}

test_dry_run_options() {
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --dry-run --json --extent-size 64K --sector-size 4096 --size 10M --label 'a label'
	equal "$(json plan.extent_bytes)" 65536
	equal "$(json plan.logical_sector_bytes)" 4096
	equal "$(json plan.size_bytes)" 10485760
	equal "$(json plan.label)" 'a label'
	# Rounded up to whole units, in whatever unit it is given.
	exits 0 create vol fast slow --dry-run --json --size 20481s
	equal "$(json plan.size_bytes)" 11534336
	exits 0 create vol fast slow --dry-run --json --size 10485761
	equal "$(json plan.size_bytes)" 11534336
	image fast2 64M
	exits 0 create vol fast,fast2 slow --dry-run --json
	equal "$(json 'plan.members[1].level')" 0
	equal "$(json 'plan.members[2].level')" 1
	image third 64M
	image fourth 64M
	exits 0 create vol fast fast2 third fourth --dry-run --json
	equal "$(json 'plan.members[3].level')" 3
	exits 0 create vol fast --dry-run --json
	equal "$(json plan.members)" 1
}
