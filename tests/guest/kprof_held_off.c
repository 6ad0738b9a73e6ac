/* kprof: a tick that comes due while interrupts are off is charged to the function which runs then,
 * and not to the one that turns them on again. */
/* manual: kprof, DESCRIPTION: held-off */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"

/* getppid(2) takes a spin lock.  The bounds hold for a kernel with DEBUG=1, too;
 * tests/guest/test_kprof_count.py has the exact shares. */
int main(void)
{
    kprof_begin();
    for (int i = 0; i < 300000; i++)
        getppid();
    kprof_end();
    uint64_t all = kprof_total.kc_system;
    CHECK(all > 1000);
    CHECK_IN(kprof_in("sys_getppid"), all * 1 / 100, all * 25 / 100);
    CHECK_IN(kprof_in("spin_lock"), all * 2 / 100, all * 15 / 100);
    CHECK_IN(kprof_in("spin_unlock"), all * 2 / 100, all * 15 / 100);
    CHECK_IN(kprof_in("entry_syscall"), all * 3 / 100, all * 45 / 100);
    CHECK_IN(kprof_in("arch_return_to_user"), all * 3 / 100, all * 45 / 100);
    return 0;
}
