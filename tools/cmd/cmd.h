/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One function for each verb, one verb for each file. They only fill the
 * report and return 0 or -errno (see struct command).
 */
#ifndef TIERSETUP_CMD_H
#define TIERSETUP_CMD_H

struct call;
struct report;

int cmd_create(const struct call *call, struct report *report);
int cmd_open(const struct call *call, struct report *report);
int cmd_close(const struct call *call, struct report *report);
int cmd_ls(const struct call *call, struct report *report);
int cmd_status(const struct call *call, struct report *report);
int cmd_table(const struct call *call, struct report *report);
int cmd_pin(const struct call *call, struct report *report);
int cmd_unpin(const struct call *call, struct report *report);
int cmd_move(const struct call *call, struct report *report);
int cmd_set(const struct call *call, struct report *report);
int cmd_get(const struct call *call, struct report *report);
int cmd_flush(const struct call *call, struct report *report);
int cmd_check(const struct call *call, struct report *report);
int cmd_dump(const struct call *call, struct report *report);
int cmd_erase(const struct call *call, struct report *report);
int cmd_help(const struct call *call, struct report *report);

#endif /* TIERSETUP_CMD_H */
