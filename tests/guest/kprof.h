/*
 * For the tests of kprof: reads a profile that was stopped, and checks what holds of each.
 */
#ifndef TESTS_GUEST_KPROF_H
#define TESTS_GUEST_KPROF_H

#include "check.h"
#include <stdlib.h>
#include <sys/kprof.h>
#include <unistd.h>

#define KPROF_CPUS_MAX 8
#define KPROF_HITS_MAX 65536

static struct kprof_cpu kprof_cpu[KPROF_CPUS_MAX];
static struct kprof_program kprof_program[KPROF_CPUS_MAX * (KPROF_PROGRAMS_MAX + 1)];
static struct kprof_hit kprof_hit[KPROF_HITS_MAX];
static size_t kprof_cpus, kprof_programs, kprof_hits;

static struct kprof_cpu kprof_total; /* of all CPUs */
static uint64_t kprof_periods;       /* of each CPU */

static inline void kprof_begin(void)
{
    CHECK_EQ(kprof(KPROF_START, NULL, 0), 0);
}

static inline void kprof_read(void)
{
    kprof_cpus = (size_t)kprof(KPROF_CPUS, kprof_cpu, KPROF_CPUS_MAX);
    CHECK_IN(kprof_cpus, 1, KPROF_CPUS_MAX);
    kprof_programs = (size_t)kprof(KPROF_PROGRAMS, kprof_program,
                                   sizeof(kprof_program) / sizeof(*kprof_program));
    CHECK_IN(kprof_programs, 0, sizeof(kprof_program) / sizeof(*kprof_program));
    kprof_hits = (size_t)kprof(KPROF_HITS, kprof_hit, KPROF_HITS_MAX);
    CHECK_IN(kprof_hits, 0, KPROF_HITS_MAX);
}

/* Each period of each CPU has one count, and each tick one program and, in the kernel, one pc. */
static inline void kprof_check_sums(void)
{
    kprof_total = (struct kprof_cpu){0};
    for (size_t i = 0; i < kprof_cpus; i++) {
        const struct kprof_cpu *cpu = &kprof_cpu[i];
        uint64_t periods = cpu->kc_user + cpu->kc_system + cpu->kc_idle + cpu->kc_missed;
        if (i == 0)
            kprof_periods = periods;
        CHECK_EQ(periods, kprof_periods);
        kprof_total.kc_user += cpu->kc_user;
        kprof_total.kc_system += cpu->kc_system;
        kprof_total.kc_idle += cpu->kc_idle;
        kprof_total.kc_missed += cpu->kc_missed;
    }
    uint64_t user = 0, system = 0, hits = 0;
    for (size_t i = 0; i < kprof_programs; i++) {
        user += kprof_program[i].kp_user;
        system += kprof_program[i].kp_system;
    }
    for (size_t i = 0; i < kprof_hits; i++)
        hits += kprof_hit[i].kh_ticks;
    CHECK_EQ(user, kprof_total.kc_user);
    CHECK_EQ(system, kprof_total.kc_system);
    CHECK_EQ(hits, kprof_total.kc_system);
}

/* Stops the profile, reads it, and frees it. */
static inline void kprof_end(void)
{
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    kprof_read();
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    kprof_check_sums();
}

/* The ticks in a function of the kernel. */
static inline uint64_t kprof_in(const char *function)
{
    uint64_t ticks = 0;
    for (size_t i = 0; i < kprof_hits; i++)
        if (strcmp(kprof_hit[i].kh_name, function) == 0)
            ticks += kprof_hit[i].kh_ticks;
    return ticks;
}

/* The entry of a program; all zeros if it has none. */
static inline const struct kprof_program *kprof_of(const char *name)
{
    static const struct kprof_program none;
    const struct kprof_program *found = &none;
    for (size_t i = 0; i < kprof_programs; i++)
        if (strcmp(kprof_program[i].kp_name, name) == 0) {
            CHECK(found == &none); /* once only */
            found = &kprof_program[i];
        }
    return found;
}

#endif
