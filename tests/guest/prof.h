/*
 * For the tests of profil: a way to burn ticks at one known instruction, and counters around it.
 *
 * prof_spin is one LOOP instruction: however long it runs, the pc is always the same.  So a test
 * can say exactly which counter every tick in it must hit, whatever the tick's moment.
 */
#ifndef TESTS_GUEST_PROF_H
#define TESTS_GUEST_PROF_H

#include "check.h"
#include <stdint.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <unistd.h>

#define SPIN_TURNS          100000    /* less than half a tick at 1000 a second */
#define SPIN_TURNS_A_SECOND 250000000 /* with 4 ns an instruction */

/* void prof_spin(unsigned long turns); its only pc of any length is prof_spin_pc. */
void prof_spin(unsigned long turns);
extern char prof_spin_pc[];
__asm__(".pushsection .text\n"
        ".globl prof_spin, prof_spin_pc\n"
        "prof_spin: movq %rdi, %rcx\n"
        "prof_spin_pc: loop prof_spin_pc\n"
        "ret\n"
        ".popsection\n");

/* A copy of it that is a second place, far from the first. */
void prof_spin2(unsigned long turns);
extern char prof_spin2_pc[];
__asm__(".pushsection .text\n"
        ".globl prof_spin2, prof_spin2_pc\n"
        ".skip 4096, 0x90\n"
        "prof_spin2: movq %rdi, %rcx\n"
        "prof_spin2_pc: loop prof_spin2_pc\n"
        "ret\n"
        ".popsection\n");

#define SPIN_PC  ((uintptr_t)prof_spin_pc)
#define SPIN2_PC ((uintptr_t)prof_spin2_pc)

static inline struct profstat prof_now(void)
{
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_counted + st.ps_outside + st.ps_full, st.ps_user + st.ps_system);
    CHECK_EQ(st.ps_lost, 0);
    return st;
}

/* Of the process, profiled or not. */
static inline clock_t prof_ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_utime + used.tms_stime;
}

static inline clock_t user_ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_utime;
}

/* Ends a test that waits for something to happen in its profile, after far more ticks than that
 * takes.  `start` is the time at which it began to wait. */
static inline void prof_patience(clock_t start, const char *what)
{
    struct profstat st = prof_now();
    if (prof_ticks() - start > 200)
        FAIL("200 ticks, and still not %s; profstat: %lu user, %lu system, %lu counted, "
             "%lu outside, %lu full, state %u, reason %u",
             what, st.ps_user, st.ps_system, st.ps_counted, st.ps_outside, st.ps_full, st.ps_state,
             st.ps_reason);
}

/* The process's ticks and its profile's counts, with no tick between the two.  The other threads
 * have ended. */
struct prof_total {
    clock_t ticks;
    struct profstat st;
};

static inline struct prof_total prof_total(void)
{
    struct prof_total total;
    do {
        total.ticks = prof_ticks();
        total.st = prof_now();
    } while (prof_ticks() != total.ticks);
    return total;
}

/* Spins for n of the clock's periods at a stretch.  Under the instruction clock, beside no other
 * busy CPU, at least n - 1 of them begin and end there, and each has its tick there: however the
 * moments of the ticks fall, no more than one is missing from n. */
static inline void prof_spin_periods(void (*spin)(unsigned long), uint64_t n)
{
    spin(n * (SPIN_TURNS_A_SECOND / sysconf(_SC_CLK_TCK)));
}

/* Spins until the profile has at least n ticks more in user mode, all but one of them there. */
static inline void prof_burn_in(void (*spin)(unsigned long), uint64_t n)
{
    uint64_t until = prof_now().ps_user + n;
    clock_t start = prof_ticks();
    prof_spin_periods(spin, n);
    while (prof_now().ps_user < until) {
        spin(SPIN_TURNS);
        prof_patience(start, "the ticks in user mode that it was to have");
    }
}

static inline void prof_burn(uint64_t n)
{
    prof_burn_in(prof_spin, n);
}

static inline uint64_t prof_sum(const unsigned short *counters, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += counters[i];
    return sum;
}

/* The counters of the whole program, one for each two bytes, all zero. */
extern char __executable_start[], etext[];
#define TEXT_START ((uintptr_t)__executable_start)
#define TEXT_BYTES ((size_t)(etext - __executable_start + 1) & ~(size_t)1)

#endif
