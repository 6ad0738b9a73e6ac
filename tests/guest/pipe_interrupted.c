/* A signal ends a wait at a pipe: a read without a byte fails, a write returns what it wrote. */
#include "child.h"

static char buf[256 * 1024]; /* more than a pipe holds */
static volatile sig_atomic_t caught;

static void note(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    caught = sig;
}

int main(void)
{
    int p[2];
    CHECK_EQ(pipe(p), 0);
    set_handler(SIGALRM, note, 0);
    alarm_each_second();
    CHECK_FAILS(read(p[0], buf, 1), EINTR);
    CHECK_EQ(caught, SIGALRM);
    ssize_t n = write(p[1], buf, sizeof(buf));
    CHECK_IN(n, PIPE_BUF, (ssize_t)sizeof(buf) - 1);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    return 0;
}
