#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The manual pages parse without a warning.
set -eu
. "$(dirname "$0")/files.sh"

mapfile -t files < <(tree_files '*.1' '*.5' '*.7' '*.8' | grep '/man/' || :)
[ ${#files[@]} -gt 0 ] || { echo "SKIP static:man no manual page yet"; exit 0; }
"$TIER_TOP/tests/env/packages.sh" static
out=$(mktemp)
# "referenced manual not found" is about the machine, not about the page.
mandoc -T lint -W warning "${files[@]}" 2>&1 | grep -v 'referenced manual not found' >"$out" || :
verdict man "$out" "${#files[@]} pages"
