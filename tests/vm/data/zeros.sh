#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: never written, uncovered and discarded ranges read as zeros on disks that are full of something else
# DISKS: name=fast,size=16M name=slow,size=24M,rot=1
# TIMEOUT: 600
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

fast=$(disk fast) slow=$(disk slow)
dirty_disk "$fast"
dirty_disk "$slow"
make_volume "$fast" "$slow" --extent-size 256K
size=$(blockdev --getsize64 "$DEV")
E=$((256 << 10))

is_zero() { assert_eq "$(sum_range "$DEV" "$1" "$2")" "$(zeros "$2")" "$3"; }
put() {
	local at=$1 left=$2 part
	for (( ; left > 0; at += part, left -= part)); do
		part=$((left < 1 << 20 ? left : 1 << 20))
		dd if="$(pattern_file Z)" of="$DEV" bs=$part count=1 oflag=direct,seek_bytes seek="$at" status=none
	done
}
has() { assert_eq "$(sum_range "$DEV" "$1" "$2")" "$(head -c "$2" /dev/zero | tr '\0' Z | md5sum)" "$3"; }

stamp 'never written'
is_zero 0 "$size" 'a new volume'

stamp 'what a first write does not cover'
put $((10 * E + 4096)) 4096
is_zero $((10 * E)) 4096 'before'
has $((10 * E + 4096)) 4096 'the write'
is_zero $((10 * E + 8192)) $((E - 8192)) 'behind'
put $((12 * E)) 512
is_zero $((12 * E + 512)) $((E - 512)) 'behind a first sector'
put $((14 * E - 512)) 512
is_zero $((13 * E)) $((E - 512)) 'before a last sector'
put $((20 * E)) $E
has $((20 * E)) $E 'a whole extent'

stamp 'a write over an extent border'
put $((31 * E - 8192)) 16384
is_zero $((30 * E)) $((E - 8192)) 'before'
has $((31 * E - 8192)) 16384 'the write'
is_zero $((31 * E + 8192)) $((E - 8192)) 'behind'
mapped() { dmsetup status "$N" | awk '{ split($5, a, "/"); print a[1] }'; }
assert_eq "$(mapped)" 6 'mapped extents'

stamp 'discard: whole extents go, parts are zeroed'
put $((40 * E)) $((4 * E))
assert_eq "$(mapped)" 10 'mapped extents'
blkdiscard -f -o $((41 * E - 8192)) -l $((2 * E + 16384)) "$DEV"
has $((40 * E)) $((E - 8192)) 'before'
is_zero $((41 * E - 8192)) $((2 * E + 16384)) 'the discarded range'
has $((43 * E + 8192)) $((E - 8192)) 'behind'
assert_eq "$(mapped)" 8 'mapped extents'

stamp 'zeroout, with sectors that are no blocks'
blkdiscard -f -z -o $((40 * E + 512)) -l 1536 "$DEV"
has $((40 * E)) 512 'before'
is_zero $((40 * E + 512)) 1536 'the zeroed range'
has $((40 * E + 2048)) 4096 'behind'

stamp 'a discarded home is not seen through its next owner'
put $((50 * E)) $((8 * E))
blkdiscard -f -o $((50 * E)) -l $((8 * E)) "$DEV"
sync "$DEV"
for i in 60 61 62 63 64 65 66 67; do
	put $((i * E + 65536)) 4096
	is_zero $((i * E)) 65536 "extent $i before"
	is_zero $((i * E + 69632)) $((E - 69632)) "extent $i behind"
done

stamp 'all of it stays after a reopen'
reopen_volume
is_zero $((41 * E - 8192)) $((2 * E + 16384)) 'the discarded range'
is_zero $((50 * E)) $((8 * E)) 'the discarded extents'
has $((40 * E)) 512 'kept data'
has $((31 * E - 8192)) 16384 'the write over a border'
is_zero $((31 * E + 8192)) $((E - 8192)) 'behind it'

stamp 'everything discarded: nothing is mapped, and the whole volume can be filled again, twice'
for i in 1 2; do
	put 0 "$size"
	has 0 "$size" 'a full volume'
	blkdiscard -f "$DEV"
	is_zero 0 "$size" 'the discarded volume'
	assert_eq "$(mapped)" 0 'mapped extents'
done
close_volume
