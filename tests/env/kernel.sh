#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Fetches the kernels that the module is built and tested for, and says where they are.
#
#   kernel.sh headers 6.1|6.12|7      prints RELEASE=, KDIR=, ROOT= (chroot to build in; empty: none), CC=
#   kernel.sh image   6.1|6.12|7      prints RELEASE=, VMLINUX=, MODULES= (the folder with modules.dep)
#
# Output is for `eval "$(kernel.sh ...)"`. 6.1 is the stock kernel of Debian 12, 6.12 that of its backports
# (built with the same gcc-12), 7 the newest of Debian 13's backports: its host programs need a newer C library
# than Debian 12 has, so it comes as an extracted root with its own compiler.
# The cache is TIER_CACHE (default build/kernels); remove it to fetch newer ones. Nothing is installed on the machine.
set -eu
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

[ $# = 2 ] || die "usage: kernel.sh headers|image 6.1|6.12|7"
what=$1 ver=$2
case $what in headers | image) ;; *) die "no such thing: $what" ;; esac
dir=$TIER_CACHE/$ver
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The archive that this machine's own apt gets Debian 12 from.
mirror() {
	local uri
	uri=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(CODENAME)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian|Debian|bookworm|//p' | grep -v '^cdrom:' | head -n 1)
	[ -n "$uri" ] || die "apt of this machine knows no archive of Debian 12 (run apt-get update)"
	printf '%s\n' "$uri"
}

# An apt that has its own lists and knows of one more suite ($1), beside that of the machine.
private_apt() {
	local suite=$1 d=$dir/apt
	mkdir -p "$d/state/lists/partial" "$d/cache/archives/partial" "$d/parts"
	: >"$d/status"
	printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n' \
		"$(mirror)" "$suite" "$keyring" >"$d/parts/suite.sources"
	cat >"$d/apt.conf" <<-E
		Dir::Etc::sourcelist "/dev/null";
		Dir::Etc::sourceparts "$d/parts";
		Dir::Etc::preferences "/dev/null";
		Dir::Etc::preferencesparts "/dev/null";
		Dir::State "$d/state";
		Dir::State::status "$d/status";
		Dir::Cache "$d/cache";
		APT::Sandbox::User "root";
		Acquire::Languages "none";
		Acquire::Check-Valid-Until "false";
	E
	export APT_CONFIG=$d/apt.conf
	apt-get -q -o Acquire::Retries=3 update >"$d/log" 2>&1 || { cat "$d/log" >&2; die "apt-get update for $suite failed"; }
}

