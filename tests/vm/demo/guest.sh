#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The demo, in the machine: the steps stand at the end, one function each. What they measure they give to `measured`, and
# the last step prints it.
#
#   guest.sh FOLDER-OF-/usr/share...
. "$TIER_TOP/tests/vm/lib/guest.sh"

folders=("$@")
fast=$(disk fast) slow_disk=$(disk slow)
slow=/dev/mapper/slow # the same, slower
volume=demo
dev=/dev/mapper/$volume
mnt=$T/mnt
file=$mnt/load
file_mb=48
# A random access takes a real disk about so long; the emulated one has no arm to move.
seek_ms=8
files=0
results=()

tiersetup() { "$TIER_BIN/tiersetup" "$@"; }
step() { printf '\n'; stamp "== $*"; }
note() { stamp "   $*"; }
show() { sed 's/^/             | /'; }
measured() { results+=("$1|$2"); }
now_ms() { local up rest; read -r up rest </proc/uptime; echo $((10#${up/./} * 10)); }

# iops FILE OPTION...: 4 KiB random reads where few places get most; sets IOPS.
iops() {
	local target=$1
	shift
	fio --name=skew --filename="$target" --rw=randread --bs=4k --size=${file_mb}M --random_distribution=zipf:1.1 \
		--direct=1 --ioengine=libaio --iodepth=4 --runtime=6 --time_based --randseed="$TIER_SEED" --output-format=json \
		"$@" >"$T/fio" 2>"$T/err" || { cat "$T/err"; fail 'fio'; }
	IOPS=$(python3 -c 'import json, sys
print(round(json.load(open(sys.argv[1]))["jobs"][0]["read"]["iops"]))' "$T/fio")
}

prepare() {
	need fio mkfs.ext4 python3
	step 'A slow disk'
	modprobe dm-delay
	dmsetup create slow --table "0 $(blockdev --getsz "$slow_disk") delay $slow_disk 0 $seek_ms"
	at_exit dmsetup remove slow
	note "each access to the slow disk takes $seek_ms ms from now on (dm-delay)"
	iops "$slow"
	note "it makes $IOPS random reads per second, 4 at a time"
	measured "4 KiB random reads per second, slow disk alone" "$IOPS"
	slow_iops=$IOPS
}

create() {
	step 'The plan (create --dry-run)'
	load_tier
	tiersetup create "$volume" "$fast" "$slow" --dry-run | show
	tiersetup create "$volume" "$fast" "$slow" --dry-run --json >"$T/plan"
	measured 'metadata overhead' "$(python3 -c 'import json, sys
p = json.load(open(sys.argv[1]))
p = p.get("plan", p)
all = p["size_bytes"] + p["reserve_bytes"] + p["log_bytes"] + p["overhead_bytes"]
print("%.2f %%" % (100 * p["overhead_bytes"] / all))' "$T/plan")"
	step 'Create the volume'
	run_ok tiersetup create "$volume" "$fast" "$slow"
	at_exit dmsetup remove --retry "$volume"
	note "$dev has $(($(blockdev --getsize64 "$dev") >> 20)) MiB"
}

copy_files() {
	local begin=$SECONDS
	step "Files: mkfs.ext4, and some of /usr/share"
	mkfs.ext4 -q "$dev"
	mkdir "$mnt"
	mount "$dev" "$mnt"
	at_exit umount "$mnt"
	mkdir "$mnt/tree"
	note "copying ${folders[*]}"
	(cd /usr/share && cp -a "${folders[@]}" "$mnt/tree/")
	sync -f "$mnt"
	files=$(find "$mnt/tree" -type f | wc -l)
	note "$files files, $(du -sm "$mnt/tree" | cut -f 1) MiB copied in $((SECONDS - begin)) s"
}

load() {
	step "Skewed load: fio, $file_mb MiB, each block carries its checksum"
	fio --name=fill --filename="$file" --rw=write --bs=4k --size=${file_mb}M --direct=1 --ioengine=libaio --iodepth=16 \
		--verify=crc32c --do_verify=0 --end_fsync=1 --randseed="$TIER_SEED" >"$T/fio" 2>&1 || { cat "$T/fio"; fail 'fio'; }
	note 'written once; now overwrites at random, hot and cold, verified'
	# Not mixed with reads: fio then finds its own seeds wrong, on any device. Two writes at once to a block race.
	fio --name=mix --filename="$file" --rw=randwrite --bs=4k --size=${file_mb}M --io_size=12M --serialize_overlap=1 \
		--random_distribution=zipf:1.1 --direct=1 --ioengine=libaio --iodepth=4 --verify=crc32c --do_verify=1 \
		--verify_fatal=1 --randseed="$TIER_SEED" >"$T/fio" 2>&1 || { cat "$T/fio"; fail 'fio finds wrong data'; }
	iops "$file"
	note "random reads: $IOPS per second on the volume, $slow_iops on the slow disk alone"
	measured '4 KiB random reads per second, volume' "$IOPS"
	measured 'the volume is faster' "$(awk "BEGIN { printf \"%.1f times\", $IOPS / ($slow_iops + 0.001) }")"
	# What one sector lost or old would change
	sync -f "$mnt"
	(cd "$mnt" && sha256sum load) >"$T/sum"
}

show_status() {
	step 'Status'
	tiersetup status "$volume" | show
}

reopen() {
	local begin
	step 'Close, check offline, open'
	umount "$mnt"
	run_ok tiersetup close "$volume"
	run_ok tiersetup check "$fast" "$slow"
	show <"$T/out"
	begin=$(now_ms)
	run_ok tiersetup open "$volume" --device "$fast" --device "$slow"
	measured 'time to open' "$(($(now_ms) - begin)) ms"
	note 'open again'
}

verify() {
	local bytes dir
	step 'Verify: file system, every file, every block of the load'
	fsck.ext4 -fn "$dev" >"$T/fsck" 2>&1 || { cat "$T/fsck"; fail 'the file system is damaged'; }
	note 'the file system is clean'
	mount -o ro "$dev" "$mnt"
	for dir in "${folders[@]}"; do
		diff -r --no-dereference "/usr/share/$dir" "$mnt/tree/$dir" || fail "a file of $dir differs"
	done
	assert_eq "$(find "$mnt/tree" -type f | wc -l)" "$files" 'files'
	note "$files files are the same as the originals"
	(cd "$mnt" && sha256sum --quiet -c "$T/sum") || fail 'the data of the load has changed'
	fio --name=fill --filename="$file" --readonly --rw=read --bs=4k --size=${file_mb}M --direct=1 --ioengine=libaio \
		--iodepth=16 --verify=crc32c --verify_fatal=1 >"$T/fio" 2>&1 || { cat "$T/fio"; fail 'a block has a wrong checksum'; }
	note "$file_mb MiB of the load are as they were"
	bytes=$(du -sb "$mnt/tree" | cut -f 1)
	measured 'files compared' "$files ($((bytes >> 20)) MiB)"
	measured 'load verified after the reopen' "$file_mb MiB"
	umount "$mnt"
	run_ok tiersetup close "$volume"
	run_ok tiersetup check "$fast" "$slow"
}

table() {
	local line
	step 'Measured'
	for line in "${results[@]}"; do printf '  %-48s %s\n' "${line%|*}" "${line#*|}"; done
	printf '\n'
}

prepare
create
copy_files
load
show_status
reopen
verify
table
