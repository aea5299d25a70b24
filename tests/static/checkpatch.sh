#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# checkpatch --strict over all C files. Exceptions are in .checkpatch.conf, each with its reason.
set -eu
. "$(dirname "$0")/files.sh"

"$TIER_TOP/tests/env/packages.sh" static
# The headers packages have no checkpatch, so it is taken out of the source package, once.
tool=$TIER_CACHE/checkpatch
if [ ! -e "$tool/checkpatch.pl" ]; then
	"$TIER_TOP/tests/env/packages.sh" kunit
	lock_for checkpatch
	say "taking checkpatch out of the kernel's source package"
	mkdir -p "$tool.new"
	tar -xf /usr/src/linux-source-6.1.tar.xz -C "$tool.new" --strip-components=2 --occurrence=1 \
		linux-source-6.1/scripts/checkpatch.pl linux-source-6.1/scripts/spelling.txt \
		linux-source-6.1/scripts/const_structs.checkpatch
	rm -rf "$tool"
	mv "$tool.new" "$tool"
fi

out=$(mktemp)
mapfile -t files < <(tree_files '*.c' '*.h')
[ ${#files[@]} -gt 0 ] || { echo "SKIP static:checkpatch no C file yet"; exit 0; }
# Options come from .checkpatch.conf in the current folder.
perl "$tool/checkpatch.pl" --quiet --terse --show-types --no-summary --mailback --no-tree --strict --color=never \
	-f "${files[@]}" >"$out" 2>&1 || :
verdict checkpatch "$out" "${#files[@]} files"
