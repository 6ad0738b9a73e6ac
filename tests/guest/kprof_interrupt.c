/* kprof: a tick that comes due while an interrupt is handled is charged to that, and not to the
 * program that was interrupted. */
/* manual: kprof, DESCRIPTION: interrupt */
/* machine: cpus=2 kargs=hz=10000 */
#include "kprof_load.h"
#include <pthread.h>
#include <sys/mman.h>

#define CHANGES 1000
#define ROUNDS  50

static int begun, over;

static void *spin(void *arg)
{
    __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&over, __ATOMIC_SEQ_CST))
        ;
    return arg;
}

/* Each change of the mapping interrupts the other thread's CPU, which must not use the old one.  A
 * round has some hundred ticks in that, but none while the host does not run that CPU. */
int main(void)
{
    pthread_t id;
    CHECK_EQ(pthread_create(&id, NULL, spin, NULL), 0);
    while (!__atomic_load_n(&begun, __ATOMIC_SEQ_CST))
        ;
    volatile char *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED);
    uint64_t ticks = 0;
    for (int round = 0; ticks < 5 && round < ROUNDS; round++) {
        kprof_begin();
        for (int i = 0; i < CHANGES; i++) {
            *page = 1;
            CHECK_EQ(mprotect((void *)page, 4096, PROT_READ), 0);
            CHECK_EQ(mprotect((void *)page, 4096, PROT_READ | PROT_WRITE), 0);
        }
        kprof_end();
        ticks += kprof_in("interrupt") + kprof_in("tlb_interrupt");
    }
    __atomic_store_n(&over, 1, __ATOMIC_SEQ_CST);
    CHECK_EQ(pthread_join(id, NULL), 0);
    CHECK(ticks >= 5);
    return 0;
}
