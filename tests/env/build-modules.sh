#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Builds the modules for one kernel, outside of the source tree, and prints the path of dm-tier.ko.
#
#   build-modules.sh 6.1|6.12|7|host [make argument]...
#
# "host" is the kernel of KDIR (default: the running one). The sources are copied to build/mod-<version>/ with their time
# stamps, so a second call builds only what changed. Warnings (W=1) in our files are errors, but for "host".
set -eu
. "$(dirname "$0")/lib.sh"

[ $# -ge 1 ] || die "usage: build-modules.sh 6.1|6.12|7|host [make argument]..."
ver=$1
shift
KDIR=${KDIR:-} ROOT=''
strict=(W=1 TIER_WERROR=y)
if [ "$ver" = host ]; then
	strict=()
	KDIR=${KDIR:-/lib/modules/$(uname -r)/build}
	[ -e "$KDIR/Makefile" ] || die "no kernel headers in $KDIR"
	KDIR=$(cd "$KDIR" && pwd -P)
else
	"$TIER_TOP/tests/env/packages.sh" build
	eval "$("$TIER_TOP/tests/env/kernel.sh" headers "$ver")"
fi
dest=$TIER_BUILD/mod-$ver
lock_for "mod-$ver"
mkdir -p "$dest"

# Copy the sources; what is made from them (not matched by an include) stays, what was deleted goes.
cd "$TIER_TOP"
rsync -a --delete --exclude='*.mod.c' --exclude=/compat_config.h \
	--include='*/' --include='*.[ch]' --include=Kbuild --include='*.sh' --exclude='*' Kbuild dm-tier include "$dest/"

log=$dest/build.log
status=0
if [ -n "$ROOT" ]; then
	[ "$(id -u)" = 0 ] || die "$ver: needs root, to build in a chroot"
	# The mounts live and die with the private name space; where / is no mount point (a chroot) it cannot be made
	# private, so they are taken away in any case.
	mkdir -p "$ROOT/build"
	propagation=private
	unshare --mount --propagation private true 2>/dev/null || propagation=unchanged
	unshare --mount --propagation $propagation bash -euc '
		root=$1 dest=$2 kdir=$3
		shift 3
		trap "umount -q \"$root/dev\" \"$root/proc\" \"$root/build\" || true" EXIT
		mount --bind "$dest" "$root/build"
		mount -t proc proc "$root/proc"
		mount --bind /dev "$root/dev"
		cd /
		PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" nice make -C "$kdir" M=/build "$@" modules
	' - "$ROOT" "$dest" "$KDIR" -j"$(nproc)" ${strict[@]+"${strict[@]}"} "$@" >"$log" 2>&1 </dev/null 9>&- || status=$?
else
	nice make -C "$KDIR" M="$dest" -j"$(nproc)" ${strict[@]+"${strict[@]}"} "$@" modules >"$log" 2>&1 </dev/null 9>&- ||
		status=$?
fi
if [ "$status" != 0 ]; then
	rm -f "$dest"/*.ko # nobody shall test what an earlier source built
	sed "s#^/build/#$dest/#" "$log" >&2
	die "$ver: build failed"
fi
grep -i 'warning:' "$log" >&2 || :
[ -e "$dest/dm-tier.ko" ] || die "$ver: no dm-tier.ko after the build"
echo "$dest/dm-tier.ko"
