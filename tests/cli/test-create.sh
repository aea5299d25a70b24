# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# create --no-open and erase, on files: what they refuse, and that nothing is lost when they fail.

test_create_makes_a_volume_that_is_clean() {
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --no-open --label 'some text'
	quiet
	says 'vol: 242 MiB'
	exits 0 check fast slow
	quiet
	says clean
	exits 0 check slow fast
	# A volume of each extent and sector size, and with one level.
	local size
	for size in 64K 128K 256K 512K 1M 2M; do
		exits 0 create vol fast slow --no-open --force --extent-size $size --sector-size 4096
		exits 0 check fast slow
	done
	exits 0 create vol fast --no-open --force
	exits 0 check fast
}

test_create_json() {
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --no-open --json
	quiet
	fits plan.types
	equal "$(json written)" true
	[ "$(json plan.uuid)" != null ] || fail "a volume without a uuid"
}

test_create_refuses_bad_words() {
	image fast 64M
	image slow 192M
	local line
	while read -r line; do
		# shellcheck disable=SC2086 # words
		exits 1 create $line --no-open
		silent
	done <<-E
		bad/name fast slow
		. fast slow
		.. fast slow
		control fast slow
		4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a fast slow
		$(printf 'x%.0s' {1..128}) fast slow
		vol fast slow --uuid nosense
		vol fast slow --uuid 00000000-0000-0000-0000-000000000000
		vol fast slow --label $(printf 'x%.0s' {1..64})
		vol fast slow --extent-size 3M
		vol fast slow --extent-size 32K
		vol fast slow --extent-size 128M
		vol fast slow --extent-size nosense
		vol fast slow --extent-size 0
		vol fast slow --sector-size 520
		vol fast slow --size 16777216T
		vol fast slow --size -1
		vol fast slow --size 0
		vol fast slow --size 10M --size 20M
		vol fast slow --cache-mode writeback
		vol fast slow --cache-mode writethrough
		vol fast slow --cache-mode nosense
		vol fast slow --log-size 1G
		vol fast, slow
	E
	exits 1 create 'bad name' fast slow --no-open
	exits 1 create vol fast slow --no-open --label $'a\tb'
	exits 1 create vol fast slow --no-open --label $'a\xff'
	exits 1 create vol fast slow --cache-mode writeback --no-open
	tells 'no write-back log yet'
	# All of that has written nothing.
	exits 4 check fast slow
	exits 0 create "$(printf 'x%.0s' {1..127})" fast slow --no-open --cache-mode off --label "$(printf 'x%.0s' {1..63})"
	exits 0 check fast slow
}

test_create_refuses_bad_devices() {
	image fast 64M
	image slow 192M
	image tiny 4M
	ln -s fast link
	ln fast hard
	exits 4 create vol fast nosuch --no-open
	tells 'nosuch'
	exits 4 create vol fast /dev/null --no-open
	tells '/dev/null'
	exits 4 create vol fast . --no-open
	exits 4 create vol fast fast --no-open
	tells 'fast and fast are the same device'
	exits 4 create vol fast link --no-open
	tells 'fast and link are the same device'
	exits 4 create vol fast,hard slow --no-open
	tells 'fast and hard are the same device'
	exits 4 create vol fast tiny --no-open
	tells 'tiny is too small (4 MiB)'
	exits 4 create vol fast slow --size 1G --no-open
	tells '1 GiB'
	exits 4 create vol fast slow
	tells 'losetup'
	exits 4 check fast slow
	local i many=fast
	for i in {1..16}; do image "m$i" 64M; many=$many,m$i; done
	exits 1 create vol "$many" slow --no-open
	tells '16'
}

test_create_takes_sixteen_members() {
	local i fast=m1 slow=m9
	for i in {1..16}; do image "m$i" 64M; done
	for i in {2..8}; do fast=$fast,m$i; done
	for i in {10..16}; do slow=$slow,m$i; done
	exits 0 create vol "$fast" "$slow" --no-open
	exits 0 check m{1..16}
	exits 4 check m{2..16}
}

test_create_refuses_what_carries_something() {
	command -v mkfs.ext4 >/dev/null || skip "mkfs.ext4 is missing"
	image fast 64M
	image slow 192M
	mkfs.ext4 -q -F -L home slow
	sum fast slow >before
	exits 5 create vol fast slow --no-open
	silent
	tells 'slow carries an ext4 file system "home" (at byte 1080)'
	tells --force
	exits 5 create vol fast slow --dry-run
	unchanged fast slow
	exits 0 create vol fast slow --no-open --force
	exits 0 check fast slow
	[ -z "$(blkid -p -o value -s TYPE slow 2>/dev/null)" ] || fail "the old signature is still there"
}

