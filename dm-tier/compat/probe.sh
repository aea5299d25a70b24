#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Compiles each probe with the compiler and the flags of the kernel at hand, and writes the header that tells the
# code what this kernel has. Called by Kbuild:
#
#   probe.sh HEADER PROBE.c... -- CC FLAG...
#
# probe/some_thing.c compiles   -> #define TIER_HAVE_SOME_THING 1
# it does not                   -> a comment that says so
#
# The second line of a probe says what it probes and since when. A probe may fail only for what it probes: each is compiled with TIER_PROBE_CONTROL defined first, which leaves the
# includes; if that fails, or a control does not do as its name says, there is no header and the build stops.
set -eu
export LC_ALL=C

out=$1
shift
probes=
while [ "$1" != -- ]; do
	probes="$probes $1"
	shift
done
shift

tmp=$out.tmp.$$
trap 'rm -f "$tmp".*' EXIT
trap 'exit 1' HUP INT TERM

stop() {
	echo "probe.sh: error: $1" >&2
	[ ! -s "$tmp.err" ] || sed 's/^/  /' "$tmp.err" >&2
	exit 1
}

# The flags may ask for a dependency file in the name of the header; -MD after them sends that elsewhere.
compiles() {
	"$@" -Werror=implicit-function-declaration -Werror=incompatible-pointer-types -Werror=int-conversion \
		-Wp,-MMD,"$tmp.d" -c -o "$tmp.o" "$src" >"$tmp.err" 2>&1
}

seen=
{
	echo "/* Written by dm-tier/compat/probe.sh for this kernel; do not edit. */"
	echo "#ifndef TIER_COMPAT_CONFIG_H"
	echo "#define TIER_COMPAT_CONFIG_H"
	for src in $probes; do
		name=$(basename "$src" .c)
		compiles "$@" -DTIER_PROBE_CONTROL || stop "$src: fails even without what it probes:"
		if compiles "$@"; then has=1; else has=; fi
		case $name in
		control_present)
			[ -n "$has" ] || stop "$src has to compile, but:"
			seen="$seen+"
			continue
			;;
		control_absent)
			[ -z "$has" ] || stop "$src must not compile, but it does"
			seen="$seen-"
			continue
			;;
		esac
		macro=TIER_HAVE_$(echo "$name" | tr '[:lower:]' '[:upper:]')
		echo
		sed -n 2p "$src"
		if [ -n "$has" ]; then echo "#define $macro 1"; else echo "/* not $macro */"; fi
	done
	echo
	echo "#endif"
} >"$tmp.h"
rm -f "$tmp.err"
case $seen in
+- | -+) ;;
*) stop "the control probes are missing" ;;
esac
mv "$tmp.h" "$out"
