/* Sampled call stacks, put together in a tree of calls. */
#ifndef PROF_STACKS_H
#define PROF_STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "profile.h"
#include "program.h"
#include "records.h"

#define NO_SYMBOL "(no symbol)" /* the name of code without one */

/* A function, called along one path: its parents are its callers. */
struct call {
    const char *name;
    const struct symbol *symbol; /* NULL: the name is no function's */
    bool inlined;                /* all its ticks are in copies of it in its caller */
    uint64_t own, total;         /* ticks in it alone, and with its callees */
    struct call *caller;         /* NULL: it is the root */
    struct call *first, *next;   /* its first callee; its caller's next callee */
};

struct stacks {
    struct call root; /* a name of "", and the outermost functions below it */
    uint64_t cut;     /* ticks whose outermost callers are not known */
    uint64_t left;    /* ticks that are not in it, as there was no memory for their calls */
    size_t room;      /* calls that may be added until then; once there is one */
};

/*
 * Adds the samples of a program's record.  Callers of main are left out.  If `above` is not NULL,
 * it is put above the outermost functions.  Symbols are the program's, which must stay.  Half of
 * the memory is left free: the first sample that does not fit and all after it are left out.
 */
void stacks_add(struct stacks *stacks, const struct program *program, const struct record *record,
                const char *above);

/* Adds a program's ticks at their pcs, without callers. */
void stacks_add_pcs(struct stacks *stacks, const struct program *program,
                    const struct profile *profile);

/* Adds one sample of a program.  Returns the innermost call, or NULL if the sample does not fit. */
struct call *stacks_enter(struct stacks *stacks, const struct program *program,
                          const struct prof_stack *stack, const char *above);

/* Sorts each function's callees, those with the most ticks first. */
void stacks_sort(struct stacks *stacks);

void stacks_free(struct stacks *stacks);

#endif