# Unpacks headers and image of the newest kernel that the current apt offers, with what they need.
unpack_debs() {
	local abi series debs=$dir/debs deb
	# Lists that were never fetched, or name a package that the archive has replaced since.
	[ "$ver" != 6.1 ] || apt-get -q -o Acquire::Retries=3 update >"$dir/log" 2>&1 || :
	abi=$(apt-cache show --no-all-versions linux-image-amd64 | sed -n 's/^Depends:.*linux-image-\([^ ,]*\)-amd64.*/\1/p')
	[ -n "$abi" ] || die "apt knows no linux-image-amd64"
	# The kbuild and compiler packages are named for the ABI in newer kernels, for the series in 6.1.
	series=$abi
	apt-cache show "linux-kbuild-$series" >/dev/null 2>&1 || series=$ver
	mkdir -p "$debs"
	rm -f "$debs"/*.deb
	say "$ver: fetching $abi"
	(cd "$debs" && apt-get -q -o Acquire::Retries=3 -o APT::Sandbox::User=root download "linux-headers-$abi-amd64" \
		"linux-headers-$abi-common" "linux-kbuild-$series" "linux-image-$abi-amd64") >"$dir/log" 2>&1 ||
		{ cat "$dir/log" >&2; die "download of kernel $abi failed"; }
	for deb in "$debs"/*.deb; do dpkg -x "$deb" "$dir/root"; done
	rm -rf "$debs"
	# The only absolute path in there; scripts and tools are reached by relative links.
	sed -i "s#\([ =]\)/usr/src/#\1$dir/root/usr/src/#" "$dir/root/usr/src/linux-headers-$abi-amd64/Makefile"
	echo "$abi-amd64" >"$dir/release"
}

# A root of a newer Debian with compiler, headers and kernel, extracted but never configured.
extract_root() {
	local suite=$1 gcc=$2 m release
	[ "$(id -u)" = 0 ] || die "$ver: needs root, for mmdebstrap and chroot"
	m=$(mirror)
	say "$ver: extracting a root of $suite-backports (some 450 MB)"
	rm -rf --one-file-system "${dir:?}/root"
	mmdebstrap --quiet --variant=extract --architectures=amd64 \
		--aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Check-Valid-Until "false"' \
		--aptopt='Acquire::Retries "3"' --aptopt="APT::Default-Release \"$suite-backports\"" \
		--include="$gcc,make,dash,bash,coreutils,sed,mawk,findutils,grep,diffutils,kmod,pahole" \
		--include=linux-headers-amd64,linux-image-amd64 \
		"$suite" "$dir/root" "deb [signed-by=$keyring] $m $suite main" \
		"deb [signed-by=$keyring] $m $suite-backports main" </dev/null >"$dir/log" 2>&1 ||
		{ tail -n 20 "$dir/log" >&2; die "$ver: mmdebstrap failed"; }
	ln -sf mawk "$dir/root/usr/bin/awk" # no alternatives in an extracted root
	release=$(cd "$dir/root/usr/src" && echo linux-headers-*-amd64)
	release=${release#linux-headers-}
	case $release in
	"$ver".*) echo "$release" >"$dir/release" ;;
	*) die "$suite-backports has kernel $release, not $ver.x" ;;
	esac
}

# An uncompressed kernel boots by PVH and saves the guest the unpacking, which emulation makes slow.
extract_vmlinux() {
	local image=$1 out=$2 sects off len magic
	u() { od -An -t "u$2" -j $(($1)) -N "$2" "$image" | tr -d ' '; }
	sects=$(u 0x1f1 1)
	off=$(((sects + 1) * 512 + $(u 0x248 4)))
	len=$(($(u 0x24c 4) - 4)) # the last four bytes are the size, not part of the stream
	magic=$(od -An -t x1 -j "$off" -N 4 "$image" | tr -d ' ')
	case $magic in
	fd377a58) set -- xz ;;
	28b52ffd) set -- zstd ;;
	1f8b*) set -- gzip ;;
	*) die "$image: unknown compression $magic" ;;
	esac
	tail -c "+$((off + 1))" "$image" | head -c "$len" | "$1" -dc >"$out.new"
	mv "$out.new" "$out"
}

# Everything that is needed is made in one go, so that "ready" means ready for building and for booting.
prepare() {
	local release image modules
	mkdir -p "$dir"
	case $ver in
	6.1) unpack_debs ;;
	6.12) private_apt bookworm-backports; unpack_debs ;;
	7) extract_root trixie gcc-14 ;;
	*) die "no such kernel version: $ver (have: $TIER_KERNELS)" ;;
	esac
	release=$(cat "$dir/release")
	[ -e "$dir/root/lib" ] || ln -s usr/lib "$dir/root/lib"
	modules=$dir/root/lib/modules/$release
	image=$dir/root/boot/vmlinuz-$release
	[ -e "$image" ] || image=$modules/vmlinuz
	extract_vmlinux "$image" "$dir/vmlinux"
	depmod -b "$dir/root" "$release"
	echo "$release" >"$dir/ready"
	say "$ver: ready ($release)"
}

case " $TIER_KERNELS " in *" $ver "*) ;; *) die "no such kernel version: $ver (have: $TIER_KERNELS)" ;; esac
if [ ! -e "$dir/ready" ]; then
	lock_for "kernel-$ver"
	[ -e "$dir/ready" ] || prepare >&2
fi

release=$(cat "$dir/ready")
echo "RELEASE=$release"
case $what in
headers)
	if [ "$ver" = 7 ]; then
		echo "KDIR=/usr/src/linux-headers-$release"
		echo "ROOT=$dir/root"
	else
		echo "KDIR=$dir/root/usr/src/linux-headers-$release"
		echo "ROOT="
	fi
	;;
image)
	echo "VMLINUX=$dir/vmlinux"
	echo "MODULES=$dir/root/lib/modules/$release"
	;;
esac
