# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# PID 1 of the guest, after the initramfs: makes the machine usable, runs the job, reports its exit status and
# powers off. The argument is the run folder of tests/vm/run; its file "job" sets the variables used here.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LC_ALL=C SHELL=/bin/bash
export DM_DISABLE_UDEV=1 # no udevd in here: libdevmapper makes the nodes itself
out=/dev/ttyS1           # what the job prints; the console is ttyS0
kmsg() { echo "tier-vm: $*" >/dev/kmsg; }

# Busybox is one static file: under emulation each start of a dynamically linked program costs a tenth of a second.
b=/bin/busybox
$b mkdir -p /dev/pts /dev/shm /dev/disk/tier
$b mount -t devpts devpts /dev/pts
$b mount -t tmpfs tmpfs /dev/shm
[ -e /dev/fd ] || $b ln -s /proc/self/fd /dev/fd
$b ln -sf /proc/self/fd/0 /dev/stdin
$b ln -sf /proc/self/fd/1 /dev/stdout
$b ln -sf /proc/self/fd/2 /dev/stderr
$b stty -F $out raw -echo
exec >$out 2>&1 </dev/null

. "$1/job" || kmsg "no job"

finish() {
	$b sync
	echo "$TIER_VM_TOKEN $1"
	kmsg "exit status $1"
	exec $b poweroff -f
}

read -r release </proc/sys/kernel/osrelease
$b mkdir -p "/lib/modules/$release"
$b mount --bind "$TIER_VM_MODULES" "/lib/modules/$release" || finish 125
$b mount -t debugfs debugfs /sys/kernel/debug
$b mount -t tracefs tracefs /sys/kernel/tracing
# virtio_scsi and sd_mod come with the initramfs.
# shellcheck disable=SC2086 # a list of words
modprobe -qa configfs $TIER_VM_DRIVERS
$b mount -t configfs configfs /sys/kernel/config
$b ip link set lo up
echo tier-vm >/proc/sys/kernel/hostname
if [ -n "$TIER_VM_SHARE" ]; then
	$b mkdir -p /mnt/share
	$b mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=none share /mnt/share || finish 125
	export TIER_SHARE=/mnt/share
fi

# The serial number is the disk's name; the kernel's names for disks mean nothing.
serial_of() {
	local s=/sys/block/$1 f
	for f in "$s/device/vpd_pg80" "$s/serial" "$s/device/serial"; do
		[ -r "$f" ] || continue
		# The page has a header of four bytes, whose last one, the length, is not a letter of a name.
		$b tr -dc 'A-Za-z0-9_-' <"$f"
		return
	done
}

find_disks() {
	local d name left=
	for d in /sys/block/*; do
		d=${d##*/}
		case $d in loop* | ram* | nbd*) continue ;; esac
		name=$(serial_of "$d" 2>/dev/null)
		[ -n "$name" ] || continue
		case " $TIER_DISKS " in *" $name "*) $b ln -sfn "/dev/$d" "/dev/disk/tier/$name" ;; esac
	done
	for name in $TIER_DISKS; do
		[ -b "/dev/disk/tier/$name" ] || left="$left $name"
	done
	missing=$left
	[ -z "$left" ]
}

tries=0
until find_disks; do
	tries=$((tries + 1))
	[ $tries -lt 300 ] || { echo "tier-vm: disks not found:$missing"; finish 125; }
	$b sleep 0.1
done
for name in $TIER_DISKS; do
	var=TIER_DISK_${name//-/_}
	export "$var=$($b readlink "/dev/disk/tier/$name")"
done
export TIER_DISKS

# Before the host loses patience: who is stuck, and where? The traces make the console scan fail, as they should.
(
	$b sleep "$((TIER_VM_TIMEOUT > 40 ? TIER_VM_TIMEOUT - 15 : TIER_VM_TIMEOUT))"
	kmsg "time is nearly up, blocked tasks follow"
	echo w >/proc/sysrq-trigger
) >/dev/null 2>&1 &

echo 8 >/proc/sys/kernel/printk # from here on the console has everything
cd "$TIER_TOP" || finish 125
kmsg "start ${TIER_VM_JOB[*]}"
echo "$TIER_VM_TOKEN start"
"${TIER_VM_JOB[@]}"
finish $?
