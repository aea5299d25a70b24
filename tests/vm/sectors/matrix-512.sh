#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: level 0 and level 1 each 512n, 512e, 4Kn in a volume that shows 512: limits, GPT, fio, ext4, XFS, reopen, trace
# DISKS: name=f512n,size=8M,lbs=512,pbs=512 name=f512e,size=8M,lbs=512,pbs=4096 name=f4kn,size=8M,lbs=4096,pbs=4096
# DISKS: name=s512n,size=144M,rot=1,pbs=512 name=s512e,size=144M,rot=1,pbs=4096 name=s4kn,size=144M,rot=1,lbs=4096
# TIMEOUT: 900
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/lib/trace.sh"
. "$TIER_TOP/tests/vm/sectors/cells.sh"

cells 512 6 tests/vm/lib tests/vm/sectors
