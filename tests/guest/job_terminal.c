/* Sessions, and the terminal: who may take it, read it, and change it. */
#include "child.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <termios.h>

static int console;
static char byte;

static void sessions(void)
{
    CHECK_EQ(getsid(0), getsid(getpid()));
    CHECK_FAILS(getsid(30000), ESRCH);
    pid_t leader = START_CHILD({
        CHECK_EQ(setsid(), getpid());
        CHECK_EQ(getsid(0), getpid());
        CHECK_EQ(getpgid(0), getpid());
        CHECK_FAILS(setsid(), EPERM);
        CHECK_FAILS(setpgid(0, 0), EPERM); /* of a leader */
        CHECK_EQ(IN_CHILD(CHECK_EQ(getsid(0), getppid())), 0);
        CHECK_EQ(IN_CHILD(CHECK_FAILS(setpgid(0, 1), EPERM)), 0); /* of another session */
        pause();
    });
    while (getsid(leader) != leader)
        sched_yield();
    CHECK_FAILS(setpgid(leader, getpgid(0)), EPERM);
    CHECK_EQ(kill(leader, SIGKILL), 0);
    CHECK_KILLED(child_wait(leader), SIGKILL);
}

static void stopped_by(pid_t pid, int sig)
{
    int status;
    CHECK_EQ(waitpid(pid, &status, WUNTRACED), pid);
    CHECK_EQ(status, W_STOPPED(sig));
}

static void is_stopped(pid_t pid, int sig)
{
    stopped_by(pid, sig);
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
}

#define IN_BACKGROUND(...) START_CHILD(CHECK_EQ(setpgid(0, 0), 0); __VA_ARGS__)

static void deaf(int sig)
{
    signal(sig, SIG_IGN);
}

static void background(void)
{
    pid_t mine = getpgid(0);
    struct termios t;
    CHECK_EQ(tcgetattr(console, &t), 0);
    is_stopped(IN_BACKGROUND(read(console, &byte, 1)), SIGTTIN);
    is_stopped(IN_BACKGROUND(tcsetpgrp(console, getpid())), SIGTTOU);
    is_stopped(IN_BACKGROUND(tcsetattr(console, TCSANOW, &t)), SIGTTOU);
    CHECK_EQ(tcgetpgrp(console), mine);
    CHECK_EQ(child_wait(IN_BACKGROUND(CHECK_EQ(write(console, "", 0), 0))), 0);
    CHECK_EQ(child_wait(IN_BACKGROUND(deaf(SIGTTIN); CHECK_FAILS(read(console, &byte, 1), EIO))),
             0);
    t.c_lflag |= TOSTOP;
    CHECK_EQ(child_wait(IN_BACKGROUND(deaf(SIGTTOU); tcsetattr(console, TCSANOW, &t))), 0);
    is_stopped(IN_BACKGROUND(write(console, "never\n", 6)), SIGTTOU);
    CHECK_EQ(child_wait(IN_BACKGROUND(deaf(SIGTTOU); CHECK_EQ(write(console, "\n", 1), 1))), 0);
    t.c_lflag &= ~TOSTOP;
    CHECK_EQ(tcsetattr(console, TCSANOW, &t), 0);

    /* A stopped read is made again in the foreground. */
    pid_t reader = IN_BACKGROUND(CHECK_EQ(read(console, &byte, 1), 0));
    stopped_by(reader, SIGTTIN);
    t.c_lflag &= ~ICANON;
    t.c_cc[VMIN] = 0;
    CHECK_EQ(tcsetattr(console, TCSANOW, &t), 0);
    CHECK_EQ(tcsetpgrp(console, reader), 0);
    CHECK_EQ(kill(-reader, SIGCONT), 0);
    CHECK_EQ(child_wait(reader), 0);
    signal(SIGTTOU, SIG_IGN);
    CHECK_EQ(tcsetpgrp(console, mine), 0);
    signal(SIGTTOU, SIG_DFL);
}

static void orphaned(void)
{
    struct channel told = channel_open();
    pid_t parent = IN_BACKGROUND({
        pid_t self = getpid();
        START_CHILD({
            while (getppid() == self)
                sched_yield();
            CHECK_FAILS(read(console, &byte, 1), EIO);
            CHECK_FAILS(tcsetpgrp(console, self), EIO);
            channel_send(told, 'o');
        });
    });
    CHECK_EQ(child_wait(parent), 0);
    CHECK_EQ(close(told.out), 0); /* the end of a child that failed is then seen */
    CHECK_EQ(channel_receive(told), 'o');
}

static volatile int noticed;

static void notice(int sig)
{
    (void)sig;
    noticed++;
}

/* SIGWINCH goes the way of ^C.  The next group gets what the last one can no longer take. */
static void too_late(int reaped)
{
    struct winsize size;
    CHECK_EQ(ioctl(console, TIOCGWINSZ, &size), 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pid_t ended = START_CHILD(pause());
    CHECK_EQ(setpgid(ended, 0), 0);
    CHECK_EQ(tcsetpgrp(console, ended), 0);
    CHECK_EQ(kill(ended, SIGKILL), 0);
    int sig, here = noticed;
    CHECK_EQ(sigwait(&set, &sig), 0);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    if (reaped)
        CHECK_KILLED(child_wait(ended), SIGKILL);
    deaf(SIGTTOU);
    CHECK_EQ(ioctl(console, TIOCSWINSZ, &size), 0);
    CHECK_EQ(noticed, here);
    CHECK_EQ(tcsetpgrp(console, getpid()), 0);
    CHECK_EQ(noticed, here + 1);
    CHECK_EQ(tcsetpgrp(console, getpid()), 0);
    CHECK_EQ(noticed, here + 1);
    signal(SIGTTOU, SIG_DFL);
    if (!reaped)
        CHECK_KILLED(child_wait(ended), SIGKILL);
}

static void errors(void)
{
    pid_t none = 0, other = START_CHILD(setsid(); for (;;) pause());
    CHECK_FAILS(ioctl(console, TIOCGPGRP, (void *)8), EFAULT);
    CHECK_FAILS(ioctl(console, TIOCSPGRP, &none), EINVAL);
    CHECK_FAILS(tcsetpgrp(console, 12345), EPERM);
    while (getsid(other) != other)
        sched_yield();
    CHECK_FAILS(tcsetpgrp(console, other), EPERM);
    CHECK_EQ(IN_CHILD({
                 setsid();
                 CHECK_FAILS(tcsetpgrp(console, getpid()), ENOTTY);
                 CHECK_FAILS(read(console, &byte, 1), EIO);
             }),
             0);
    CHECK_EQ(kill(other, SIGKILL), 0);
    CHECK_KILLED(child_wait(other), SIGKILL);
}

int main(void)
{
    console = open("/dev/console", O_RDWR);
    sessions();
    CHECK_EQ(setpgid(0, 0), 0);
    deaf(SIGTTOU); /* a group that has ended may have the terminal */
    CHECK_EQ(tcsetpgrp(console, getpid()), 0);
    signal(SIGTTOU, SIG_DFL);
    CHECK_EQ(tcgetpgrp(console), getpid());
    errors();
    background();
    orphaned();
    signal(SIGWINCH, notice);
    signal(SIGCHLD, notice); /* not ignored, so that too_late() can wait for it */
    too_late(0);
    too_late(1);
    return 0;
}
