# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced behind guest.sh by tests that look at what a disk is sent, with the block layer's tracepoints:
#
#   trace_parts DISK [BYTES]   from now on record what is sent to DISK and is not whole, aligned sectors of it (or of BYTES)
#   trace_found                what was recorded since, a line for each; nothing is the good case
#   trace_forget               forget what was recorded so far
#   trace_off                  end it, for all disks
#
# Both what is submitted to the disk (block_bio_queue) and what its driver gets (block_rq_issue) are looked at. The kernel
# itself sorts out what is right, so tracing costs next to nothing. A lost event is a failure.

tracefs=/sys/kernel/tracing
traced=

trace_parts() {
	local disk=$1 mask dev event
	mask=$((${2:-$(sysattr "$disk" queue/logical_block_size)} / 512 - 1))
	dev=$(stat -L -c '(0x%t << 20) | 0x%T' "$disk")
	traced="${traced:+$traced || }(dev == $((dev)) && (sector & $mask || nr_sector & $mask))"
	for event in block_bio_queue block_rq_issue; do
		echo "$traced" >$tracefs/events/block/$event/filter
		echo 1 >$tracefs/events/block/$event/enable
	done
	echo 1 >$tracefs/tracing_on
}

trace_found() {
	local lost
	lost=$(cat $tracefs/per_cpu/cpu*/stats | awk '$1 == "overrun:" || $1 == "dropped" { n += $NF } END { print n + 0 }')
	[ "$lost" = 0 ] || fail "$lost trace events were lost"
	# A FLUSH has no sectors; its place is nowhere.
	grep -v '^#' $tracefs/trace | grep -v -E 'block_(rq_issue|bio_queue): [0-9,]+ [A-Z]*F ([0-9]+ \(\) )?(0|18446744073709551615) \+ 0 ' || :
}

trace_forget() { : >$tracefs/trace; }

trace_off() {
	local event
	for event in block_bio_queue block_rq_issue; do
		echo 0 >$tracefs/events/block/$event/enable
		echo 0 >$tracefs/events/block/$event/filter
	done
	trace_forget
	traced=
}
