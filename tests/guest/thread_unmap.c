/* Memory that is unmapped while threads on other CPUs write to it: each of them gets SIGSEGV, and
 * none of their writes ever reaches whoever has the page next. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>

#define WRITERS 3
#define ROUNDS  20

static volatile char *page;
static int at_work, faulted, round_now;
static __thread sigjmp_buf back;

static void caught(int sig, siginfo_t *info, void *context)
{
    (void)context;
    CHECK_EQ((uintptr_t)info->si_addr, (uintptr_t)page);
    siglongjmp(back, sig);
}

static void *write_on(void *unused)
{
    for (volatile int round = 1; round <= ROUNDS; round++) {
        while (__atomic_load_n(&round_now, __ATOMIC_ACQUIRE) != round)
            sched_yield();
        if (sigsetjmp(back, 1) == 0) {
            *page = 'w';
            __atomic_add_fetch(&at_work, 1, __ATOMIC_SEQ_CST);
            for (;;)
                *page = 'w';
        }
        __atomic_add_fetch(&faulted, 1, __ATOMIC_SEQ_CST);
    }
    return unused;
}

static void wait_until(int *counter)
{
    while (__atomic_load_n(counter, __ATOMIC_SEQ_CST) != WRITERS)
        sched_yield();
}

int main(void)
{
    set_handler(SIGSEGV, caught, 0);
    pthread_t t[WRITERS];
    for (int i = 0; i < WRITERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, write_on, NULL), 0);
    char *next[ROUNDS + 1];
    for (int round = 1; round <= ROUNDS; round++) {
        at_work = faulted = 0;
        page = map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
        next[round] = map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
        __atomic_store_n(&round_now, round, __ATOMIC_RELEASE);
        wait_until(&at_work);
        CHECK_EQ(munmap((void *)page, PAGE_SIZE), 0);
        next[round][1] = 'n'; /* most likely in the same page of the machine */
        wait_until(&faulted);
        CHECK_EQ(next[round][0], 0);
    }
    for (int i = 0; i < WRITERS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    for (int round = 1; round <= ROUNDS; round++) {
        CHECK_EQ(next[round][0], 0);
        CHECK_EQ(next[round][1], 'n');
    }
    return 0;
}
