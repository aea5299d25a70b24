#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# sparse with endian checks over the modules, against the headers of 6.1. Any word about a file of ours is a failure.
set -eu
. "$(dirname "$0")/files.sh"

"$TIER_TOP/tests/env/packages.sh" static
out=$(mktemp)
# Built apart: C=2 looks at all files, but only a real build has the generated header.
TIER_BUILD=$TIER_BUILD/sparse "$TIER_TOP/tests/env/build-modules.sh" 6.1 C=2 \
	CF="-D__CHECK_ENDIAN__ -Wbitwise -Wcontext" >/dev/null 2>"$out.err" ||
	{ cp "$out.err" "$out"; echo "the build failed" >>"$out"; rm -f "$out.err"; verdict sparse "$out"; }
grep -E '(warning|error):' "$TIER_BUILD/sparse/mod-6.1/build.log" | grep "$TIER_BUILD/sparse/mod-6.1/" |
	grep -v -e '/dm-tier/compat/probe/' | sed "s#$TIER_BUILD/sparse/mod-6.1/##" | sort -u >"$out" || :
rm -f "$out.err"
n=$(grep -c '^  CHECK ' "$TIER_BUILD/sparse/mod-6.1/build.log" || :)
[ "$n" -gt 0 ] || echo "sparse looked at no file" >>"$out"
verdict sparse "$out" "$n files"
