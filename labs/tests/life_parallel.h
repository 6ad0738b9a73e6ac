/*
 * For the tests of lab 3: threads that spin on all CPUs.
 */
#ifndef LABS_TESTS_LIFE_PARALLEL_H
#define LABS_TESTS_LIFE_PARALLEL_H

#include "prof.h"
#include <pthread.h>
#include <stdbool.h>

#define SPINNERS 4

struct spinners {
    pthread_t thread[SPINNERS];
    volatile bool stop;
};

static void *spinners_spin(void *arg)
{
    struct spinners *spinners = arg;
    while (!spinners->stop)
        prof_spin(1000);
    return arg;
}

static inline void spinners_start(struct spinners *spinners)
{
    spinners->stop = false;
    for (int i = 0; i < SPINNERS; i++)
        CHECK_EQ(pthread_create(&spinners->thread[i], NULL, spinners_spin, spinners), 0);
}

static inline void spinners_end(struct spinners *spinners)
{
    spinners->stop = true;
    for (int i = 0; i < SPINNERS; i++)
        CHECK_EQ(pthread_join(spinners->thread[i], NULL), 0);
}

#endif
