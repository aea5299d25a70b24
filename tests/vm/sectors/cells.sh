# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# A cell of the matrix of sector sizes: what level 0 is, what level 1 is, what the volume shows. Sourced behind guest.sh,
# volume.sh and trace.sh by tests with disks called f512n f512e f4kn and s512n s512e s4kn.
#
#   cells SHOWN MEGABYTES FOLDER...   all nine pairs of members; in each fio gets that many megabytes, which must be more
#                                     than level 0 has, and the file systems get these folders
#
# A cell: the limits are as they are promised; a partition table; fio writes and verifies mixed sizes at odd places; ext4
# and XFS are made and filled; after a reopen all of it is there, and the file systems are checked. Both levels must have
# been used, no member may have got a part of a sector, nor the kernel have complained, and `check` is clean at each close.

limits_are() {
	local shown=$1 name want got
	while read -r name want; do
		read -r got <"$queue/$name"
		[ "$got" = "$want" ] || fail "$cell: $name is $got, not $want"
	done <<-E
		logical_block_size $shown
		physical_block_size 4096
		minimum_io_size 4096
		optimal_io_size 65536
		discard_granularity 4096
		discard_max_bytes 1073741824
	E
	read -r got <"$queue/../alignment_offset"
	[ "$got" = 0 ] || fail "$cell: alignment_offset is $got"
	read -r got <"$queue/../discard_alignment"
	[ "$got" = 0 ] || fail "$cell: discard_alignment is $got"
	# What a member can take in one piece is whole sectors of all of them.
	read -r got <"$queue/max_sectors_kb"
	if [ "$got" -lt 64 ] || [ $((got % 4)) != 0 ]; then fail "$cell: max_sectors_kb is $got"; fi
}

# The partitions as devices of their own, so that file systems see them as they see partitions.
map_parts() {
	local i
	for i in 2 3; do
		dmsetup create "$N-p$i" --table "0 ${part_sectors[i]} linear $DEV ${part_start[i]}"
	done
}

unmap_parts() {
	local i
	for i in 2 3; do
		if [ -e "/dev/mapper/$N-p$i" ]; then dmsetup remove --retry "$N-p$i"; fi
	done
}

fio_run() {
	fio --name=cell --filename="$DEV" --offset="$fio_at" --size="$fio_bytes" --rw=randwrite --ioengine=libaio --direct=1 \
		--iodepth=16 --bssplit="$1" --blockalign="$2" --randseed="$TIER_SEED" --verify=crc32c --verify_fatal=1 \
		--output-format=terse --minimal "${@:3}" >"$T/fio" 2>&1 </dev/null || { cat "$T/fio"; fail "$cell: fio"; }
}

# fs_make TYPE DEVICE: make, fill; its checksums are in $T/sums.TYPE.
fs_make() {
	local type=$1 dev=$2
	case $type in
	# Blocks of 1 KiB where the sector allows them: what is read and written is then less than 4096 bytes.
	ext4) run_ok mkfs.ext4 -q -F -b $((shown == 512 ? 1024 : 4096)) "$dev" ;;
	# Sectors as small as there are: its log and its headers are written in them. These variables make it take a small device.
	xfs) run_ok env TEST_DIR=1 TEST_DEV=1 QA_CHECK_FS=1 mkfs.xfs -q -f -s "size=$shown" "$dev" ;;
	esac
	! grep -i align "$T/out" "$T/err" || fail "$cell: mkfs.$type complains about alignment"
	mount "$dev" "$T/mnt"
	cp -r "${folders[@]}" "$T/mnt"
	# Pieces of sizes that fit nothing
	dd if=tests/tools/stamp.c of="$T/mnt/odd" bs=700 conv=fsync status=none
	(cd "$T/mnt" && find . -type f -exec md5sum {} +) >"$T/sums.$type"
	umount "$T/mnt"
}

fs_again() {
	mount "$2" "$T/mnt"
	(cd "$T/mnt" && md5sum --quiet -c "$T/sums.$1") || fail "$cell: files of $1 differ"
	umount "$T/mnt"
	case $1 in
	ext4) run_ok e2fsck -f -n "$2" ;;
	xfs) run_ok xfs_repair -n "$2" ;;
	esac
}

