/* The call stacks of prof --all and prof --kernel: each is of a program, with its own functions and
 * then the kernel's. */
#ifndef PROF_MACHINE_H
#define PROF_MACHINE_H

#include <stdbool.h>

#include <sys/kprof.h>

#include "profile.h"
#include "program.h"
#include "stacks.h"

struct part { /* of the machine: a program */
    const char *name;
    char *path; /* "" if its file was not found: its functions then have no symbols */
    struct program program;
    struct stacks stacks;
    struct profile profile; /* the ticks of these by pc */
};

struct machine {
    struct program kernel;
    struct part *parts; /* as in the list of programs */
    size_t count;
    const struct kprof_frame *frames;
    size_t frame_count;
    const struct kprof_frame **numbered; /* frames by their numbers */
};

/* Takes over the kernel's lists, which must stay.  path: the command's file.  A program of another
 * name is looked for in PATH. */
struct machine machine_make(const struct kprof_program *programs, size_t count,
                            const struct kprof_frame *frames, size_t frame_count,
                            const struct kprof_symbol *symbols, size_t symbol_count,
                            const char *path);

/* Adds the stacks to one tree, where the programs are the outermost functions; or if `all` is NULL,
 * to those of the parts.  kernel_only: not those of ticks in programs. */
void machine_add(struct machine *machine, struct stacks *all, bool kernel_only);

#endif
