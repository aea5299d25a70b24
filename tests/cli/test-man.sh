# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The manual pages say what the tool says.

man_page() { printf '%s/Documentation/man/%s' "$TIER_TOP" "$1"; }

test_man_has_the_options_of_the_tool_and_no_others() {
	local verb
	for verb in $(verbs); do "$TIERSETUP" help "$verb"; done |
		sed -n 's/^  --\([a-z-]*\).*/\1/p' | sort -u >of-the-tool
	printf 'version\nbash-completion\n' | sort -u -o of-the-tool - of-the-tool
	grep -o -E '\.?Fl -[a-z-]+' "$(man_page tiersetup.8)" | sed 's/.*Fl -//' | sort -u >of-the-page
	[ "$(wc -l <of-the-tool)" -gt 15 ] || fail "the tool has lost its options"
	diff of-the-tool of-the-page
}

test_man_has_each_option_at_its_verb() {
	# Options of a verb that are explained at that verb, with their argument.
	local verb option
	for verb in create open close erase; do
		sed -n "/^\.It Cm $verb /,/^\.It Cm /p" "$(man_page tiersetup.8)" >section
		"$TIERSETUP" help "$verb" | sed -n 's/^  --\([a-z-]*\)\( [^ ][^ ]*\)\? .*/\1\2/p' | grep -v -E '^(help|json)' |
			while read -r option arg; do
				grep -q -x -F ".It Fl -$option${arg:+ Ar $arg}" section ||
					fail "$verb --$option $arg is not in the page"
			done
	done
}

test_man_has_the_synopsis_of_each_verb() {
	local verb synopsis
	for verb in $(verbs); do
		synopsis=$("$TIERSETUP" help "$verb" | sed -n "s/^Usage: tiersetup $verb \?\(.*\) \?\[OPTION\.\.\.\]$/\1/p")
		synopsis=${synopsis% }
		grep -q -x -F ".It Cm $verb${synopsis:+ Ar $synopsis}" "$(man_page tiersetup.8)" ||
			fail "not in the page: $verb $synopsis"
	done
}

test_man_has_all_exit_statuses_and_examples() {
	local code
	for code in 0 1 2 3 4 5 6 7; do
		sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/p' "$(man_page tiersetup.8)" | grep -q -x ".It $code" ||
			fail "exit status $code is not in the page"
	done
	grep -q '^\.Dl # tiersetup create' "$(man_page tiersetup.8)"
	# Each verb and option of an example exists.
	sed -n 's/^\.Dl # \(tiersetup .*\)/\1/p' "$(man_page tiersetup.8)" "$(man_page tiersetup-json.5)" | sed 's/ |.*//' >examples
	[ "$(wc -l <examples)" -gt 8 ] || fail "too few examples"
	local line
	while read -r line; do
		# shellcheck disable=SC2086 # words
		set -- $line
		"$TIERSETUP" help "$2" >help-text
		for word in $line; do
			case $word in --*) grep -q -e "  $word " help-text || fail "no $word in: $line" ;; esac
		done
	done <examples
}

test_man_has_the_schema() {
	local schema field
	for schema in "$CLI_DIR"/schema/*.types; do
		sed -n "/^\.Ss $(basename "$schema" .types | sed 's/plan/create/')\$/,/^\.Ss /p" \
			"$(man_page tiersetup-json.5)" >section
		[ -s section ] || fail "no section for $schema"
		grep -v -E '^#|^dm_tier_report|\[\] ' "$schema" | while read -r path types _; do
			field=${path##*.}
			case $path in
			# Explained at check.
			findings* | notes | missing | errors) sed -n '/^\.Ss check/,/^\.Ss /p' "$(man_page tiersetup-json.5)" >place ;;
			*) cp section place ;;
			esac
			grep -q -E "^ *$field +(${types//|/\\|})( |\$)" place ||
				fail "$(basename "$schema"): $path $types is not in the page"
		done
	done
}

test_man_is_without_warnings() {
	command -v mandoc >/dev/null || skip "mandoc is missing"
	mandoc -T lint -W warning "$(man_page tiersetup.8)" "$(man_page tiersetup-json.5)" |
		grep -v 'referenced manual not found' >warnings || :
	[ ! -s warnings ] || fail "$(cat warnings)"
}
