#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# smatch over the modules, where it is installed; Debian 12 has no package of it.
set -eu
. "$(dirname "$0")/files.sh"

smatch=${SMATCH:-$(command -v smatch || :)}
[ -n "$smatch" ] || { echo "SKIP static:smatch not packaged in this Debian; set SMATCH=path to use one"; exit 0; }
out=$(mktemp)
TIER_BUILD=$TIER_BUILD/smatch "$TIER_TOP/tests/env/build-modules.sh" 6.1 C=2 CHECK="$smatch -p=kernel" >/dev/null 2>"$out" ||
	{ echo "the build failed" >>"$out"; verdict smatch "$out"; }
grep -E '(warn|warning|error):' "$TIER_BUILD/smatch/mod-6.1/build.log" | grep -v '/compat/probe/' | sort -u >"$out" || :
verdict smatch "$out"
