# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced by tests that make volumes, behind guest.sh:
#
#   make_volume [OPTION]... LEVEL0 LEVEL1   creates volume $N, remembers its members; removed at the end
#   reopen_volume        close, check offline, open
#   close_volume         close and check offline: every test that closes checks
#   field KEY [NR]       value number NR (1) of KEY in the status line
#   json FILTER          tiersetup status --json through python: FILTER is an expression over `v`, the volume
#   json_is              the same for many: lines "EXPRESSION == EXPRESSION" from stdin must all hold (python is slow here)
#   state                online, degraded, readonly, failed
#   dirty_disk DEV       fill with 0xa5, so that what is not zeroed shows
#   sum_range DEV OFFSET LENGTH   checksum of a range, in bytes, read past the page cache
#   zeros LENGTH         checksum of that many zeros

# shellcheck disable=SC2034 # for the tests
DEV=/dev/mapper/$N
members=()

tiersetup() { command "$TIER_BIN/tiersetup" "$@"; }

remove_volume() {
	if dmsetup info "$N" >/dev/null 2>&1; then dmsetup remove --retry "$N"; fi
}

make_volume() {
	load_tier
	at_exit remove_volume
	run_ok tiersetup create "$N" "$@"
	local word
	members=()
	for word; do
		case $word in
		/dev/*) IFS=, read -ra word <<<"$word"; members+=("${word[@]}") ;;
		esac
	done
}

close_volume() {
	run_ok tiersetup close "$N"
	run_ok tiersetup check "${members[@]}"
}

open_volume() {
	local m opts=()
	for m in "${members[@]}"; do opts+=(--device "$m"); done
	run_ok tiersetup open "$N" "${opts[@]}"
}

reopen_volume() {
	close_volume
	open_volume
}

field() {
	dmsetup status "$N" | awk -v key="$1" -v nr="${2:-1}" '{
		for (i = 6; i < NF; i++) if ($i == key && ++seen == nr) { print $(i + 1); exit }
	}'
}

state() { dmsetup status "$N" | awk '{ print $4 }'; }

json() {
	tiersetup status "$N" --json | python3 -c "
import json, sys
v = json.load(sys.stdin)['volumes'][0]
r = $1
print(json.dumps(r) if isinstance(r, (bool, type(None), list, dict)) else r)"
}

# pattern_file LETTER: 1 MiB of it, made once
pattern_file() {
	[ -f "$T/pattern.$1" ] || python3 -c 'import sys; sys.stdout.write(sys.argv[1] * (1 << 20))' "$1" >"$T/pattern.$1"
	printf '%s' "$T/pattern.$1"
}

dirty_disk() {
	local at file
	file=$(pattern_file D)
	for ((at = 0; at < $(blockdev --getsize64 "$1") >> 20; at++)); do
		dd if="$file" of="$1" bs=1M seek=$at oflag=direct status=none
	done
}

sum_range() {
	dd if="$1" bs=256k iflag=direct,skip_bytes,count_bytes skip="$2" count="$3" status=none | md5sum
}

zeros() { head -c "$1" /dev/zero | md5sum; }

json_is() {
	tiersetup status "$N" --json >"$T/json"
	python3 -c '
import json, sys
v = json.load(open(sys.argv[1]))["volumes"][0]
bad = [line for line in sys.stdin.read().splitlines() if line.strip() and not eval(line)]
for line in bad:
    left = line.split(" == ")[0]
    print("does not hold:", line, "- left side:", eval(left))
sys.exit(bool(bad))' "$T/json" || fail 'status --json is not as it should be'
}
