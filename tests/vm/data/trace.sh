#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: the first 20,000 requests of a virtual machine's trace, every read checked, then all once more
# DISKS: name=fast,size=1G,pbs=4096 name=slow,size=33G,rot=1,pbs=4096
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"

trace=${TIER_TRACES:-$TIER_TOP/../shared/traces}/cloudphysics_vm_vscsi.csv.gz
[ -f "$trace" ] || skip "no trace $trace: set TIER_TRACES to the folder with the traces"
stamp=$TIER_BIN/../tests/stamp
[ -x "$stamp" ] || fail 'build/tests/stamp is not built'

make_volume "$(disk fast)" "$(disk slow)"
"$stamp" trace "$DEV" 20000 < <(zcat "$trace" 2>/dev/null) || fail 'a read brought wrong data'
reopen_volume
close_volume
