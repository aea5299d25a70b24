# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the scripts under tests/ share: where things are, how to speak, how to lock.
# Source it; it changes no directory and starts nothing.

TIER_TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
TIER_BUILD=${TIER_BUILD:-$TIER_TOP/build}
# Kernels are big and slow to fetch: a cache outside of the tree outlives `make distclean`.
TIER_CACHE=${TIER_CACHE:-$TIER_BUILD/kernels}
export TIER_TOP TIER_BUILD TIER_CACHE

# The versions that the module is built and tested for, oldest first.
# shellcheck disable=SC2034 # used by those who source this
TIER_KERNELS="6.1 6.12 7"

# Progress goes to stderr, results to stdout.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "error: $*"; exit 1; }

# A make above us must not leak its options and variables (O=, V=, its job server) into a kernel's build.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES O V

# Only one process at a time may fetch or build the thing called $1; the others wait. The lock
# ends with the process (descriptor 9).
lock_for() {
	mkdir -p "$TIER_CACHE/lock"
	exec 9>"$TIER_CACHE/lock/$1"
	flock 9
}

# Paths go into makefiles, kernel command lines and sed expressions, none of which quotes well.
case $TIER_TOP$TIER_BUILD$TIER_CACHE in
*[[:space:]#,\\\&\"\'\$]*) die "the path of the tree or of TIER_CACHE has a blank or a special character" ;;
esac
