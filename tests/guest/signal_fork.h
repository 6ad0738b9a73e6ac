/* For tests that a signal to the group of a process that forks as fast as it can leaves none. */
#ifndef TESTS_GUEST_SIGNAL_FORK_H
#define TESTS_GUEST_SIGNAL_FORK_H

#include "child.h"

#define ROUNDS 100
#define FORKS  200 /* more than it gets to, unless the host is very busy */

static int alive[2]; /* a pipe that every process of the group holds open */

static inline void survived(int sig)
{
    (void)sig;
    if (write(alive[1], "s", 1) != 1)
        _exit(2);
    _exit(1);
}

static inline _Noreturn void fork_and_fork(struct channel begun)
{
    signal(SIGUSR1, survived);
    CHECK_EQ(setpgid(0, 0), 0);
    channel_send(begun, 'b');
    for (int i = 0; i < FORKS && fork() != 0; i++)
        ;
    for (;;)
        pause();
}

/* How many outlived the signal.  Once the process that forks has ended there are no new ones. */
static inline int survivors(int sig)
{
    int n = 0;
    CHECK_EQ(pipe(alive), 0);
    struct channel begun = channel_open();
    pid_t leader = START_CHILD(fork_and_fork(begun));
    CHECK_EQ(close(alive[1]), 0);
    CHECK_EQ(close(begun.out), 0); /* so reading ends when the leader does */
    channel_receive(begun);
    CHECK_EQ(close(begun.in), 0);
    CHECK_EQ(kill(-leader, sig), 0);
    CHECK_KILLED(child_wait(leader), sig);
    kill(-leader, SIGUSR1);
    char byte;
    while (read(alive[0], &byte, 1) == 1)
        n++;
    CHECK_EQ(close(alive[0]), 0);
    return n;
}

static inline void group_ends_by(int sig)
{
    int n = 0;
    for (int round = 0; round < ROUNDS; round++)
        n += survivors(sig);
    CHECK_EQ(n, 0);
}

#endif
