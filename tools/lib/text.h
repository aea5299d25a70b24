/* SPDX-License-Identifier: GPL-2.0 */
/* Names and labels: what may be in them, and what may go to a terminal. */
#ifndef TIERSETUP_TEXT_H
#define TIERSETUP_TEXT_H

#include <stdbool.h>

/* What may stand in a name beside letters and digits. */
#define TEXT_NAME_OTHERS	"#+-.:=@_"

/**
 * text_is_name() - may a volume have this name?
 * @name: letters, digits and TEXT_NAME_OTHERS; device-mapper takes it as it is
 *        then, and so do paths and shells. Not a word that means something
 *        else: ".", "..", "control", an option, a UUID
 */
bool text_is_name(const char *name);

/**
 * text_clean() - make a text fit for printing
 * @text: may come from a foreign device: control characters and what is not
 *        UTF-8 become "?"
 *
 * Return: was it clean already?
 */
bool text_clean(char *text);

#endif /* TIERSETUP_TEXT_H */
