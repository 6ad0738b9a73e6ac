/*
 * For the tests of the futex calls: their stubs, and a thread that sleeps on a word.
 */
#ifndef TESTS_GUEST_FUTEX_H
#define TESTS_GUEST_FUTEX_H

#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <sys/calls.h>
#include <time.h>

/* A thread's function: sleeps until it is woken. */
static inline void *futex_sleep(void *word)
{
    CHECK_EQ(__futex_wait(word, 0, NULL), 0);
    return NULL;
}

/* Wakes the one thread that sleeps on the word, or is about to. */
static inline void futex_wake_the_sleeper(int *word)
{
    while (__futex_wake(word, 1) == 0)
        sched_yield();
}

#endif
