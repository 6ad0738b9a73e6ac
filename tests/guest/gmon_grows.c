/* Threads that make more arcs than the first table has room for lose no call. */
/* manual: monitor, MONCONTROL: growth */
/* machine: cpus=4 mem=128M */
/* flags: -pg */
#include "gmon_file.h"
#include "gmon_targets.h"
#include <pthread.h>

#define THREADS 4
#define ROUNDS  3

static int ready;

QUIET static void *call_all(void *arg)
{
    __atomic_fetch_add(&ready, 1, __ATOMIC_RELAXED); /* together, to meet in a full table */
    while (__atomic_load_n(&ready, __ATOMIC_RELAXED) < THREADS)
        ;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < TARGETS; i++)
            CALL_64(i);
    return arg;
}

QUIET int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, call_all, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(chdir("/tmp"), 0);
    _mcleanup();

    for (int i = 0; i < TARGETS; i += 51)
        CHECK_EQ(gmon_calls("gmon.out", target[i]), THREADS * ROUNDS * SITES);
    CHECK_EQ(gmon_calls_between("gmon.out", 1, UINTPTR_MAX, 0, UINTPTR_MAX),
             THREADS * ROUNDS * SITES * TARGETS);
    return 0;
}
