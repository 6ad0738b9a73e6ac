/* A pipe without writers is at its end of file; one without readers is EPIPE and SIGPIPE, after
 * what was written before has been told. */
#include "child.h"
#include <sys/stat.h>

static char buf[256 * 1024]; /* more than a pipe holds */
static int p[2];
static volatile sig_atomic_t caught;

static void note(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    caught = sig;
}

static void end_of_file(void)
{
    CHECK_EQ(pipe(p), 0);
    pid_t writer = START_CHILD(close(p[0]); CHECK_EQ(write(p[1], "hi", 2), 2));
    close(p[1]);
    CHECK_EQ(read(p[0], buf, sizeof(buf)), 2);
    CHECK_EQ(read(p[0], buf, sizeof(buf)), 0);
    CHECK_EQ(read(p[0], buf, sizeof(buf)), 0);
    CHECK_EQ(child_wait(writer), 0);
    close(p[0]);
}

static void broken(void)
{
    CHECK_EQ(pipe(p), 0);
    close(p[0]);
    set_handler(SIGPIPE, note, 0);
    CHECK_FAILS(write(p[1], "x", 1), EPIPE);
    CHECK_EQ(caught, SIGPIPE);
    signal(SIGPIPE, SIG_DFL);
    CHECK_KILLED(IN_CHILD(write(p[1], "x", 1)), SIGPIPE);
    close(p[1]);
}

/* The reader goes in the middle of a write. */
static void broken_in_part(void)
{
    CHECK_EQ(pipe(p), 0);
    pid_t writer = START_CHILD({
        close(p[0]);
        signal(SIGPIPE, SIG_IGN);
        CHECK_IN(write(p[1], buf, sizeof(buf)), PIPE_BUF, (ssize_t)sizeof(buf) - 1);
        CHECK_FAILS(write(p[1], buf, 1), EPIPE);
    });
    close(p[1]);
    CHECK_EQ(read(p[0], buf, 1), 1);
    close(p[0]);
    CHECK_EQ(child_wait(writer), 0);
}

int main(void)
{
    CHECK_EQ(pipe(p), 0);
    struct stat st;
    CHECK_EQ(fstat(p[0], &st), 0);
    CHECK(S_ISFIFO(st.st_mode));
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    end_of_file();
    broken();
    broken_in_part();
    return 0;
}
