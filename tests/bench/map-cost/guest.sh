#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Measures in the machine; see run. Prints the lines of reads.c, the label being <queue mode>-<device>.
#
#   guest.sh COUNT ROUNDS MEGABYTES WAYS
. "$TIER_TOP/tests/vm/lib/guest.sh"

count=$1 rounds=$2 bytes=$(($3 << 20))
tool=$TIER_BIN/tiersetup

# From the memory of the machine: while it waits for the host the virtual time runs on.
cp "${TIER_BIN%/*}/tests/reads" "$T/reads"

modprobe null_blk nr_devices=0
# null NAME QUEUE-MODE MEMORY-BACKED
null() {
	local d=/sys/kernel/config/nullb/$1
	mkdir "$d"
	echo 4096 >"$d/blocksize"
	echo 512 >"$d/size"
	echo "$2" >"$d/queue_mode"
	echo 0 >"$d/irqmode" # completed at once, where it was submitted
	echo 1 >"$d/submit_queues"
	echo "$3" >"$d/memory_backed"
	echo 1 >"$d/power"
}

load_tier
devices=()
for mode in bio mq; do
	queue=$([ $mode = bio ] && echo 0 || echo 2)
	null "$mode-fast" "$queue" 1
	null "$mode-slow" "$queue" 1
	null "$mode-void" "$queue" 0
	fast=/dev/$mode-fast
	[ -b "$fast" ] || fast=/dev/nullb$(cat "/sys/kernel/config/nullb/$mode-fast/index")
	slow=${fast/%fast/slow} void=${fast/%fast/void}
	[ "$slow" != "$fast" ] || slow=/dev/nullb$(cat "/sys/kernel/config/nullb/$mode-slow/index")
	[ "$void" != "$fast" ] || void=/dev/nullb$(cat "/sys/kernel/config/nullb/$mode-void/index")

	run_ok "$tool" create "t-$mode" "$fast" "$slow" --sector-size 4096
	head -c "$bytes" /dev/zero | tr '\0' '\245' |
		dd of="/dev/mapper/t-$mode" bs=1M iflag=fullblock oflag=direct conv=fsync status=none
	used=$("$tool" status "t-$mode" --json | sed -n 's/.*"used_bytes": *\([0-9]*\).*/\1/p' | head -n 1)
	assert_eq "$used" "$bytes" 'bytes mapped on level 0'
	# The home of the first extent: the pattern begins there.
	data=$(dd if="$fast" bs=1M iflag=direct count=64 status=none |
		python3 -c 'import sys; print(sys.stdin.buffer.read().find(b"\xa5" * 4096))')
	[ $((data % (1 << 20))) = 0 ] || fail "the data area of $fast is not found ($data)"
	dmsetup create "l-$mode" --table "0 $((bytes >> 9)) linear $fast $((data >> 9))"
	cmp -n "$bytes" "/dev/mapper/l-$mode" "/dev/mapper/t-$mode" || fail 'linear is not where tier is'
	devices+=("$mode-void=$void" "$mode-bare=$fast" "$mode-linear=/dev/mapper/l-$mode" "$mode-tier=/dev/mapper/t-$mode")
done
echo 3 >/proc/sys/vm/drop_caches
"$T/reads" "$count" "$rounds" "$4" "$bytes" "${devices[@]}"
for mode in bio mq; do
	dmsetup remove "l-$mode"
	dmsetup remove "t-$mode"
done