one_cell() {
	local fast=$1 slow=$2
	cell="$fast/$slow/$shown"
	stamp "$cell"
	members=("$(disk "f$fast")" "$(disk "s$slow")")
	run_ok tiersetup create "$N" "${members[@]}" --force --sector-size "$shown" --extent-size 64K
	queue=/sys/dev/block/$(stat -L -c '%Hr:%Lr' "$DEV")/queue
	limits_are "$shown"

	printf 'label: gpt\nfirst-lba: 256\nstart=1MiB, size=%sMiB\nsize=24MiB\nsize=48MiB\n' $((fio_bytes >> 20)) |
		sfdisk -q "$DEV" >"$T/out" 2>&1 || { cat "$T/out"; fail "$cell: sfdisk"; }
	sfdisk -d "$DEV" >"$T/table"
	# start= and size= count the device's sectors
	mapfile -t part_start < <(echo; sed -n "s/.*start= *\([0-9]*\),.*/\1/p" "$T/table")
	mapfile -t part_sectors < <(echo; sed -n "s/.*size= *\([0-9]*\),.*/\1/p" "$T/table")
	local i
	for i in 1 2 3; do
		part_start[i]=$((part_start[i] * (shown / 512)))
		part_sectors[i]=$((part_sectors[i] * (shown / 512)))
	done
	fio_at=$((part_start[1] * 512))

	if [ "$shown" = 512 ]; then
		split=(512/20:1536/10:3584/10:4k/20:4608/10:64k/30 512)
	else
		split=(4k/40:12k/20:28k/10:64k/30 4096)
	fi
	fio_run "${split[@]}" --end_fsync=1
	map_parts
	fs_make ext4 "/dev/mapper/$N-p2"
	fs_make xfs "/dev/mapper/$N-p3"
	unmap_parts
	dmsetup status "$N" >"$T/status"
	awk '{ for (i = 6; i < NF; i++) if ($i == "level") { split($(i + 1), l, ","); if (l[5] + 0 == 0) exit 1 } }' "$T/status" ||
		fail "$cell: a level was not written: $(cat "$T/status")"

	reopen_volume
	limits_are "$shown"
	sfdisk -d "$DEV" | cmp - "$T/table" || fail "$cell: the partition table has changed"
	fio_run "${split[@]}" --verify_only
	map_parts
	fs_again ext4 "/dev/mapper/$N-p2"
	fs_again xfs "/dev/mapper/$N-p3"
	unmap_parts
	close_volume

	# Its name is for the next one.
	run_ok tiersetup erase "${members[@]}"

	trace_found >"$T/parts"
	[ ! -s "$T/parts" ] || { head -n 20 "$T/parts"; fail "$cell: a member got $(wc -l <"$T/parts") parts of sectors"; }
	dmesg >"$T/dmesg"
	! grep -i -E 'bad block number|unaligned|I/O error|alignment inconsistency' "$T/dmesg" || fail "$cell: the kernel complains"
}

cells() {
	local fast slow
	shown=$1 fio_bytes=$(($2 << 20)) folders=("${@:3}")
	need fio mkfs.ext4 mkfs.xfs sfdisk
	load_tier
	at_exit remove_volume
	at_exit unmap_parts
	at_exit umount "$T/mnt"
	mkdir "$T/mnt"

	# What the trace is there to see, it sees: half a block, on a disk that takes it.
	at_exit trace_off
	trace_parts "$(disk f512n)" 4096
	dd if=/dev/zero of="$(disk f512n)" bs=512 seek=9 count=1 oflag=direct status=none
	dd if=/dev/zero of="$(disk f512n)" bs=4096 seek=1 count=2 oflag=direct status=none
	assert_eq "$(trace_found | grep -c ' W.* 9 + 1 ')" 2 'events of one write of half a block'
	assert_eq "$(trace_found | wc -l)" 2 'events in all'
	trace_off
	for fast in f512n f512e f4kn s512n s512e s4kn; do trace_parts "$(disk $fast)"; done

	for fast in 512n 512e 4kn; do
		for slow in 512n 512e 4kn; do
			one_cell $fast $slow
		done
	done
	trace_off
}
