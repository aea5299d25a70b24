#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a distribution's file tree on ext4 and on XFS is the same, file by file, after a reopen
# DISKS: name=fast,size=256M,pbs=4096 name=slow,size=2G,rot=1,pbs=4096
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

make_volume "$(disk fast)" "$(disk slow)"
mkdir "$T/m"

# All of /usr/share is more than software emulation copies in the time: so many MiB of it, whole folders.
pick() {
	local dir size sum=0 mib=${TIER_TREE_MIB:-100}
	for dir in /usr/share/*/; do
		size=$(du -sm "$dir" | cut -f1)
		[ $((sum + size)) -le "$mib" ] || continue
		sum=$((sum + size))
		printf '%s\0' "$dir"
	done
}
pick >"$T/folders"
files=$(xargs -0 -a "$T/folders" -I{} find {} -type f | wc -l)
assert_le 1000 "$files" 'files to copy'

stamp "ext4, $files files"
mkfs.ext4 -q "$DEV"
mount "$DEV" "$T/m"
at_exit umount "$T/m"
xargs -0 -a "$T/folders" cp -a --parents -t "$T/m"
umount "$T/m"
reopen_volume
fsck.ext4 -fn "$DEV" >"$T/fsck" 2>&1 || { cat "$T/fsck"; fail 'fsck'; }
mount "$DEV" "$T/m"
xargs -0 -a "$T/folders" -I{} diff -r --no-dereference {} "$T/m"{} || fail 'a file differs'
assert_eq "$(find "$T/m/usr" -type f | wc -l)" "$files" 'files'

stamp 'deleted and trimmed, then the space is used again'
before=$(json 'sum(l["used_bytes"] for l in v["levels"])')
rm -rf "$T/m/usr"
sync
fstrim "$T/m"
dmsetup message "$N" 0 commit
after=$(json 'sum(l["used_bytes"] for l in v["levels"])')
assert_le "$after" $((before / 2)) 'bytes in use after fstrim'
umount "$T/m"

if [ -x /sbin/mkfs.xfs ]; then
	stamp 'xfs'
	mkfs.xfs -q -f "$DEV"
	mount "$DEV" "$T/m"
	xargs -0 -a "$T/folders" cp -a --parents -t "$T/m"
	umount "$T/m"
	reopen_volume
	mount "$DEV" "$T/m"
	xargs -0 -a "$T/folders" -I{} diff -r --no-dereference {} "$T/m"{} || fail 'a file differs'
	umount "$T/m"
	xfs_repair -n "$DEV" >"$T/fsck" 2>&1 || { cat "$T/fsck"; fail 'xfs_repair'; }
fi
close_volume
