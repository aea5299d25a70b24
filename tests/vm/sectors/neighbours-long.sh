#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# DESCRIPTION: writers to neighbouring sectors of one block on 4Kn, and a mover on its extent: no update is lost in 100000 rounds
# DISKS: name=fast,size=16M,lbs=4096 name=slow,size=32M,rot=1,lbs=4096 name=e512,size=32M,rot=1,pbs=4096
# TIMEOUT: 7200
# GROUP-LONG: soak
. "$TIER_TOP/tests/vm/lib/guest.sh"
. "$TIER_TOP/tests/vm/lib/volume.sh"
. "$TIER_TOP/tests/vm/sectors/rounds.sh"

rounds 100000 10000
