/*
 * For the tests that wait until another process sleeps, stops or has ended.
 */
#ifndef TESTS_GUEST_STATE_OF_H
#define TESTS_GUEST_STATE_OF_H

#include "check.h"
#include <sys/procinfo.h>

/* The letter that ps shows for the process; 0 if there is none. */
static inline char state_of(pid_t pid)
{
    static struct procinfo list[200];
    ssize_t n = proclist(list, 200);
    CHECK_IN(n, 1, 199);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == pid)
            return list[i].pi_state;
    return 0;
}

#endif
