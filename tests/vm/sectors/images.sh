#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a disk image made on 512 works on members of 4096, dm-crypt with such sectors among them, and goes on to work
# DISKS: name=plain,size=32M,pbs=4096 name=slow,size=96M,rot=1,lbs=4096 name=image,size=64M
# TIMEOUT: 600
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/lib/trace.sh"
need sfdisk mkfs.ext4 mkfs.xfs

load_tier
image=$(disk image)
at_exit umount "$T/m"
mkdir "$T/m"

stamp 'the image: a partition table and a file system with blocks of 1 KiB, made on sectors of 512'
printf 'label: gpt\nstart=2048, size=65536\nsize=32768\n' | sfdisk -q "$image"
mkfs.ext4 -q -F -b 1024 "${image}1"
mount "${image}1" "$T/m"
cp -r tests/vm "$T/m"
umount "$T/m"
sfdisk -d "$image" | grep -v '^device:' | sed 's/^[^ ]* : //' >"$T/table"

stamp 'dm-crypt with sectors of 4096 on a disk with 512'
# Installers choose that by themselves on a 512e disk.
modprobe -q dm-crypt || skip 'no dm-crypt'
plain=$(disk plain)
dmsetup create "$N-crypt" --table "0 $(blockdev --getsz "$plain") crypt aes-xts-plain64 $(printf '0123456789abcdef%.0s' 1 2 3 4) 0 $plain 0 1 sector_size:4096"
at_exit dmsetup remove --retry "$N-crypt"
crypt=/dev/mapper/$N-crypt
assert_eq "$(blockdev --getss "$crypt")" 4096 'sector of dm-crypt'
at_exit trace_off
trace_parts "$(readlink -f "$crypt")"
trace_parts "$(disk slow)"

make_volume "$crypt" "$(disk slow)" --extent-size 64K
assert_eq "$(blockdev --getss "$DEV")" 512 'sector of the volume'
assert_eq "$(blockdev --getpbsz "$DEV")" 4096 'block of the volume'
dd if="$image" of="$DEV" bs=64k oflag=direct status=none

# boots: what firmware and a kernel do with a disk
boots() {
	sfdisk -d "$DEV" | grep -v '^device:' | sed 's/^[^ ]* : //' | grep -v -E '^(first|last)-lba' >"$T/got"
	grep -v -E '^(first|last)-lba' "$T/table" | diff "$T/got" - || fail 'the partition table is another one'
	dmsetup create "$N-root" --table "0 65536 linear $DEV 2048"
	at_exit dmsetup remove --retry "$N-root"
	mount "/dev/mapper/$N-root" "$T/m"
	diff -r tests/vm "$T/m/vm" || fail 'files differ'
	# A redo log in sectors of 512, each durable.
	dd if=tests/tools/stamp.c of="$T/m/log" bs=512 count=20 conv=notrunc oflag=direct,dsync status=none
	cmp -n 10240 tests/tools/stamp.c "$T/m/log" || fail 'the log differs'
	umount "$T/m"
	run_ok e2fsck -f -n "/dev/mapper/$N-root"
	dmsetup remove --retry "$N-root"
}

stamp 'it boots'
boots
stamp 'the sector stays, whatever the members are named and ordered by'
reopen_volume
assert_eq "$(blockdev --getss "$DEV")" 512 'sector after a reopen'
boots
close_volume
table=$(tiersetup dump "${members[@]}" --json | python3 -c 'import json, sys; print("0", json.load(sys.stdin)["volume"]["size_bytes"] // 512)')
dmsetup create "$N" --table "$table tier 2 $(disk slow) $crypt"
assert_eq "$(blockdev --getss "$DEV")" 512 'sector with the members in another order'
boots
# No other target was needed for it.
! grep -q '^dm_ebs ' /proc/modules || fail 'dm-ebs is loaded'
dmsetup remove --retry "$N"
run_ok tiersetup check "${members[@]}"
trace_found >"$T/parts"
[ ! -s "$T/parts" ] || { head -n 20 "$T/parts"; fail "a member got $(wc -l <"$T/parts") parts of sectors"; }
trace_off
