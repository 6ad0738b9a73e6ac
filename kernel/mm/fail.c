/* Allocations that fail when they are asked to; see mm/fail.h. */
#include "mm/fail.h"
#include "arch/arch.h"
#include "core/print.h"
#include "core/spin.h"

bool fail_counts;

static struct spinlock lock = SPINLOCK_INIT("failures");
static struct {
    uint64_t n, count;
    bool on, tell;
    bool (*is_counted)(void);
} fail; /* [lock] */

uint64_t fail_set(uint64_t n, bool on, bool tell, bool (*is_counted)(void))
{
    spin_lock(&lock);
    uint64_t count = fail.count;
    fail.n = n;
    fail.count = 0;
    fail.on = on;
    fail.tell = tell;
    fail.is_counted = is_counted;
    __atomic_store_n(&fail_counts, n > 0, __ATOMIC_RELAXED);
    spin_unlock(&lock);
    return count;
}

bool fail_count(void)
{
    spin_lock(&lock);
    bool counted = fail.n > 0 && fail.is_counted();
    uint64_t count = fail.count += counted;
    bool fails = counted && (count == fail.n || (fail.on && count > fail.n));
    bool tell = fails && fail.tell;
    spin_unlock(&lock);
    if (tell) {
        print("tally: allocation %lu fails; called from\n", count);
        arch_backtrace();
    }
    return fails;
}
