/* alarm: SIGALRM after that many seconds of the machine's clock, what was left of the one before,
 * none after fork, kept by exec, and gone with its process. */
/* machine: det=1 */
#include "child.h"
#include "now.h"
#include <time.h>

static volatile sig_atomic_t caught;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)context;
    CHECK_EQ(sig, SIGALRM);
    CHECK_EQ(info->si_pid, 0);
    caught++;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return alarm(0);
    set_handler(SIGALRM, handler, 0);
    int64_t start = now_ns() / 1000000;
    CHECK_EQ(alarm(3), 0);
    CHECK_FAILS(pause(), EINTR);
    CHECK_EQ(caught, 1);
    CHECK_IN(now_ns() / 1000000 - start, 3000, 3099);

    CHECK_EQ(alarm(100), 0);
    CHECK_EQ(alarm(50), 100);
    CHECK_EQ(nanosleep(&(struct timespec){10, 500000000}, NULL), 0);
    CHECK_EQ(alarm(0), 40); /* 39.5, rounded up */
    CHECK_EQ(alarm(0), 0);
    CHECK_EQ(nanosleep(&(struct timespec){100, 0}, NULL), 0);
    CHECK_EQ(caught, 1);

    CHECK_EQ(alarm(2), 0);
    CHECK_EQ(IN_CHILD(CHECK_EQ(alarm(0), 0)), 0);
    CHECK_EQ(IN_CHILD(alarm(9); BECOME(argv[0], "new")), 9 << 8);
    CHECK_EQ(IN_CHILD(alarm(1)), 0);
    CHECK_FAILS(nanosleep(&(struct timespec){100, 0}, NULL), EINTR);
    CHECK_EQ(caught, 2);
    CHECK_KILLED(IN_CHILD(signal(SIGALRM, SIG_DFL); alarm(1); pause()), SIGALRM);

    CHECK_EQ(alarm(0xffffffff), 0);
    CHECK_EQ(alarm(0), 0xffffffff);
    return 0;
}
