# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Sourced by tests with disks called fast, slow (4Kn both) and e512, behind guest.sh and volume.sh:
#
#   rounds TWO EIGHT   so many rounds with two writers, and with eight
#
# A lost update (cloud-hypervisor had it): two writers read the same block, each changes its own sector, and who writes
# the block back last takes the other's change away. The same goes for a mover that copies the block in between.

blocks=${TIER_BIN%/*}/tests/blocks
E=$((64 << 10))

# race WRITERS ROUNDS: on block 5 of extent 3, which is the first that is written and so begins on level 0.
race() {
	local moves before
	before=$(field rmw_foreground)
	run_ok "$blocks" neighbours "$DEV" $((3 * E + 5 * 4096)) "$1" "$2" "$N" 3
	stamp "$(cat "$T/out")"
	moves=$(awk '{ print $5 }' "$T/out")
	# It must have been moved while they wrote, and they must have come into each other's way.
	assert_le 20 "$moves" 'moves'
	assert_le 1 $(($(field rmw_foreground) - before)) 'read-modify-writes'
}

rounds() {
	stamp 'two 4Kn members'
	make_volume "$(disk fast)" "$(disk slow)" --extent-size 64K
	race 2 "$1"
	race 8 "$2"
	reopen_volume
	race 2 "$2"
	close_volume
	# shellcheck disable=SC2154 # volume.sh sets it
	run_ok tiersetup erase "${members[@]}"

	stamp 'a 4Kn member and one that is not: each move changes how a sector is written'
	make_volume "$(disk fast)" "$(disk e512)" --extent-size 64K
	race 2 "$2"
	close_volume
}
