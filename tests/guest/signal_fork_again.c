/* fork never fails for a signal: it is made again after the handler, whatever the handler's flags,
 * and makes one child.  A blocked signal does not keep it, and is not the child's. */
/* machine: cpus=4 */
#include "child.h"
#include <stdbool.h>

#define ROUNDS  20
#define SIGNALS 500

static volatile bool all_sent;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    if (sig == SIGUSR2)
        all_sent = true;
}

static void send_all(void)
{
    for (int i = 0; i < SIGNALS; i++)
        CHECK_EQ(kill(getppid(), SIGUSR1), 0);
    CHECK_EQ(kill(getppid(), SIGUSR2), 0);
}

static void under_fire(void)
{
    struct channel born = channel_open();
    set_handler(SIGUSR1, handler, 0);
    set_handler(SIGUSR2, handler, 0);
    int forks = 0, ended = 0;
    for (int round = 0; round < ROUNDS; round++) {
        all_sent = false;
        pid_t sender = START_CHILD(send_all());
        do {
            pid_t child = START_CHILD(channel_send(born, 'b'));
            int status;
            while (waitpid(child, &status, 0) < 0)
                CHECK_EQ(errno, EINTR);
            CHECK_EQ(status, 0);
            forks++;
        } while (!all_sent);
        CHECK_EQ(child_wait(sender), 0);
    }
    CHECK_FAILS(waitpid(-1, NULL, 0), ECHILD);
    CHECK_EQ(close(born.out), 0);
    while (read(born.in, &(char){0}, 1) == 1)
        ended++;
    CHECK_EQ(ended, forks);
}

static void blocked(void)
{
    sigset_t usr1 = 1u << SIGUSR1;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &usr1, NULL), 0);
    CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    sigset_t pending;
    CHECK_EQ(IN_CHILD(CHECK_EQ(sigpending(&pending), 0); CHECK_EQ(pending, 0)), 0);
    CHECK_EQ(sigpending(&pending), 0);
    CHECK_EQ(pending, usr1);
}

int main(void)
{
    under_fire();
    blocked();
    return 0;
}
