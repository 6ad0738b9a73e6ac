/* F_SETLKW waits until the bytes are free; a signal ends the wait, also one that would never end.
 */
/* machine: det=1 cpus=1 */
#include "locks.h"

static int fd, ends[2];

static void handler(int sig)
{
    (void)sig;
}

/* Until the child has done something. */
static void wait_for_child(void)
{
    char byte;
    CHECK_EQ(read(ends[0], &byte, 1), 1);
}

static void done(void)
{
    CHECK_EQ(write(ends[1], "x", 1), 1);
}

int main(void)
{
    fd = open("/tmp/f", O_RDWR | O_CREAT, 0666);
    CHECK_EQ(pipe(ends), 0);
    pid_t pid = START_CHILD({
        CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 0, 1), 0);
        done();
        CHECK_EQ(set_lock(fd, F_SETLKW, F_WRLCK, 1, 1), 0); /* until the parent unlocks it */
        CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 0, 1), 0);
        done();
        pause();
    });
    CHECK_EQ(set_lock(fd, F_SETLK, F_WRLCK, 1, 1), 0);
    wait_for_child();
    struct sigaction act = {.sa_handler = handler};
    sigaction(SIGALRM, &act, NULL);
    struct itimerval often = {{0, 10000}, {0, 10000}}, never = {{0, 0}, {0, 0}};
    CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
    for (int i = 0; i < 10; i++) /* the child waits, too */
        CHECK_FAILS(set_lock(fd, F_SETLKW, F_WRLCK, 0, 1), EINTR);
    CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
    CHECK_EQ(set_lock(fd, F_SETLK, F_UNLCK, 1, 1), 0);
    wait_for_child();
    CHECK_FAILS(set_lock(fd, F_SETLK, F_WRLCK, 1, 1), EAGAIN);
    CHECK_EQ(kill(pid, SIGKILL), 0); /* its end unlocks */
    CHECK_EQ(set_lock(fd, F_SETLKW, F_WRLCK, 1, 1), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
    return 0;
}
