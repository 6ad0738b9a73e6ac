/* sigsuspend loses no signal: two processes wake each other, thousands of times, and never sleep
 * both; the old mask's signals are blocked again after it. */
/* machine: cpus=2 */
#include "child.h"
#include <stdbool.h>

#define ROUNDS 2000

static volatile sig_atomic_t caught;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    caught++;
}

static void play(pid_t other, bool begins)
{
    sigset_t now, none = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (begins)
            CHECK_EQ(kill(other, SIGUSR1), 0);
        CHECK_FAILS(sigsuspend(&none), EINTR);
        CHECK_EQ(caught, i + 1);
        CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &now), 0);
        CHECK_EQ(now, 1u << SIGUSR1);
        if (!begins)
            CHECK_EQ(kill(other, SIGUSR1), 0);
    }
}

int main(void)
{
    sigset_t set = 1u << SIGUSR1;
    set_handler(SIGUSR1, handler, 0);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    pid_t self = getpid(), pid = START_CHILD(play(self, false));
    play(pid, true);
    CHECK_EQ(child_wait(pid), 0);

    /* One that is pending already. */
    caught = 0;
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(caught, 0);
    CHECK_FAILS(sigsuspend(&(sigset_t){0}), EINTR);
    CHECK_EQ(caught, 1);
    return 0;
}
