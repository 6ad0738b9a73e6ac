/*
 * For tests whose ticks the host sees, too (tools/ruler/witness.c): the counters that the test
 * prints must be what the host saw of the clock.
 *
 * Between the marks, which are NOPs, the host takes down for each tick the user pc that the thread
 * goes back to.  witness_on() and witness_off() have a mark beside the very SYSCALL that turns
 * profiling on and off.  What is left between the two, a tick just at one of three pcs, may be
 * counted or not: these are the edges.
 *
 * witness_print() tells all that the comparison needs:
 *
 *     histogram OFFSET SCALE NCOUNTERS     hexadecimal, decimal, decimal
 *     edge PC                              hexadecimal
 *     counter INDEX VALUE                  decimal; only those that are not 0
 *     outside N                            ticks that no counter took, by profstat
 *     signed TOKEN                         of these lines (graded.h): the kernel may print some
 */
#ifndef LABS_WITNESS_H
#define LABS_WITNESS_H

#include "prof.h"

#include <abi/syscalls.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

/* nopl with the displacements that the plugin looks for */
#define WITNESS_BEGIN "nopl 0x7a11b001(%rax)\n"
#define WITNESS_END   "nopl 0x7a11b002(%rax)\n"

/* profil(counters, size, offset, scale), by its number. */
long witness_call_on(void *counters, size_t size, uintptr_t offset, unsigned long scale,
                     long number);
long witness_call_off(void *counters, size_t size, uintptr_t offset, unsigned long scale,
                      long number);
extern char witness_edge_before_on[], witness_edge_on[], witness_edge_off[];
__asm__(".pushsection .text\n"
        ".balign 4\n"
        ".globl witness_call_on, witness_edge_before_on, witness_edge_on\n"
        "witness_call_on:\n"
        "movq %r8, %rax\n"
        "movq %rcx, %r10\n" WITNESS_BEGIN "witness_edge_before_on: syscall\n"
        "witness_edge_on: ret\n"
        ".balign 4\n"
        ".globl witness_call_off, witness_edge_off\n"
        "witness_call_off:\n"
        "movq %r8, %rax\n"
        "movq %rcx, %r10\n"
        "syscall\n"
        "witness_edge_off:\n" WITNESS_END "ret\n"
        ".popsection\n");

/* A histogram of the text, or of a part of it. */
struct witness {
    unsigned short *counters;
    size_t n;
    uintptr_t offset;
    unsigned long scale;
};

/* Counters for the whole text from offset on, on pages of their own that nothing has touched. */
static inline struct witness witness_of(uintptr_t offset, unsigned long scale)
{
    struct witness w = {.offset = offset, .scale = scale};
    w.n = (((TEXT_START + TEXT_BYTES - offset) * scale >> 16) + 2) / 2;
    w.counters = mmap(NULL, 2 * w.n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(w.counters != MAP_FAILED);
    return w;
}

/* In a buffer of so many bytes, of which the counters for the text are the first. */
static inline void witness_on_in(const struct witness *w, size_t nbytes)
{
    CHECK_EQ(witness_call_on(w->counters, nbytes, w->offset, w->scale, SYS_profil), 0);
}

static inline void witness_on(const struct witness *w)
{
    witness_on_in(w, 2 * w->n);
}

static inline void witness_off(void)
{
    CHECK_EQ(witness_call_off(NULL, 0, 0, 0, SYS_profil), 0);
}

#define WITNESS_SAY(...)                                                 \
    do {                                                                 \
        used += snprintf(text + used, sizeof(text) - used, __VA_ARGS__); \
        CHECK(used < sizeof(text));                                      \
    } while (0)

/* After witness_off(). */
static inline void witness_print(const struct witness *w)
{
    static char text[1 << 17], token[65];
    size_t used = 0;
    struct profstat st = prof_now();
    WITNESS_SAY("histogram %lx %lu %zu\n", w->offset, w->scale, w->n);
    WITNESS_SAY("edge %lx\nedge %lx\nedge %lx\n", (uintptr_t)witness_edge_before_on,
                (uintptr_t)witness_edge_on, (uintptr_t)witness_edge_off);
    for (size_t i = 0; i < w->n; i++)
        if (w->counters[i] > 0)
            WITNESS_SAY("counter %zu %u\n", i, w->counters[i]);
    WITNESS_SAY("outside %lu\n", (unsigned long)st.ps_outside);
    graded_token(token, text, used);
    printf("%ssigned %s\n", text, token);
}

#endif
