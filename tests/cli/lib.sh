# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What the tests use. $CLI_OUT/damage and $CLI_OUT/json are explained in damage.c and json.c.

fail() { printf 'FAIL: %s\n' "$*"; trap - ERR; exit 1; }
skip() { printf 'SKIP: %s\n' "$*"; trap - ERR; exit 77; }

# t ARG...: tiersetup; its output is in the files "stdout" and "stderr", its exit status in $status.
t() {
	status=0
	"$TIERSETUP" "$@" >stdout 2>stderr || status=$?
	printf '+ tiersetup %s\n' "$*"
	cat stdout stderr
	! grep -q -E 'Sanitizer|runtime error' stderr || fail "the sanitizer complains"
}

# exits CODE ARG...: tiersetup must end with this status.
exits() {
	local want=$1
	shift
	t "$@"
	[ "$status" = "$want" ] || fail "tiersetup $*: exit status $status, wanted $want"
}

# says TEXT / tells TEXT: this must be part of stdout / stderr.
says() { grep -q -F -e "$1" stdout || fail "not on stdout: $1"; }
tells() { grep -q -F -e "$1" stderr || fail "not on stderr: $1"; }
silent() { [ ! -s stdout ] || fail "there is something on stdout"; }
quiet() { [ ! -s stderr ] || fail "there is something on stderr"; }

equal() { [ "$1" = "$2" ] || fail "${3:-values}: got \"$1\", wanted \"$2\""; }

# json PATH: a value of the JSON on stdout.
json() { helper json get stdout "$1" || fail "no $1 in the JSON"; }
fits() { helper json schema stdout "$CLI_DIR/schema/$1" || fail "does not fit schema/$1"; }
# Helpers may end without freeing what they have.
helper() { local name=$1; shift; ASAN_OPTIONS=detect_leaks=0 "$CLI_OUT/$name" "$@"; }
damage() { helper damage "$@"; }
probe() { helper probe "$@"; }

image() { truncate -s "$2" "$1"; }

# volume: two members "fast" and "slow", closed, some extents in use on both, all counts right.
volume() {
	image fast 64M
	image slow 192M
	exits 0 create vol fast slow --no-open
	for i in 0 1 2 5; do both map $i 0 $((i + 3)); done
	both checkpoint-count 4
}

# both ACT ARG...: the same defect in both copies of the metadata.
both() {
	local act=$1
	shift
	damage "$act" fast "$@"
	damage "$act" slow "$@"
}

# sum FILE...: what is in the places where tiersetup writes, and how much the file holds in all.
sum() {
	local file
	for file in "$@"; do
		printf '%s %s %s %s\n' "$file" "$(stat -c %b "$file")" "$(head -c 4M "$file" | sha256sum)" \
			"$(tail -c 2M "$file" | sha256sum)"
	done
}

# unchanged FILE...: they are as they were at "sum FILE... >before".
unchanged() { sum "$@" >after; diff before after || fail "changed: $*"; }
