#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a volume of 1 PiB opens again after a crash, with its data, in bounded time and memory
# MEM: 2560
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
need losetup python3
modprobe -q loop || skip "the kernel has no loop devices"

# The members are sparse files in memory, 16 TiB and 1009 TiB: zeros punch holes there, so an extent costs what is
# written. Between them and tier lies a linear device, so that "the power" can be cut.
mkdir "$T/disks"
mount -t tmpfs -o size=1800m tmpfs "$T/disks"
at_exit umount "$T/disks"
declare -A loops
for m in fast:16 slow:1009; do
	name=${m%:*}
	truncate -s "${m#*:}T" "$T/disks/$name"
	loops[$name]=$(losetup --find --show "$T/disks/$name")
	at_exit losetup -d "${loops[$name]}"
	dmsetup create "$N-$name" --table "0 $(blockdev --getsz "${loops[$name]}") linear ${loops[$name]} 0"
	at_exit dmsetup remove "$N-$name"
done

switch_members() { # linear or error
	local name table
	for name in fast slow; do
		table="0 $(blockdev --getsz "${loops[$name]}")"
		if [ "$1" = linear ]; then table="$table linear ${loops[$name]} 0"; else table="$table error"; fi
		dmsetup suspend --noflush --nolockfs "$N-$name"
		dmsetup load "$N-$name" --table "$table"
		dmsetup resume "$N-$name"
	done
}

# Bytes that the module holds: all that grows with a volume is had from vmalloc. What is free in the whole machine goes
# up and down with the page cache, by more than the map.
held() { awk '/\[dm_tier\]/ { sum += $2 } END { print sum + 0 }' /proc/vmallocinfo; }

now() { cut -d ' ' -f 1 /proc/uptime; }
since() { awk "BEGIN { printf \"%.1f\", $(now) - $1 }"; }

stamp 'create'
begin=$(now)
make_volume "/dev/mapper/$N-fast" "/dev/mapper/$N-slow" --size 1024T
create_time=$(since "$begin")
size=$(blockdev --getsize64 "$DEV")
assert_eq "$size" $((1 << 50)) 'size'
extent=$(json 'v["extent_bytes"]')
assert_eq "$extent" $((64 << 20)) 'extent size that is chosen for 1 PiB'
extents=$((size / extent))

# Borders of whatever might be counted in 31, 32 or 40 bits: bytes, sectors, pages, extents; and both ends.
K64=65536
places=(0 $((1 << 31)) $(((1 << 32) - K64)) $((1 << 32)) $(((1 << 40) - K64)) $(((1 << 40) + K64))
	$(((1 << 41) - K64)) $((1 << 41)) $((1 << 43)) $((1 << 44)) $(((1 << 44) + (1 << 31))) $((1 << 46))
	$(((1 << 47) + extent - K64)) $(((1 << 49) - K64)) $((1 << 49)) $((size - extent)) $((size - K64)))

# Each place says where it is.
data_for() { printf '%-32s' "${2:-place} $1" | head -c 32 | awk '{ for (i = 0; i < 2048; i++) printf "%s", $0 }'; }
put() { data_for "$@" | dd of="$DEV" bs=64k oflag=direct,seek_bytes seek="$1" iflag=fullblock count=1 status=none; }
check_places() {
	local p
	for p in "${places[@]}"; do
		data_for "$p" >"$T/want"
		dd if="$DEV" bs=64k iflag=direct,skip_bytes skip="$p" count=1 status=none of="$T/got"
		cmp "$T/want" "$T/got" || fail "what was written at $p is not there"
	done
	# Behind each of some, in the same extent and in one that has none.
	for p in $((K64)) $(((1 << 41) + K64)) $((size - 2 * K64)) $(((1 << 48) + 4096)); do
		[ "$(sum_range "$DEV" "$p" 4096)" = "$(zeros 4096)" ] || fail "nobody wrote to $p, but it is not zero"
	done
}

stamp "write to ${#places[@]} places"
for p in "${places[@]}"; do put "$p"; done
sync "$DEV"
blockdev --flushbufs "$DEV"
dd if=/dev/null of="$DEV" conv=fsync,notrunc status=none
check_places
# Not flushed: may be there or not, but nothing else.
loose=$(((1 << 48) + extent / 2))
put "$loose" loose

stamp 'crash'
switch_members error
dmsetup remove --retry "$N"
switch_members linear
begin=$(now)
# shellcheck disable=SC2154 # volume.sh sets members
run_ok tiersetup check "${members[@]}"
check_time=$(since "$begin")

stamp 'open'
assert_eq "$(held)" 0 'bytes held while no volume is open'
begin=$(now)
open_volume
open_time=$(since "$begin")
memory=$(held)
recovery=$(field recovery_us)
replayed=$(field replayed_entries)

stamp 'verify'
check_places
data_for "$loose" loose >"$T/want"
dd if="$DEV" bs=64k iflag=direct,skip_bytes skip="$loose" count=1 status=none of="$T/got"
cmp -s "$T/want" "$T/got" || [ "$(md5sum <"$T/got")" = "$(zeros $K64)" ] ||
	fail 'what was not flushed holds something that nobody wrote'
assert_eq "$(json 'v["state"]')" online 'state'
close_volume
open_volume
check_places
close_volume

printf 'scale: %s extents of 64 MiB; create %s s, check after the crash %s s, open %s s (recovery %s ms, %s entries replayed), %s\n' \
	"$extents" "$create_time" "$check_time" "$open_time" $((recovery / 1000)) "$replayed" \
	"memory of the open volume $((memory >> 20)) MiB, $(awk "BEGIN { printf \"%.2f\", $memory / $extents }") bytes per extent"
# Rounded up, with 1 MiB for all that does not grow with the volume.
assert_le $(((memory - (1 << 20) + extents - 1) / extents)) 16 'bytes of memory per extent'
[ "$memory" -gt $((extents * 8)) ] || fail "the memory ($memory bytes) was not measured: the map alone has more"
assert_le "${open_time%.*}" 120 'seconds to open'
