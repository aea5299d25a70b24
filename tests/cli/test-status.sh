# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# What tiersetup makes of the target's words, without the target.

LINE='degraded 8/1266 2048 uuid 4ee8b8a4-5b5c-4e0b-8b0e-0a1f0d2c3b4a cache_mode off log_bytes 0 dirty_bytes 0'
LINE="$LINE logical_bytes 512 physical_bytes 4096 member 259:7777,c09bb27e-1a75-421f-8d5c-99d039e1cea8,0,online,253,8,512,4096"
LINE="$LINE member -,2d25cc7a-c5e9-4ecd-982e-647da61ee524,1,missing,1021,18446744073709,0,0"
LINE="$LINE level 0,22,205,545000,18446744073709551615 level 1,1,2,3,4 migration on promoted_extents 5 demoted_extents 6"
LINE="$LINE moved_bytes 7 aborted 8 misaligned_writes 9 sub_block_writes 10 rmw_foreground 11 rmw_background 12"
LINE="$LINE metadata_copies 2 commits 10 checkpoints 2 pending_changes 3 replayed_entries 4 recovery_us 17936"

test_status_json() {
	probe status "$LINE" >stdout
	fits status.types
	equal "$(json 'volumes[0].state')" degraded
	equal "$(json 'volumes[0].size_bytes')" $((1266 * 1048576))
	equal "$(json 'volumes[0].levels[0].total_bytes')" $((253 * 1048576))
	equal "$(json 'volumes[0].levels[0].used_bytes')" $((8 * 1048576))
	equal "$(json 'volumes[0].levels[0].written_bytes')" 18446744073709551615
	equal "$(json 'volumes[0].levels[0].members[0].device')" 259:7777
	equal "$(json 'volumes[0].levels[1].members[0].device')" ''
	equal "$(json 'volumes[0].levels[1].members[0].state')" missing
	equal "$(json 'volumes[0].migration.enabled')" true
	equal "$(json 'volumes[0].migration.aborted')" 8
	equal "$(json 'volumes[0].sectors.rmw_background')" 12
	equal "$(json 'volumes[0].metadata.pending_changes')" 3
}

test_status_of_a_newer_module() {
	# A key that is not known is passed over, one that is missing is 0.
	probe status "$LINE new_key 77" >stdout
	fits status.types
	probe status "${LINE%% migration*}" >stdout
	fits status.types
	equal "$(json 'volumes[0].migration.moved_bytes')" 0
}

test_status_that_is_none() {
	local line
	while read -r line; do
		equal "$(probe status "$line")" 'Protocol error' "$line"
	done <<-'E'

		Fail
		online
		online 8/1266
		online nosense 2048
		online 8/1266 nosense
		online 8/1266 2048 uuid
		online 8/1266 2048 commits nosense
		online 8/1266 2048 member nosense
		online 8/1266 2048 member 8:0,u,9,online,253,8,512,4096
		online 8/1266 2048 level 4,1,2,3,4
		online 8/1266 2048 level 0,1,2,3
	E
}

test_table_options() {
	local line='3 8:0 8:16 8:32 5 readonly commit_interval_ms 500 cache_mode off'
	equal "$(probe option "$line" commit_interval_ms)" 500
	equal "$(probe option "$line" cache_mode)" off
	equal "$(probe option "$line" readonly)" ''
	equal "$(probe option "$line" degraded)" 'No such file or directory'
	# A value is no key.
	equal "$(probe option '1 8:0 2 cache_mode degraded' degraded)" 'No such file or directory'
	equal "$(probe option '2 8:0 8:16' cache_mode)" 'No such file or directory'
	equal "$(probe option '3 8:0' cache_mode)" 'Protocol error'
	equal "$(probe option '' cache_mode)" 'Protocol error'
	equal "$(probe option '1 8:0 1 cache_mode' cache_mode)" 'Protocol error'
}
