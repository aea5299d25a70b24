#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Looks over all shell scripts with shellcheck; they are found by name, shebang or directive.
set -eu
. "$(dirname "$0")/files.sh"

"$TIER_TOP/tests/env/packages.sh" static
out=$(mktemp)
mapfile -t files < <(shell_files)
# 1090, 1091: files that are sourced by a computed name. 2016: single quotes are for the shell that runs the text later.
# 2119, 2120: functions whose arguments nobody in this file needs.
shellcheck --format=gcc --exclude=SC1090,SC1091,SC2016,SC2119,SC2120 "${files[@]}" >"$out" 2>&1 || :
verdict shellcheck "$out" "${#files[@]} files"
