/* A program's file as prof sees it: the bounds of its text, and its functions. */
#ifndef PROF_PROGRAM_H
#define PROF_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inlined.h"

struct symbol {
    uint64_t low, high; /* [low, high): as far as its size says, or the next symbol begins */
    const char *name;
    bool global;
    bool mark;             /* of <prof.h> */
    int rank;              /* which name to keep when several share an address */
    bool label;            /* of assembly: local, without a type, and no mark */
    uint64_t sized;        /* a function: where it ends by its size; else 0 */
    struct symbol *same;   /* the first symbol of the function: it has the ticks of all */
    uint64_t ticks, calls; /* for rows.c */
};

struct program {
    uint64_t low, high;     /* the segment with the entry, rounded outward to even addresses */
    uint64_t ino, mtime_ns; /* of the file, as in struct prof_record */
    struct symbol *symbols; /* by address, no two the same; then one for each node of `inlined` */
    size_t count;
    struct inlined inlined;
    size_t mark_count;            /* marks that were dropped: they stand behind those */
    uint64_t nameless;            /* for rows.c: ticks at code without a symbol */
    const struct program *kernel; /* whose functions have the addresses there; NULL: not known */
    char *image;                  /* the whole file, which the names point into */
    size_t nbytes;
};

/*
 * Reads a static ELF64 program for x86-64.  Returns 0, or -1 with *problem saying what is wrong
 * with the file, such as "not an ELF program".
 */
int program_read(const char *path, struct program *program, const char **problem);
void program_free(struct program *program);

/* Drops the static functions, the inlined ones and the marks: each is a part of the global function
 * before it, or around it. */
void program_keep_globals(struct program *program);

/* Whether the address is in a mark that was dropped: a call of it is no call of the function. */
bool program_in_dropped_mark(const struct program *program, uint64_t address);

/* Whether the address is one of the kernel's half. */
static inline bool program_is_kernel(uint64_t address)
{
    return address >> 63;
}

/* The function that has the address, the program's or the kernel's, or NULL. */
struct symbol *program_find(const struct program *program, uint64_t address);

/* Only the bounds of the text; 0, or -1 if it is not a program. */
int program_bounds(const char *path, uint64_t *low, uint64_t *high);

/* The contents of a section and their size; NULL if there is none of that name. */
const void *program_section(const struct program *program, const char *name, uint64_t *nbytes);

/* Reads a whole file into memory, which has room for 8 bytes more; NULL with errno. */
char *program_read_file(const char *path, size_t *nbytes);

#endif
