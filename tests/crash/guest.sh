#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# One round of the crash test, in the machine. See run.
#
#   guest.sh first|again|last SEED JOBS MEGABYTES EXTENT
. "$TIER_TOP/tests/vm/lib/guest.sh"

mode=$1 seed=$2 jobs=$3 bytes=$(($4 << 20)) extent=$5
fast=$(disk fast) slow=$(disk slow)
name=crash
dev=/dev/mapper/$name
tool=$TIER_BIN/tiersetup
stamp_tool=${TIER_BIN%/*}/tests/stamp

field() {
	dmsetup status "$name" | awk -v key="$1" '{ for (i = 6; i < NF; i++) if ($i == key) { print $(i + 1); exit } }'
}

# All jobs at once.
judge_all() {
	local j pids=() wrong=0
	for ((j = 0; j < jobs; j++)); do
		"$stamp_tool" judge "$dev" "$TIER_SHARE/state.$j" "$TIER_SHARE/witness.$j" "$seed" "$j" "$jobs" "$bytes" \
			>"$T/judge.$j" 2>&1 &
		pids+=($!)
	done
	for j in "${pids[@]}"; do wait "$j" || wrong=1; done
	cat "$T"/judge.*
	[ $wrong = 0 ] || fail "sectors are wrong: $(sed -n 's/^flushed.* \([0-9]* wrong\)$/\1/p' "$T"/judge.* | tr '\n' ' ')"
}

load_tier
if [ "$mode" = first ]; then
	run_ok "$tool" create "$name" "$fast" "$slow" --extent-size "$extent"
	for ((j = 0; j < jobs; j++)); do
		run_ok "$stamp_tool" begin "$dev" "$TIER_SHARE/state.$j" "$TIER_SHARE/witness.$j" "$seed" "$j" "$jobs" "$bytes"
	done
else
	stamp 'check'
	run_ok "$tool" check "$fast" "$slow"
	stamp 'open'
	read -r begin _ </proc/uptime
	run_ok "$tool" open "$name" --device "$fast" --device "$slow"
	read -r end _ </proc/uptime
	stamp 'judge'
	judge_all
	dmsetup status "$name"
	echo "crash: judged flushed up to $(awk '/^flushed/ { sub(",", "", $4); printf "%s%s", s, $4; s = "/" }' "$T"/judge.*)," \
		"newer sectors $(awk '/^flushed/ { n += $5 } END { print n + 0 }' "$T"/judge.*)," \
		"wrong $(awk '/^flushed/ { n += $(NF - 1) } END { print n + 0 }' "$T"/judge.*)," \
		"recovery $(($(field recovery_us) / 1000)) ms of $(awk "BEGIN { print int(($end - $begin) * 1000) }") ms to open," \
		"replayed $(field replayed_entries)"
fi

if [ "$mode" = last ]; then
	stamp 'close'
	run_ok "$tool" close "$name"
	run_ok "$tool" check "$fast" "$slow"
	exit 0
fi

for ((j = 0; j < jobs; j++)); do
	"$stamp_tool" load "$dev" "$TIER_SHARE/state.$j" "$TIER_SHARE/witness.$j" "$seed" "$j" "$jobs" "$bytes" 3600 &
done
# Extents change their level all the while; what is written too fast, or finds no room, stays.
(
	trap - EXIT ERR
	while :; do
		rand $((bytes >> 20))
		"$tool" move "$name" "${R}M+1M" $((RANDOM % 2)) || :
	done
) </dev/null >/dev/null 2>&1 &
echo 'crash: the load begins'
wait -n || :
fail 'a job of the load has ended'
