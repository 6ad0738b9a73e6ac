/*
 * Allocations that fail, each way to one in its turn (kernel/mm/fail.c): every way fails as often
 * as asked, however many there are and wherever their hashes lead; more than have a place are told.
 */
/* sources: kernel/mm/fail.c */
#include "mm/fail.h"
#include "arch/arch.h"
#include "check.h"
#include "core/print.h"
#include "core/spin.h"
#include <abi/errno.h>
#include <abi/kstat.h>

#define WAYS 4094 /* that the kernel remembers, and goes on */

static uint64_t way; /* the allocation's: 1 and up */

void spin_lock(struct spinlock *lock)
{
    (void)lock;
}

void spin_unlock(struct spinlock *lock)
{
    (void)lock;
}

void print(const char *format, ...)
{
    (void)format;
}

void arch_backtrace(void)
{
}

/* Each two ways share their place. */
uint64_t arch_callers_hash(void)
{
    return (way / 2 + way % 2 * 4096 + 1) << 16;
}

static bool is_counted(void)
{
    return true;
}

/* A run that makes an allocation in each of the ways from first to last, twice; returns what
 * fail_set() does after it. */
static int64_t run(uint64_t first, uint64_t last)
{
    int64_t failed = 0, n = 0;
    for (way = first; way <= last; way++)
        for (int i = 0; i < 2; i++) {
            n++;
            if (!fail_here())
                continue;
            CHECK_EQ(failed, 0); /* one in a run */
            failed = n;
        }
    int64_t result = fail_set(0, 0, is_counted);
    CHECK(result == failed || result == -ENOSPC);
    return result;
}

/* The one that fails is of the first way that has not failed twice. */
static void each_way_twice(void)
{
    for (uint64_t i = 0; i < 2 * WAYS; i++) {
        fail_set(2, KFAIL_NEW, is_counted);
        uint64_t from = i / 2 / 32 * 32 + 1, to = from + 31;
        CHECK_EQ(run(from, to < WAYS ? to : WAYS), i % 64 + 1);
    }
    fail_set(2, KFAIL_NEW, is_counted);
    CHECK_EQ(run(1, WAYS), 0);
}

static void too_many(void)
{
    fail_set(2, KFAIL_NEW, is_counted);
    CHECK_EQ(run(1, WAYS + 2), -ENOSPC);
    fail_set(2, KFAIL_NEW, is_counted);
    CHECK_EQ(run(1, 1), -ENOSPC);
    fail_set(1, 0, is_counted); /* which needs no place */
    CHECK(fail_here() && !fail_here());
    CHECK_EQ(fail_set(0, 0, is_counted), 2);
}

int main(void)
{
    each_way_twice();
    too_many();
    return 0;
}
