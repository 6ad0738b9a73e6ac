/* Reading the console without any input: O_NONBLOCK, VMIN and VTIME, signals, the foreground group.
 */
/* machine: det=1 */
#include "check.h"
#include <abi/device.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int console;
static char buf[16];

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void set(struct termios *t, int min, int time)
{
    t->c_cc[VMIN] = min;
    t->c_cc[VTIME] = time;
    CHECK_EQ(tcsetattr(console, TCSAFLUSH, t), 0);
}

static void fails(int error)
{
    CHECK_FAILS(read(console, buf, sizeof(buf)), error);
}

static void note(int sig)
{
    (void)sig;
}

static void flush(void)
{
    CHECK_EQ(tcflush(console, TCIFLUSH), 0);
    CHECK_EQ(tcflush(console, TCOFLUSH), 0);
    CHECK_EQ(tcdrain(console), 0);
    CHECK_EQ(tcsendbreak(console, 0), 0);
    CHECK_FAILS(tcflush(console, 3), EINVAL);
    int file = open("/bin/sh", O_RDONLY);
    CHECK_FAILS(tcflush(file, TCIOFLUSH), ENOTTY);
    CHECK_FAILS(tcdrain(file), ENOTTY);
}

static void interrupted(void)
{
    struct sigaction act = {.sa_handler = note};
    sigaction(SIGALRM, &act, NULL);
    alarm(1);
    fails(EINTR);
}

static void background(void)
{
    pid_t mine = getpgid(0), pid = fork();
    if (pid == 0) {
        CHECK_EQ(setpgid(0, 0), 0);
        CHECK_EQ(tcsetpgrp(console, mine), 0);
        signal(SIGTTIN, SIG_IGN);
        signal(SIGTTOU, SIG_IGN);
        fails(EIO);
        CHECK_EQ(write(console, "", 0), 0);
        CHECK_EQ(tcsetpgrp(console, getpid()), 0);
        CHECK_EQ(tcgetpgrp(console), getpid());
        CHECK_EQ(read(console, buf, 1), 0); /* VMIN and VTIME are 0 */
        _exit(0);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    pid_t none = 0;
    CHECK_FAILS(ioctl(console, TIOCSPGRP, &none), EINVAL);
}

/* Before any group is the foreground group: the number of none that is there. */
static void nobody_in_the_foreground(void)
{
    pid_t group = tcgetpgrp(console);
    CHECK(group > 1);
    CHECK_FAILS(kill(-group, 0), ESRCH);
}

int main(void)
{
    console = open("/dev/console", O_RDWR);
    CHECK(isatty(console));
    CHECK(!isatty(0));
    struct stat st;
    CHECK_EQ(fstat(console, &st), 0);
    CHECK(S_ISCHR(st.st_mode));
    CHECK_EQ(st.st_rdev, DEV_CONSOLE);
    CHECK_EQ(read(console, buf, 0), 0);

    nobody_in_the_foreground();
    CHECK_EQ(fcntl(console, F_SETFL, O_NONBLOCK), 0);
    fails(EAGAIN);
    CHECK_EQ(fcntl(console, F_SETFL, 0), 0);
    interrupted();
    flush();

    struct termios t;
    CHECK_EQ(tcgetattr(console, &t), 0);
    CHECK(t.c_lflag & ICANON);
    CHECK(t.c_lflag & ECHO);
    t.c_lflag &= ~(ICANON | ECHO);
    set(&t, 1, 0);
    interrupted();
    long began = now_ms();
    set(&t, 0, 3);
    CHECK_EQ(read(console, buf, sizeof(buf)), 0);
    CHECK(now_ms() - began >= 300);
    set(&t, 0, 0);
    CHECK_EQ(read(console, buf, sizeof(buf)), 0);
    background();
    return 0;
}
