/* Line numbers in the older format stabs, which tcc -g writes. */
#ifndef PROF_STABS_H
#define PROF_STABS_H

#include <stdbool.h>

#include "line_list.h"

/* Adds the lines in the section .stab, if there is one.  False when memory is out, or the section
 * is damaged. */
bool stabs_read(struct line_list *list, const struct program *program);

#endif
