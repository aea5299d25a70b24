# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The command line: help, errors, exit statuses, sizes.

verbs() { "$TIERSETUP" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }

test_help_goes_to_stdout() {
	exits 0 help
	quiet
	says 'Usage: tiersetup'
	exits 0 --help
	quiet
	says 'Usage: tiersetup'
	exits 0 --version
	quiet
	equal "$(cat stdout)" "tiersetup $(sed -n 's/.*DM_TIER_VERSION_STRING[^"]*"\(.*\)"/\1/p' \
		"$TIER_TOP/include/uapi/linux/dm-tier.h")" version
}

test_help_of_every_verb() {
	local verb n=0
	for verb in $(verbs); do
		exits 0 help "$verb"
		quiet
		says "Usage: tiersetup $verb"
		cp stdout by-help
		exits 0 "$verb" --help
		quiet
		cmp stdout by-help
		n=$((n + 1))
	done
	[ "$n" -ge 13 ] || fail "only $n verbs"
	exits 0 help list
	says 'Usage: tiersetup ls'
}

test_usage_errors_go_to_stderr_and_exit_1() {
	local line
	while read -r line; do
		# shellcheck disable=SC2086 # words
		exits 1 $line
		silent
		[ -s stderr ] || fail "no word about: $line"
	done <<-'E'

		nosuchverb
		help nosuchverb
		--nosuchoption
		create
		create one
		create a b c d e f
		create vol fast slow --nosuchoption
		create vol fast slow --size
		create vol fast slow --degraded
		open
		open a b
		open vol --all
		open vol --force
		close
		close vol --all
		table
		set vol
		set vol nosense
		set vol nosuch=1
		set vol =1
		set vol commit_interval_ms=
		get
		get vol nosuch
		check
		dump
		erase
	E
}

test_verbs_of_later_versions_do_not_exist() {
	local verb
	for verb in heatmap top add evacuate grow repair extract export unexport; do
		exits 1 "$verb" vol
		tells "no command \"$verb\""
	done
	exits 1 stop vol
	tells 'did you mean close'
}

test_verbs_that_need_root_say_so() {
	[ "$(id -u)" = 0 ] || { exits 2 status; tells 'root'; silent; return; }
	command -v setpriv >/dev/null || skip "setpriv is missing"
	cp "$TIERSETUP" ./tool
	chmod 755 . ./tool
	local rc=0
	setpriv --reuid 65534 --regid 65534 --clear-groups ./tool status >stdout 2>stderr || rc=$?
	equal "$rc" 2 'exit status'
	silent
	tells 'root'
	# A device that may not be opened.
	image fast 64M
	image slow 64M
	chmod 600 fast
	rc=0
	setpriv --reuid 65534 --regid 65534 --clear-groups ./tool create vol fast slow --no-open >stdout 2>stderr || rc=$?
	equal "$rc" 2 'exit status'
	tells 'root'
}

test_sizes() {
	local text want
	while read -r text want; do
		equal "$(probe size "$text")" "$want" "size $text"
	done <<-'E'
		0 0
		1 1
		4096B 4096
		2048s 1048576
		1K 1024
		1k 1024
		64M 67108864
		3G 3221225472
		1T 1099511627776
		1024T 1125899906842624
		8388607T 9223370937343148032
		16777215T 18446742974197923840
		16777216T range
		18446744073709551615 18446744073709551615
		18446744073709551616 range
		18446744073709551615K range
		36028797018963968s range
		-1 invalid
		+1 invalid
		1KB invalid
		1KiB invalid
		1.5G invalid
		G invalid
		1P invalid
		0x10 invalid
		1S invalid
		1b invalid
	E
	equal "$(probe size '')" invalid 'empty size'
	equal "$(probe size ' 1')" invalid 'blank in front'
	equal "$(probe size '1 K')" invalid 'blank in between'
}

test_completion() {
	local tool=$TIERSETUP
	exits 0 --bash-completion
	cp stdout completion
	bash -n completion
	complete_words() {
		bash -c '. ./completion; COMP_WORDS=(tiersetup "$@"); COMP_CWORD=$#; _tiersetup; echo "${COMPREPLY[*]}"' - "$@"
	}
	equal "$(complete_words cr)" create
	equal "$(complete_words create --dr)" --dry-run
	equal "$(complete_words open --dr)" ''
	equal "$(complete_words open --de)" '--device --degraded'
	equal "$(complete_words open --h)" --help
	equal "$(complete_words help --)" --help
	TIERSETUP=$tool
}

test_texts_are_cleaned_for_the_terminal() {
	equal "$(probe clean 'plain-1.x')" 'clean name plain-1.x'
	equal "$(probe clean $'a\033[2Jb')" 'dirty other a?[2Jb'
	equal "$(probe clean $'caf\xc3\xa9')" $'clean other caf\xc3\xa9'
	equal "$(probe clean $'caf\xc3')" 'dirty other caf?'
	equal "$(probe clean $'\xc0\xafx')" 'dirty other ??x'
	equal "$(probe clean $'\xe0\x82\xafx')" 'dirty other ???x'
	equal "$(probe clean $'\xf0\x80\x82\xafx')" 'dirty other ????x'
	equal "$(probe clean $'\xc2\x9bx')" 'dirty other ??x'
	equal "$(probe clean $'\xed\xa0\x80x')" 'dirty other ???x'
	equal "$(probe clean '../x')" 'clean other ../x'
	equal "$(probe clean control)" 'clean other control'
	equal "$(probe clean 4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a)" 'clean other 4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a'
}
