# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced by the static checks: what there is to look at, and how to report it.
. "$(dirname "${BASH_SOURCE[0]}")/../env/lib.sh"
cd "$TIER_TOP" || exit 1

# shellcheck disable=SC2120 # called in other files with patterns
# Files of the tree, committed or about to be, that match the patterns given; all without a pattern.
tree_files() {
	local f
	{
		if git rev-parse --git-dir >/dev/null 2>&1; then
			git -c safe.directory='*' ls-files -co --exclude-standard -- "$@"
		elif [ $# = 0 ]; then
			find . -path ./build -prune -o -type f -print
		else
			for f in "$@"; do find . -path ./build -prune -o -type f -name "$f" -print; done
		fi
	} | sed 's#^\./##' | sort -u | while IFS= read -r f; do [ ! -f "$f" ] || printf '%s\n' "$f"; done
}

shell_files() {
	local f
	# shellcheck disable=SC2119 # all of them
	tree_files | while IFS= read -r f; do
		case $f in
		*.sh) printf '%s\n' "$f"; continue ;;
		esac
		# A shebang of a shell, or the line that tells shellcheck what a sourced file is.
		if head -n 5 "$f" | tr -d '\0' | grep -q -E '^#!.*/(env )?(ba|da)?sh( |$)|^# shellcheck shell='; then
			printf '%s\n' "$f"
		fi
	done
}

# verdict NAME FILE-WITH-COMPLAINTS: the result line; ends the script.
verdict() {
	if [ -s "$2" ]; then
		echo "FAIL static:$1 $(wc -l <"$2") lines of complaint"
		head -n "${TIER_STATIC_LINES:-200}" "$2" | sed 's/^/    | /'
		rm -f "$2"
		exit 1
	fi
	rm -f "$2"
	echo "PASS static:$1${3:+ $3}"
	exit 0
}
