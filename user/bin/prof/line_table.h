/* Which line of which source file each instruction of a program comes from. */
#ifndef PROF_LINE_TABLE_H
#define PROF_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "program.h"

/* The instructions from pc up to the next entry's. */
struct line {
    uint64_t pc;
    uint32_t file; /* index in line_table.files */
    uint32_t line; /* counted from 1; 0: no line is known */
};

struct line_table {
    struct line *lines; /* by pc, no two the same */
    size_t line_count;
    char **files; /* paths at compile time, such as user/bin/primes.c */
    size_t file_count;
};

/*
 * Reads the sections .debug_line (DWARF 2 to 5) and .stab of a program.  Returns 0, or -1 with
 * *problem saying what is wrong with it, such as "no line numbers".
 */
int line_table_read(const struct program *program, struct line_table *table, const char **problem);
void line_table_free(struct line_table *table);

/* The entry that has the pc, or NULL if none has or no line is known. */
const struct line *line_table_find(const struct line_table *table, uint64_t pc);

#endif
