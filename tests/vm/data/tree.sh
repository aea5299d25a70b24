#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a distribution's file tree on ext4 and on XFS is the same, file by file, after a reopen
# DISKS: name=fast,size=256M,pbs=4096 name=slow,size=2G,rot=1,pbs=4096
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

make_volume "$(disk fast)" "$(disk slow)"
mkdir "$T/m"

# All of /usr/share is more than software emulation copies in the time: so many MiB and files of it, as find has them. They are
# named, sorted and summed up once, and looked for by name and content on the volume.
left=$((${TIER_TREE_MIB:-64} << 20)) files=0
while ((left > 0 && files < ${TIER_TREE_FILES:-2000})) && IFS= read -r -d '' line; do
	left=$((left - ${line%% *}))
	printf '%s\0' "${line#* }"
	files=$((files + 1))
done >"$T/files" < <(find /usr/share -type f -printf '%s %P\0' 2>/dev/null)
assert_le 1000 "$(tr -cd '\0' <"$T/files" | wc -c)" 'files to copy'
(cd /usr/share && xargs -0 -a "$T/files" md5sum) >"$T/sums"

copy() { (cd /usr/share && xargs -0 -a "$T/files" cp -a --parents -t "$T/m"); }

compare() {
	(cd "$T/m" && md5sum -c --quiet "$T/sums") >"$T/wrong" 2>&1 || { head -20 "$T/wrong"; fail 'files differ'; }
}

stamp "ext4, $files files"
mkfs.ext4 -q "$DEV"
mount "$DEV" "$T/m"
at_exit umount "$T/m"
copy
umount "$T/m"
reopen_volume
fsck.ext4 -fn "$DEV" >"$T/fsck" 2>&1 || { cat "$T/fsck"; fail 'fsck'; }
mount "$DEV" "$T/m"
compare
assert_eq "$(find "$T/m" -type f | wc -l)" "$(tr -cd '\0' <"$T/files" | wc -c)" 'files'

stamp 'deleted and trimmed, then the space is used again'
before=$(json 'sum(l["used_bytes"] for l in v["levels"])')
find "$T/m" -mindepth 1 -delete
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
	copy
	umount "$T/m"
	reopen_volume
	mount "$DEV" "$T/m"
	compare
	umount "$T/m"
	xfs_repair -n "$DEV" >"$T/fsck" 2>&1 || { cat "$T/fsck"; fail 'xfs_repair'; }
fi
close_volume
