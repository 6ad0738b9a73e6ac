/* Allocations that fail when they are asked to; see mm/fail.h. */
#include "mm/fail.h"
#include "arch/arch.h"
#include "core/print.h"
#include "core/spin.h"
#include <abi/errno.h>
#include <abi/kstat.h>

#define STACKS 4096

bool fail_counts;

static struct spinlock lock = SPINLOCK_INIT("failures");
static struct failures {
    uint64_t n, count, failed; /* the number of the last that failed */
    unsigned flags;
    bool (*is_counted)(void);
} fail; /* [lock] */

/* The call stacks of allocations, where their hash leads to or in the next free place: how often
 * each was met since fail_set(), and failed since boot.  One place stays free. */
static struct {
    uint64_t hash : 48, seen : 8, failed : 8;
} stacks[STACKS];        /* [lock] */
static unsigned nstacks; /* [lock] */

int64_t fail_set(uint64_t n, unsigned flags, bool (*is_counted)(void))
{
    spin_lock(&lock);
    int64_t result = (int64_t)fail.count;
    if (fail.flags & KFAIL_NEW)
        result = nstacks == STACKS - 1 ? -ENOSPC : (int64_t)fail.failed;
    fail = (struct failures){.n = n, .flags = flags, .is_counted = is_counted};
    for (unsigned i = 0; i < STACKS; i++)
        stacks[i].seen = 0;
    __atomic_store_n(&fail_counts, n > 0, __ATOMIC_RELAXED);
    spin_unlock(&lock);
    return result;
}

/* Whether of the first n with this call stack this is one that has not failed yet. */
static bool is_new(void)
{
    if (fail.failed)
        return false;
    uint64_t hash = arch_callers_hash() >> 16;
    unsigned i = hash % STACKS;
    while (stacks[i].hash && stacks[i].hash != hash)
        i = (i + 1) % STACKS;
    if (!stacks[i].hash) {
        if (nstacks == STACKS - 1)
            return false;
        nstacks++;
        stacks[i].hash = hash;
    }
    if (stacks[i].seen == fail.n)
        return false;
    stacks[i].seen++;
    if (stacks[i].seen <= stacks[i].failed)
        return false;
    stacks[i].failed++;
    return true;
}

bool fail_count(void)
{
    spin_lock(&lock);
    bool counted = fail.n > 0 && fail.is_counted();
    uint64_t count = fail.count += counted;
    bool fails = counted && (fail.flags & KFAIL_NEW  ? is_new()
                             : fail.flags & KFAIL_ON ? count >= fail.n
                                                     : count == fail.n);
    if (fails)
        fail.failed = count;
    bool tell = fails && fail.flags & KFAIL_TELL;
    spin_unlock(&lock);
    if (tell) {
        print("tally: allocation %lu fails; called from\n", count);
        arch_backtrace();
    }
    return fails;
}
