#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Installs the Debian packages that a group of targets needs, if they are not there yet.
#
#   packages.sh GROUP...      groups: build tools unit static kunit vm demo all
#   packages.sh --list GROUP...   only prints their names
#
# Says nothing when all is there. Needs root only when something is missing. No kernel image is
# installed: kernels for virtual machines are unpacked into a cache (see kernel.sh), so /boot stays as it is.
set -eu
. "$(dirname "$0")/lib.sh"

group_build="gcc gcc-12 libc6-dev make perl xz-utils zstd kmod cpio pahole bc libelf1 rsync mmdebstrap
	debian-archive-keyring ca-certificates linux-headers-amd64"
group_tools="gcc libc6-dev make pkg-config libdevmapper-dev libblkid-dev uuid-dev libsmartcols-dev libjson-c-dev
	zlib1g-dev"
group_unit="gcc libc6-dev make pkg-config libcmocka-dev"
group_static="perl python3 sparse shellcheck mandoc codespell"
group_kunit="gcc libc6-dev make linux-source-6.1 flex bison bc libelf-dev libssl-dev ccache python3 perl xz-utils"
group_vm="qemu-system-x86 busybox-static cpio kmod xz-utils zstd dmsetup fio e2fsprogs xfsprogs fdisk sg3-utils
	procps iproute2 python3 util-linux attr psmisc"
group_demo="open-iscsi"

list_only=
if [ "${1:-}" = --list ]; then list_only=1; shift; fi
[ $# -gt 0 ] || die "usage: packages.sh [--list] GROUP..."

wanted=
for group in "$@"; do
	case $group in
	build | tools | unit | static | kunit | vm | demo) name=group_$group; wanted="$wanted ${!name}" ;;
	all) wanted="$wanted $group_build $group_tools $group_unit $group_static $group_kunit $group_vm $group_demo" ;;
	*) die "no such group: $group" ;;
	esac
done
# shellcheck disable=SC2086 # a list of words
wanted=$(printf '%s\n' $wanted | sort -u)
if [ -n "$list_only" ]; then printf '%s\n' "$wanted"; exit 0; fi

[ -e /etc/debian_version ] ||
	{ say "not a Debian system, nothing installed; wanted: $(echo "$wanted" | tr '\n' ' ')"; exit 0; }

missing_of() {
	local p
	for p in $wanted; do
		case $(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || :) in
		installed) ;;
		*) printf '%s ' "$p" ;;
		esac
	done
}

missing=$(missing_of)
[ -n "$missing" ] || exit 0
[ "$(id -u)" = 0 ] || die "not root, and these packages are missing: $missing"

lock_for apt
missing=$(missing_of) # another process may have installed them while we waited
[ -n "$missing" ] || exit 0

export DEBIAN_FRONTEND=noninteractive DEBCONF_NONINTERACTIVE_SEEN=true NEEDRESTART_MODE=l LC_ALL=C
apt_get() {
	apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 -o Dpkg::Options::=--force-confold \
		-o Dpkg::Use-Pty=0 "$@" </dev/null
}

say "installing: $missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A third-party source that does not answer is no reason to stop; the install tells.
apt_get update >"$log" 2>&1 || say "apt-get update had trouble: $(grep -m1 '^[EW]:' "$log" || :)"
# shellcheck disable=SC2086
if ! apt_get install --no-install-recommends $missing >"$log" 2>&1; then
	tail -n 30 "$log" >&2
	die "apt-get install failed"
fi
missing=$(missing_of)
[ -z "$missing" ] || die "still missing: $missing"
say "installed"
