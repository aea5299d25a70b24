#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: what create refuses, it refuses before it writes a byte, with the reason, and leaves no device
# DISKS: name=fast,size=16M name=slow,size=20M,rot=1 name=disk4k,size=16M,lbs=4096 name=tiny,size=2M name=third,size=20M
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

fast=$(disk fast) slow=$(disk slow) d4k=$(disk disk4k) tiny=$(disk tiny) third=$(disk third)
load_tier
at_exit remove_volume

all_sums() {
	local d
	for d in "$fast" "$slow" "$d4k" "$tiny" "$third"; do sum_range "$d" 0 "$(blockdev --getsize64 "$d")"; done
}

# Where create writes first of all: what each refusal is held against; all of the disks once for a group of them.
end_sums() {
	local d size
	for d in "$fast" "$slow" "$d4k" "$tiny" "$third"; do
		size=$(blockdev --getsize64 "$d")
		sum_range "$d" 0 $((2 << 20))
		sum_range "$d" $((size - (2 << 20))) $((2 << 20))
	done
}

# To be called whenever the test itself has written, and when a group of refusals ends.
note_sums() {
	sums=$(all_sums)
	ends=$(end_sums)
}
unchanged() { assert_eq "$(all_sums)" "$sums" 'the disks after what was refused'; }

# refused CODE WORDS ARG...: exit status, words of the message, nothing written, no device
refused() {
	local code=$1 words=$2
	shift 2
	run_exit "$code" tiersetup create "$N" "$@"
	grep -qi -- "$words" "$T/err" || { cat "$T/err"; fail "no '$words' for: $*"; }
	[ ! -s "$T/out" ] || fail "the error is on stdout: $*"
	dmsetup info "$N" >/dev/null 2>&1 && fail "left a device behind: $*"
	assert_eq "$(end_sums)" "$ends" "the disks after: $*"
}

stamp 'signatures'
mkfs.ext4 -q "$slow"
note_sums
refused 5 ext4 "$fast" "$slow"
refused 5 "$slow" "$fast" "$slow"
mkdir "$T/m"
mount -o ro "$slow" "$T/m"
note_sums
refused 5 'mounted\|in use' "$fast" "$slow" --force
unchanged
umount "$T/m"
note_sums
fsck.ext4 -fn "$slow" >/dev/null || fail 'the refused file system is damaged'
printf 'label: gpt\n,8M\n' | sfdisk -q "$third"
note_sums
refused 5 'gpt\|partition' "$fast" "$third"
refused 4 'whole\|partition\|twice\|same' "$fast" "$third,${third}1" --force
wipefs -qa "$slow" "$third"
blockdev --rereadpt "$third"
mkswap -q "$slow"
note_sums
refused 5 swap "$fast" "$slow"
wipefs -qa "$slow"
note_sums

stamp 'devices'
refused 4 'nonsense' "$fast" /dev/nonsense
refused 4 'twice\|same' "$fast" "$fast"
ln -s "$fast" "$T/link"
refused 4 'twice\|same' "$fast" "$T/link"
refused 4 'small' "$tiny" "$slow"
refused 4 'rota' "$slow" "$fast"
# Other sectors are none of it: the plan says what they cost, and nothing is written for it.
run_ok tiersetup create "$N" "$fast" "$d4k" --dry-run
grep -q "$d4k *has sectors of 4096 bytes, the volume shows 512: .* read-modify-write by dm-tier" "$T/out" || fail "$(cat "$T/out")"
blockdev --setro "$third"
refused 4 'read' "$fast" "$third"
blockdev --setrw "$third"
dmsetup create "$N-holder" --table "0 8 linear $third 0"
at_exit dmsetup remove "$N-holder"
refused 5 'in use' "$fast" "$third"
dmsetup remove "$N-holder"

unchanged

stamp 'words'
refused 1 '' "$fast" "$slow" --extent-size 100K
refused 1 '' "$fast" "$slow" --extent-size 128M
refused 1 '' "$fast" "$slow" --sector-size 1024
refused 1 '' "$fast" "$slow" --uuid nonsense
refused 1 '' "$fast" "$slow" --cache-mode writeback
refused 1 '' "$fast" "$slow" --nonsense
refused 4 '' "$fast" "$slow" --size 10G
run_exit 1 tiersetup create 'a/b' "$fast" "$slow"
run_exit 1 tiersetup create "$(printf 'x%.0s' {1..200})" "$fast" "$slow"
unchanged

stamp 'members of another volume, names in use'
run_ok tiersetup create "other$$" "$fast" "$slow"
at_exit dmsetup remove "other$$"
note_sums
refused 5 "other$$\\|in use" "$fast" "$third"
refused 5 '' "$fast" "$third" --force
run_ok tiersetup close "other$$"
note_sums
refused 5 "other$$" "$fast" "$third"
run_exit 5 tiersetup create "other$$" "$third" "$d4k" --sector-size 4096
run_ok tiersetup check "$fast" "$slow"

stamp 'permission'
status=0
setpriv --reuid 65534 --regid 65534 --clear-groups "$TIER_BIN/tiersetup" create "$N" "$third" "$d4k" 2>"$T/err" || status=$?
assert_eq $status 2 'exit status for nobody'
assert_eq "$(all_sums)" "$sums" 'the disks after nobody tried'

stamp 'a create that fails late restores what stood there: the target refuses the table'
run_ok tiersetup erase "$fast" "$slow"
mkfs.ext4 -q "$slow"
before=$(all_sums)
dmsetup create "$N" --table '0 8 zero'
run_exit 5 tiersetup create "$N" "$fast" "$slow" --force
assert_eq "$(all_sums)" "$before" 'the disks after a name in use'
dmsetup remove "$N"

stamp 'force wipes and works, also a rotational disk on the faster level'
run_ok tiersetup create "$N" "$slow" "$fast" --force
assert_eq "$(blkid -p -o value -s TYPE "$slow" || true)" '' 'signature after --force'
members=("$slow" "$fast")
reopen_volume
close_volume
run_ok tiersetup erase "$slow" "$fast"

stamp '4096 by wish takes 4096 disks'
run_ok tiersetup create "$N" "$fast" "$d4k" --sector-size 4096
assert_eq "$(blockdev --getss "$DEV")" 4096
members=("$fast" "$d4k")
dd if=/dev/urandom of="$DEV" bs=4k count=100 oflag=direct status=none
reopen_volume
close_volume
