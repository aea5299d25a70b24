#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: a member with a metadata copy is pulled under load: the rest is served, its old copy is never believed
# DISKS: name=d0,size=24M name=d1,size=24M,rot=1 name=d2,size=24M,rot=1
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/fault/lib.sh"

load_tier
for i in 0 1 2; do soft m$i "$(disk d$i)"; done
m0=/dev/mapper/$N-m0 m1=/dev/mapper/$N-m1 m2=/dev/mapper/$N-m2
make_volume "$m0" "$m1,$m2" --extent-size 1M
E=$((1 << 20))
size=$(blockdev --getsize64 "$DEV")

# Extents are given out in order: level 0 first, then both members of level 1 in turn.
stamp 'every extent but the last ten gets its data'
n=$((size / E - 10))
for ((i = 0; i < n; i += 16)); do
	dd if=/dev/urandom of="$DEV" bs=$E seek=$i count=$((n - i < 16 ? n - i : 16)) oflag=direct status=none
done
sync "$DEV"
for ((i = 0; i < n; i++)); do sum_range "$DEV" $((i * E)) $E; done >"$T/sums"

# readable FILE: which extents can be read, and are right; yields "ok bad" counts
judge() {
	local i ok=0 bad=0 sum
	while read -r sum && i=${i:-0}; do
		if dd if="$DEV" bs=$E skip="$i" count=1 iflag=direct of="$T/extent" status=none 2>/dev/null; then
			[ "$(md5sum <"$T/extent")" = "$sum" ] || fail "extent $i has wrong data"
			ok=$((ok + 1))
		else
			bad=$((bad + 1))
		fi
		i=$((i + 1))
	done <"$T/sums"
	echo "$ok $bad"
}
lost=$(field member 2 | cut -d, -f6)
[ "$lost" -gt 5 ] || fail "only $lost extents on the member to be pulled"

stamp 'pull the slow member with the second copy'
pull m1
dd if=/dev/urandom of="$DEV" bs=$E seek=$n count=2 oflag=direct status=none || true
sync "$DEV" 2>/dev/null || true
wait_until 10 sh -c "dmsetup status $N | grep -q ' degraded '"
assert_eq "$(field metadata_copies)" 1
dmesg | grep -q 'metadata copy 1 cannot be written' || fail 'the log does not say that a copy was lost'

stamp 'the rest is served'
read -r ok bad <<<"$(judge)"
assert_eq "$bad" "$lost" 'extents that cannot be read'
assert_eq "$ok" $((n - lost)) 'extents that can be read and are right'
for ((i = 0; i < 8; i++)); do
	dd if=/dev/urandom of="$DEV" bs=$E seek=$i count=1 oflag=direct status=none
	sum_range "$DEV" $((i * E)) $E
done >"$T/new"
sync "$DEV" || fail 'a flush fails though the lost member is known'
sed -i 1,8d "$T/sums"
cat "$T/new" "$T/sums" >"$T/all"
mv "$T/all" "$T/sums"
blkdiscard -f -o $((8 * E)) -l $((2 * E)) "$DEV"
sync "$DEV"
run_ok tiersetup close "$N"

stamp 'with the stale copy alone it does not open'
plug m1
run_exit 4 tiersetup open "$N" --degraded --device "$m1" --device "$m2"

stamp 'degraded, without it, it does'
run_ok tiersetup open "$N" --degraded --device "$m0" --device "$m2"
assert_eq "$(state)" degraded
json_is <<<'sorted(m["state"] for l in v["levels"] for m in l["members"]) == ["missing", "online", "online"]'
run_ok tiersetup close "$N"
run_exit 4 tiersetup open "$N" --device "$m0" --device "$m2"

stamp 'with all members the copy is brought up to date'
open_volume
assert_eq "$(state)" online
assert_eq "$(field metadata_copies)" 2
sed -i "9s/.*/$(zeros $E)/;10s/.*/$(zeros $E)/" "$T/sums"
read -r ok bad <<<"$(judge)"
assert_eq "$bad" 0 'extents that cannot be read'
close_volume

stamp 'now the other copy can go'
run_ok tiersetup open "$N" --degraded --device "$m1" --device "$m2"
assert_eq "$(field metadata_copies)" 1
run_ok tiersetup close "$N"
open_volume
assert_eq "$(state)" online
close_volume
