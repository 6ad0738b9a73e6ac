/* mprotect holds on all CPUs when it returns: a thread that writes elsewhere stops at once, waits
 * in its handler, and goes on when it may. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

#define WRITERS 3
#define ROUNDS  15
#define SPIN    3000

struct slot {
    volatile uint64_t count;
    char pad[1024];
};

static struct slot *slot;
static int allowed, stopped, done;

static void caught(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    __atomic_add_fetch(&stopped, 1, __ATOMIC_SEQ_CST);
    while (!__atomic_load_n(&allowed, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void *count_on(void *arg)
{
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
        slot[(long)arg].count++;
    return NULL;
}

static void check_still(void)
{
    uint64_t before[WRITERS];
    for (int i = 0; i < WRITERS; i++)
        before[i] = slot[i].count;
    for (volatile int k = 0; k < SPIN; k++)
        continue;
    for (int i = 0; i < WRITERS; i++)
        CHECK_EQ(slot[i].count, before[i]);
}

/* All are at work, none is in its handler. */
static void wait_for_all(void)
{
    for (int i = 0; i < WRITERS; i++) {
        uint64_t before = slot[i].count;
        while (slot[i].count == before)
            sched_yield();
    }
}

int main(void)
{
    slot = (void *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    set_handler(SIGSEGV, caught, 0);
    pthread_t t[WRITERS];
    for (long i = 0; i < WRITERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, count_on, (void *)i), 0);
    for (int round = 0; round < ROUNDS; round++) {
        wait_for_all();
        allowed = stopped = 0;
        CHECK_EQ(mprotect(slot, PAGE_SIZE, PROT_READ), 0);
        check_still();
        while (__atomic_load_n(&stopped, __ATOMIC_SEQ_CST) != WRITERS)
            sched_yield();
        check_still();
        CHECK_EQ(mprotect(slot, PAGE_SIZE, PROT_READ | PROT_WRITE), 0);
        __atomic_store_n(&allowed, 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < WRITERS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    return 0;
}
