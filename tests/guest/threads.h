/*
 * For the tests of threads: several that run the same function, each with its number.
 */
#ifndef TESTS_GUEST_THREADS_H
#define TESTS_GUEST_THREADS_H

#include "check.h"
#include <pthread.h>
#include <stdint.h>

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
