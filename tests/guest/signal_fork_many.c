/* A signal to a group of hundreds of processes, some of which fork or end at that moment, leaves
 * none.  The kernel lets others run between two parts of such a group. */
/* machine: cpus=4 */
#include "signal_fork.h"

#define MANY_ROUNDS 8
#define SLEEPERS    200
#define FORKERS     10

static _Noreturn void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* Each second child ends at once. */
static _Noreturn void fork_often(void)
{
    for (int i = 0; i < FORKS; i++) {
        if (fork() != 0)
            continue;
        if (i % 2 == 0)
            _exit(0);
        sleep_for_ever();
    }
    sleep_for_ever();
}

static _Noreturn void lead(struct channel begun)
{
    signal(SIGUSR1, survived);
    signal(SIGCHLD, SIG_IGN); /* no zombies */
    CHECK_EQ(setpgid(0, 0), 0);
    for (int i = 0; i < SLEEPERS; i++) {
        if (i % (SLEEPERS / FORKERS) == 0)
            START_CHILD(fork_often());
        START_CHILD(sleep_for_ever());
    }
    channel_send(begun, 'b');
    sleep_for_ever();
}

static void leaves_none(void)
{
    struct channel begun = channel_open();
    CHECK_EQ(pipe(alive), 0);
    pid_t leader = START_CHILD(lead(begun));
    CHECK_EQ(close(alive[1]), 0);
    CHECK_EQ(channel_receive(begun), 'b');
    channel_close(begun);
    CHECK_EQ(kill(-leader, SIGINT), 0); /* which prints nothing */
    CHECK_KILLED(child_wait(leader), SIGINT);
    while (kill(-leader, SIGUSR1) == 0)
        ; /* a survivor says so, and ends */
    char byte;
    CHECK_EQ(read(alive[0], &byte, 1), 0);
    CHECK_EQ(close(alive[0]), 0);
}

int main(void)
{
    for (int round = 0; round < MANY_ROUNDS; round++)
        leaves_none();
    return 0;
}
