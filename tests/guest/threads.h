/*
 * For the tests of threads: several that run the same function, each with its number; and one that
 * only ends.
 */
#ifndef TESTS_GUEST_THREADS_H
#define TESTS_GUEST_THREADS_H

#include "check.h"
#include <pthread.h>
#include <stdint.h>

static inline void *end_at_once(void *unused)
{
    return unused;
}

/* Makes a thread that has nothing to do, and waits for its end. */
static inline void end_a_thread(void)
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_at_once, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
}

#define WORKERS 8

/* Each thread's result is its argument: 0, 1 ... WORKERS - 1. */
static inline void run_all(void *(*run)(void *))
{
    pthread_t t[WORKERS];
    for (intptr_t i = 0; i < WORKERS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, run, (void *)i), 0);
    for (intptr_t i = 0; i < WORKERS; i++) {
        void *result;
        CHECK_EQ(pthread_join(t[i], &result), 0);
        CHECK_EQ((intptr_t)result, i);
    }
}

#endif
