/*
 * For the tests of memory: whether a byte can be read, written, executed.
 */
#ifndef TESTS_GUEST_PROBE_H
#define TESTS_GUEST_PROBE_H

#include "child.h"
#include <setjmp.h>
#include <stdbool.h>

static sigjmp_buf probe_back;
static volatile uintptr_t probe_target;

static inline void probe_caught(int sig, siginfo_t *info, void *context)
{
    (void)context;
    CHECK_EQ(sig, SIGSEGV);
    CHECK_EQ((uintptr_t)info->si_addr, probe_target);
    siglongjmp(probe_back, 1);
}

static inline bool probe(uintptr_t address, void (*access)(uintptr_t))
{
    set_handler(SIGSEGV, probe_caught, 0);
    probe_target = address;
    if (sigsetjmp(probe_back, 1))
        return false;
    access(address);
    signal(SIGSEGV, SIG_DFL);
    return true;
}

static inline void probe_do_read(uintptr_t address)
{
    (void)*(volatile char *)address;
}

/* Writes what is there already, if that can be told without reading it. */
static inline void probe_do_write(uintptr_t address)
{
    __asm__ volatile("lock addb $0, (%0)" ::"r"(address) : "memory");
}

static inline void probe_do_call(uintptr_t address)
{
    ((void (*)(void))address)();
}

#define CAN_READ(p)  probe((uintptr_t)(p), probe_do_read)
#define CAN_WRITE(p) probe((uintptr_t)(p), probe_do_write)
#define CAN_CALL(p)  probe((uintptr_t)(p), probe_do_call) /* what is there is RET_BYTE */
#define RET_BYTE     0xc3

#endif
