# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced by the fault tests, behind volume.sh: members that can be pulled.
#
#   soft NAME DISK       a linear device /dev/mapper/$N-NAME over the disk
#   pull NAME            every request fails from here on, as with a pulled cable
#   no_writes NAME       writes and flushes fail, reads work
#   plug NAME            as it was

soft() {
	local sectors
	sectors=$(blockdev --getsz "$2")
	echo "0 $sectors linear $2 0" >"$T/table.$1"
	dmsetup create "$N-$1" "$T/table.$1"
	at_exit dmsetup remove --retry "$N-$1"
}

swap_table() {
	dmsetup suspend --noflush --nolockfs "$N-$1"
	dmsetup load "$N-$1" "$2"
	dmsetup resume "$N-$1"
}

pull() {
	sed 's/linear.*/error/' "$T/table.$1" >"$T/table"
	swap_table "$1" "$T/table"
}

no_writes() {
	modprobe dm-flakey
	sed 's/linear \(.*\)/flakey \1 0 3600 1 error_writes/' "$T/table.$1" >"$T/table"
	swap_table "$1" "$T/table"
}

plug() { swap_table "$1" "$T/table.$1"; }