test_create_refuses_partition_tables() {
	command -v sfdisk >/dev/null || skip "sfdisk is missing"
	local label
	for label in gpt dos; do
		rm -f fast slow
		image fast 64M
		image slow 192M
		printf 'label: %s\n,,\n' $label | sfdisk -q slow
		exits 5 create vol fast slow --no-open
		tells "slow carries a $label partition table"
		exits 0 create vol fast slow --no-open --force
		exits 0 check fast slow
		[ -z "$(blkid -p -o value -s PTTYPE slow 2>/dev/null)" ] || fail "the $label table is still there"
	done
}

test_create_refuses_members_of_other_volumes() {
	volume
	image third 64M
	sum fast slow >before
	exits 5 create other fast third --no-open
	tells 'fast is a member of the volume "vol"'
	tells --force
	# A member whose superblocks are both damaged is not nothing.
	damage super-torn slow 1
	damage super-torn slow 0
	exits 5 create other third slow --no-open
	tells 'slow carries remains of a dm-tier member'
	sum fast >after
	cmp after <(head -n 1 before) || fail "fast has changed"
	exits 0 create other third slow --no-open --force
	exits 0 check third slow
	exits 4 check fast
}

test_create_forgets_the_volume_before() {
	# Same places, other extents: nothing of the first volume may shine through.
	volume
	both journal 1 0 1 9 0 12
	exits 0 create new fast slow --no-open --force
	# Not even a volume of the same uuid could find its old journal.
	local image
	for image in fast slow; do
		dd if=$image bs=4096 skip=$((256 + 8)) count=64 status=none | cmp - <(head -c $((64 * 4096)) /dev/zero) ||
			fail "the journal on $image is not empty"
	done
	exits 0 check fast slow
	exits 0 dump fast slow --json
	equal "$(json mapped_extents)" 0
	equal "$(json journal.changes)" 0
}

# A file may not grow behind this many KiB: writing the second superblock fails then.
limited() { (trap '' XFSZ; ulimit -f "$1"; shift; "$@"); }

test_create_that_fails_brings_back_what_was_there() {
	command -v mkfs.ext4 >/dev/null || skip "mkfs.ext4 is missing"
	image fast 64M
	image slow 192M
	mkfs.ext4 -q -F fast 3M
	mkfs.ext4 -q -F slow 3M
	cp --sparse=always fast fast.before
	cp --sparse=always slow slow.before
	local rc=0
	limited 32768 "$TIERSETUP" create vol fast slow --no-open --force >stdout 2>stderr || rc=$?
	cat stderr
	equal "$rc" 4 'exit status'
	silent
	tells 'the devices are as they were before'
	cmp fast fast.before
	cmp slow slow.before
	# The limit is what made it fail.
	limited 262144 "$TIERSETUP" create vol fast slow --no-open --force
	exits 0 check fast slow
}

test_create_that_is_stopped_brings_back_what_was_there() {
	command -v mkfs.ext4 >/dev/null || skip "mkfs.ext4 is missing"
	# Some seconds of work: a table of 2^24 entries.
	image fast 64T 2>/dev/null || skip "no files of 64 TiB here"
	image slow 64T
	mkfs.ext4 -q -F fast 3M
	dd if=fast bs=4M count=1 status=none | sha256sum >before
	"$TIERSETUP" create vol fast slow --no-open --force --extent-size 16M >stdout 2>stderr &
	local pid=$! rc=0 i
	# Once the signature is gone, it is past keeping what was there.
	for i in {1..600}; do
		blkid -p fast >/dev/null 2>&1 || break
		sleep 0.05
	done
	kill -INT $pid 2>/dev/null || skip "it was too fast"
	wait $pid || rc=$?
	cat stderr
	[ "$rc" != 0 ] || skip "it was too fast"
	equal "$rc" 7 'exit status'
	dd if=fast bs=4M count=1 status=none | sha256sum -c before
	exits 4 check slow
}

test_erase() {
	volume
	image other 64M
	exits 4 erase fast other
	tells 'other has no right dm-tier superblock'
	# All or nothing.
	exits 0 check fast slow
	exits 0 erase fast --json
	fits erase.types
	exits 4 check fast
	exits 4 check slow
	damage super-torn slow 1
	exits 0 erase slow
	says 'slow: erased, was member 1 of volume vol'
	exits 4 check slow
	exits 4 erase slow
}

test_erase_leaves_others_alone() {
	command -v mkfs.ext4 >/dev/null || skip "mkfs.ext4 is missing"
	image fs 64M
	mkfs.ext4 -q -F fs
	sum fs >before
	exits 4 erase fs
	unchanged fs
	exits 0 erase fs --force
	[ -z "$(blkid -p -o value -s TYPE fs 2>/dev/null)" ] || fail "the signature is still there"
}
