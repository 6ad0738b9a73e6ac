/* SIGCHLD for each child: a parent that only sleeps in sigsuspend learns of every end. */
/* machine: cpus=4 */
#include "child.h"

#define CHILDREN 40

static int ended;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    int status;
    while (waitpid(-1, &status, WNOHANG) > 0) { /* one signal may stand for several */
        CHECK_EQ(status, 0);
        ended++;
    }
}

int main(void)
{
    sigset_t set = 1u << SIGCHLD, none = 0;
    set_handler(SIGCHLD, handler, SA_RESTART);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < CHILDREN; i++)
            START_CHILD();
        for (ended = 0; ended < CHILDREN;)
            CHECK_FAILS(sigsuspend(&none), EINTR);
        CHECK_EQ(ended, CHILDREN);
        CHECK_FAILS(waitpid(-1, NULL, WNOHANG), ECHILD);
    }
    return 0;
}
