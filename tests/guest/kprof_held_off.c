/* kprof: a tick that is held off while interrupts are off is charged to the function that turned
 * them off, and none to the one that turned them on again, nor to what the former called
 * meanwhile. */
/* manual: kprof, DESCRIPTION: held-off */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"

/* getppid(2) holds a spin lock for half of its time; spin_lock() and spin_unlock() each run two
 * instructions while interrupts are on. */
int main(void)
{
    kprof_begin();
    for (int i = 0; i < 300000; i++)
        getppid();
    kprof_end();
    uint64_t all = kprof_total.kc_system;
    CHECK(all > 1000);
    CHECK_IN(kprof_in("sys_getppid"), all * 25 / 100, all * 60 / 100);
    CHECK_IN(kprof_in("spin_lock") + kprof_in("lock_slowly"), 0, all * 3 / 100);
    CHECK_IN(kprof_in("spin_unlock"), 0, all * 3 / 100);
    CHECK(kprof_in("entry_syscall") > all * 10 / 100);
    CHECK(kprof_in("arch_return_to_user") > all * 10 / 100);
    return 0;
}
