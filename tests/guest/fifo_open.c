/* Opening one end of a FIFO waits for the other, unless O_NONBLOCK; a signal ends the wait. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>

static struct stat st;
static int status;

static void on_alarm(int sig)
{
    (void)sig;
}

int main(void)
{
    char buf[8] = "";
    CHECK_EQ(mkfifo("/tmp/p", S_IFDIR | 0666), 0); /* of the mode, the permissions count */
    CHECK_FAILS(mkfifo("/tmp/p", 0666), EEXIST);
    CHECK_FAILS(open("/tmp/p", O_WRONLY | O_NONBLOCK), ENXIO);
    pid_t pid = fork();
    if (pid == 0) {
        int out = open("/tmp/p", O_WRONLY);
        _exit(write(out, "hello", 5) != 5);
    }
    int in = open("/tmp/p", O_RDONLY);
    CHECK_EQ(fstat(in, &st), 0);
    CHECK(S_ISFIFO(st.st_mode));
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    CHECK_EQ(read(in, buf, sizeof(buf)), 5);
    CHECK_STR(buf, "hello");
    CHECK_EQ(read(in, buf, sizeof(buf)), 0); /* no writer is left */

    int out = open("/tmp/p", O_WRONLY | O_NONBLOCK); /* there is a reader */
    CHECK_EQ(write(out, "x", 1), 1);
    CHECK_EQ(close(in), 0);
    CHECK_EQ(close(out), 0);
    in = open("/tmp/p", O_RDONLY | O_NONBLOCK);
    CHECK_EQ(read(in, buf, 1), 0); /* nothing stays in a FIFO that nobody has open */
    CHECK_EQ(close(in), 0);

    int both = open("/tmp/p", O_RDWR);
    CHECK_EQ(write(both, "y", 1), 1);
    CHECK_EQ(read(both, buf, 8), 1);
    CHECK_EQ(close(both), 0);

    struct sigaction act = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &act, NULL);
    struct itimerval often = {{0, 10000}, {0, 10000}};
    CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
    CHECK_FAILS(open("/tmp/p", O_RDONLY), EINTR);
    CHECK_FAILS(open("/tmp/p", O_WRONLY), EINTR);
    CHECK_EQ(unlink("/tmp/p"), 0);
    return 0;
}
