#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What must not be in the tree, and rules that no tool of the distribution knows.
set -eu
. "$(dirname "$0")/files.sh"

out=$(mktemp)
mapfile -t all < <(tree_files)
mapfile -t code < <(tree_files '*.c' '*.h')

# 1. Paths of one machine. The patterns are written so that they do not match themselves.
grep -n -I -E '(^|[^[:alnum:]_.])/(wor[k]|far[m]|root|home)/[[:alnum:]_.]' "${all[@]}" |
	grep -v -E '(HOME|PATH)=|/root/\.cache' | sed 's/^/machine path: /' >>"$out" || :

# 2. Package mirrors: the machine's own apt knows its mirror.
grep -n -I -i -E '(deb|ftp|http|security|snapshot)\.(de[b]ian|ubunt[u])\.|(de[b]ian|ubunt[u])\.(or[g]|co[m])/(debian|ubuntu)' \
	"${all[@]}" | sed 's/^/mirror: /' >>"$out" || :

# 3. Kernel versions are looked at in one place.
if [ ${#code[@]} -gt 0 ]; then
	grep -n 'LINUX_VERSION_COD[E]' "${code[@]}" | grep -v '^dm-tier/compat/' | sed 's/^/kernel version: /' >>"$out" || :
	LC_ALL=C grep -n -P '[^\x00-\x7F]' "${code[@]}" | sed 's/^/not ASCII: /' >>"$out" || :

	# 4. No function over 100 lines, unless the line before it says /* long: reason */.
	awk -v max=100 '
		FNR == 1 { depth = 0; last = ""; before = "" }
		/^\{/ { start = FNR; name = last; why = before; depth = 1 }
		/^\}/ && depth {
			depth = 0
			if (FNR - start > max && why !~ /long: /)
				printf "long function: %s:%d: %d lines: %s\n", FILENAME, start, FNR - start - 1, name
		}
		# "last" is the head of the function, "before" the comment ahead of it.
		!depth && /^[A-Za-z_]/ && !/;$/ { last = $0 }
		/\/\* long: .*\*\/$/ { before = $0 }
		/^$/ || /^\}/ { before = "" }
	' "${code[@]}" >>"$out"

	# 5. Each file of the module is built, or Kbuild says why not.
	for f in "${code[@]}"; do
		case $f in
		dm-tier/compat/*) ;;
		dm-tier/*.c) grep -q -F "${f%.c}.o" Kbuild || echo "not in Kbuild: $f" >>"$out" ;;
		esac
	done
fi

# 6. Every file says its licence, but for those that cannot.
for f in "${all[@]}"; do
	case $f in
	README | COPYING | LICENSES/* | .gitignore | .clang-format | .checkpatch.conf | *.out | *.json | *.config) continue ;;
	*.md | *.txt | */splats | *.svg | *.png | *.csv) continue ;;
	esac
	[ ! -s "$f" ] || head -n 5 "$f" | grep -q -a 'SPDX-License-Identifier:' || echo "no SPDX tag: $f" >>"$out"
done

# 7. Blanks at ends of lines, carriage returns, no newline at the end.
for f in "${all[@]}"; do
	case $f in *.png | *.out) continue ;; esac
	grep -n -I -P '[ \t\r]+$' "$f" /dev/null | sed 's/^/blank at end: /' | head -n 3 >>"$out" || :
	[ ! -s "$f" ] || [ -z "$(tail -c 1 "$f" | tr -d '\n\0')" ] || echo "no newline at end: $f" >>"$out"
done
verdict names "$out" "${#all[@]} files"
