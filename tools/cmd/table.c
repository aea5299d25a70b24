// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include <linux/dm-tier.h>

#include "call.h"
#include "cmd.h"
#include "dm.h"
#include "report.h"

int cmd_table(const struct call *call, struct report *report)
{
	struct json_object *root = report_json(report);
	struct dm_volume volume;
	u64 sectors;
	char *params;
	int r;

	r = dm_find(call->argv[0], &volume);
	if (!r)
		r = dm_table(volume.name, &sectors, &params);
	if (r)
		return r;
	report_line(report, "0 %ju %s %s", sectors, DM_TIER_TARGET,
		    params);
	json_str(root, "name", volume.name);
	json_int(root, "start_sector", 0);
	json_int(root, "sectors", sectors);
	json_str(root, "target", DM_TIER_TARGET);
	json_str(root, "params", params);
	free(params);
	return 0;
}
