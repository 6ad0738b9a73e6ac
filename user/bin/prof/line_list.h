/* A line table while it is read. */
#ifndef PROF_LINE_LIST_H
#define PROF_LINE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "line_table.h"

struct line_list {
    struct line_table *table; /* its lines are in the order of the file */
    size_t line_room, file_room;
    const char *problem; /* why the reading ends; set when memory is out */
};

/* Adds the file base/directory/name; base and directory may be "", and an absolute part has nothing
 * before it.  False when memory is out. */
bool line_list_add_file(struct line_list *l, const char *base, const char *directory,
                        const char *name);

/* Adds the line of the code at pc; line 0: none is known.  Of several lines in a row for one pc,
 * the last is the instruction's.  False when memory is out. */
bool line_list_add(struct line_list *l, uint64_t pc, size_t file, uint64_t line);

#endif
