/* The functions that the compiler has put into others: the table that tools/inlined makes. */
#ifndef PROF_INLINED_H
#define PROF_INLINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INLINED_MOST 64 /* functions within each other, the outermost included */

struct program;
struct symbol;

/* The section .inlined, as tools/inlined describes it. */
struct inlined_head {
    char magic[8];
    uint32_t ranges, nodes, names, zero;
};

struct inlined_range {
    uint64_t low;
    uint32_t nbytes, node;
};

struct inlined_node {
    uint32_t name, parent;
};

struct inlined_name {
    uint64_t low;
    uint32_t name, zero;
};

struct inlined {
    char *section; /* what the next two point into */
    const struct inlined_range *ranges;
    const struct inlined_node *nodes;
    size_t range_count, node_count;
    size_t depth; /* the most functions within each other, the outermost included; 0: no table */
};

/* Reads the program's table once its symbols are there: names them as the table does, joins those
 * of one name, and adds the functions that have no symbol.  A damaged table counts as none. */
void inlined_read(struct program *program);
void inlined_free(struct inlined *inlined);

/* Whether some of the code in [low, high) is a copy. */
bool inlined_has(const struct program *program, uint64_t low, uint64_t high);

/* Stores the functions that have the code at the pc, the outermost first, and returns how many.
 * symbol is the one of program_find(), and becomes the first.  A mark has all of its code. */
size_t inlined_at(const struct program *program, struct symbol *symbol, uint64_t pc,
                  struct symbol *functions[INLINED_MOST]);

#endif
