#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: the machine is what the tests take for granted: kernel, disks with the sectors asked for, modules
# DISKS: name=n512,size=64M,lbs=512,pbs=512 name=e512,size=96M,lbs=512,pbs=4096,rot=1 name=k4,size=128M,lbs=4096,rot=1
# DISKS: name=virt,size=64M,bus=virtio,pbs=4096 name=nvme,size=64M,bus=nvme name=nocache,size=64M,opt=write-cache=off
. "$TIER_TOP/tests/vm/lib/guest.sh"

stamp "kernel $(uname -r)"
case $(uname -r) in
"$TIER_KVER"[.-]*) ;;
*) fail "kernel $(uname -r), wanted $TIER_KVER" ;;
esac

stamp "disks"
# disk, logical and physical sector, rotational, size in sectors, write cache
while read -r name lbs pbs rot sectors cache; do
	d=$(disk "$name")
	assert_eq "$(sysattr "$d" queue/logical_block_size)" "$lbs" "$name: logical sector"
	assert_eq "$(sysattr "$d" queue/physical_block_size)" "$pbs" "$name: physical sector"
	assert_eq "$(sysattr "$d" queue/rotational)" "$rot" "$name: rotational"
	assert_eq "$(sysattr "$d" size)" "$sectors" "$name: size"
	assert_eq "$(sysattr "$d" queue/write_cache)" "$cache" "$name: write cache"
	[ "$(sysattr "$d" queue/discard_max_bytes)" -gt 0 ] || fail "$name: no discard"
	var=TIER_DISK_$name
	assert_eq "${!var}" "$d" "$var"
done <<-E
	n512 512 512 0 131072 write back
	e512 512 4096 1 196608 write back
	k4 4096 4096 1 262144 write back
	nvme 512 512 0 131072 write back
	nocache 512 512 0 131072 write through
E
assert_eq "$(sysattr "$(disk virt)" queue/physical_block_size)" 4096 "virt: physical sector"

stamp "data"
for name in n512 e512 k4 virt nvme; do
	d=$(disk $name)
	printf '%s' "$name" | dd of="$T/block" bs=4096 conv=sync status=none
	dd if="$T/block" of="$d" bs=4096 seek=3 oflag=direct status=none
	dd if="$d" bs=4096 skip=3 count=1 iflag=direct status=none | cmp - "$T/block" || fail "$name: data differs"
done
# Nothing in the path may make the 4Kn disk take less than a sector.
run_exit 1 dd if=/dev/zero of="$(disk k4)" bs=512 count=1 oflag=direct

stamp "modules"
for m in dm-mod dm-flakey dm-delay dm-log-writes dm-snapshot null_blk brd loop ext4 xfs; do
	modprobe "$m" || fail "module $m"
done
modprobe scsi_debug dev_size_mb=8 || fail "module scsi_debug"
modprobe -a target_core_mod target_core_iblock target_core_file iscsi_target_mod iscsi_tcp tcm_loop || fail "LIO or iSCSI"
[ -d /sys/kernel/config/target ] || fail "no LIO in configfs"

stamp "device-mapper makes its nodes"
at_exit dmsetup remove "$N"
dmsetup create "$N" --table "0 2048 linear $(disk n512) 0"
[ -b "/dev/mapper/$N" ] || fail "no node for $N"
dd if="/dev/mapper/$N" of=/dev/null bs=4096 count=1 iflag=direct status=none

stamp "root is writable, but not the host's"
echo x >/usr/tier-vm-was-here
stamp "done"
