# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced by the test scripts that run in the guest:
#
#   #!/bin/bash
#   # DESCRIPTION: one line
#   # DISKS: name=fast,size=256M name=slow,size=1G,rot=1,lbs=4096
#   . "$TIER_TOP/tests/vm/lib/guest.sh"
#
# It sets -eu and pipefail, a scratch folder $T, a name that is unique to this run $N ("tier123"), and a trap that, at the
# end, runs what was given to `at_exit`, last first. A command that fails unexpectedly fails the test and says where.
#
#   disk NAME            device node of the disk called NAME in # DISKS
#   load_tier            loads dm-tier (skips the test where the module is not built)
#   stamp TEXT           a progress line with the time since boot
#   at_exit CMD...       cleanup, run in reverse order, errors ignored
#   fail TEXT  skip TEXT end the test (status 1, 77)
#   need CMD...          skips if a program is missing
#   run_ok CMD...        runs, output kept in $T/out and $T/err; fails if it fails
#   run_exit CODE CMD... the same, but wants exactly this exit status
#   assert_eq GOT WANT [WHAT]   assert_match TEXT EREGEX [WHAT]   assert_le A B [WHAT]   (integers)
#   rand N               sets R: 0 <= R < N, from a generator seeded by TIER_SEED (printed at the start, so a run repeats)
#   wait_until SEC CMD...  until CMD succeeds; fails after SEC seconds
#   sysattr DISK FILE    content of FILE in the disk's folder in sysfs, DISK being a node or a link to one

set -eu -o pipefail
export LC_ALL=C

T=$(mktemp -d /tmp/tier-test.XXXXXX)
# shellcheck disable=SC2034 # for the tests
N=tier$$
TIER_SEED=${TIER_SEED:-$((16#$(od -An -N3 -t x1 /dev/urandom | tr -d ' ')))}
RANDOM=$((TIER_SEED % 32768))
exits=()

stamp() { local up rest; read -r up rest </proc/uptime; printf '[%8s] %s\n' "$up" "$*"; }
fail() { printf 'FAIL: %s\n' "$*"; trap - ERR; exit 1; }
skip() { printf 'SKIP: %s\n' "$*"; trap - ERR; exit 77; }
at_exit() { exits+=("$(printf '%q ' "$@")"); }

finish_test() {
	local status=$? i
	trap - EXIT ERR
	set +e
	for ((i = ${#exits[@]} - 1; i >= 0; i--)); do eval "${exits[i]}" >/dev/null 2>&1; done
	rm -rf "$T"
	exit $status
}
trap finish_test EXIT
trap 'printf "FAIL: %s:%s: %s (status %s)\n" "${BASH_SOURCE[0]##*/}" "$LINENO" "$BASH_COMMAND" "$?"' ERR
set -E

disk() {
	[ -b "/dev/disk/tier/$1" ] || fail "no disk called $1; the test's # DISKS line gives: ${TIER_DISKS:-none}"
	readlink "/dev/disk/tier/$1"
}

need() {
	local c
	for c in "$@"; do command -v "$c" >/dev/null 2>&1 || skip "$c is not installed"; done
}

load_tier() {
	[ -n "${TIER_KO:-}" ] || skip "dm-tier.ko is not built for this kernel"
	grep -q '^dm_tier ' /proc/modules && return 0
	local dependencies
	dependencies=$(modinfo -F depends "$TIER_KO")
	# shellcheck disable=SC2086 # a list of words
	modprobe -a dm-mod ${dependencies//,/ }
	insmod "$TIER_KO" "$@" || fail "dm-tier.ko does not load"
}

run_ok() {
	local status=0
	"$@" >"$T/out" 2>"$T/err" </dev/null || status=$?
	[ $status = 0 ] || { cat "$T/out" "$T/err"; fail "exit status $status of: $*"; }
}

run_exit() {
	local want=$1 status=0
	shift
	"$@" >"$T/out" 2>"$T/err" </dev/null || status=$?
	[ $status = "$want" ] || { cat "$T/out" "$T/err"; fail "exit status $status, not $want, of: $*"; }
}

assert_eq() { [ "$1" = "$2" ] || fail "${3:-value}: got '$1', wanted '$2'"; }
assert_match() { [[ $1 =~ $2 ]] || fail "${3:-value}: '$1' does not match '$2'"; }
assert_le() { [ "$1" -le "$2" ] || fail "${3:-value}: $1 is more than $2"; }

# 30 bits, as RANDOM has 15. To be called without $( ), which would draw from a copy of the generator: the result is in $R.
rand() {
	# shellcheck disable=SC2034 # for the caller
	R=$(((RANDOM << 15 | RANDOM) % $1))
}

wait_until() {
	local sec=$1 end
	shift
	end=$((SECONDS + sec))
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $end ] || fail "not true after $sec s: $*"
		sleep 0.2
	done
}

sysattr() { cat "/sys/dev/block/$(stat -L -c '%Hr:%Lr' "$1")/$2"; }

stamp "seed $TIER_SEED"
