/* kill: to one process, to a group, to all; with 0 it only asks; process 1 is safe. */
#include "child.h"
#include "state_of.h"

static void errors(void)
{
    CHECK_FAILS(kill(getpid(), -1), EINVAL);
    CHECK_FAILS(kill(getpid(), NSIG), EINVAL);
    CHECK_FAILS(kill(30000, SIGTERM), ESRCH);
    CHECK_FAILS(kill(30000, 0), ESRCH);
    CHECK_FAILS(kill(-30000, SIGTERM), ESRCH);
    CHECK_FAILS(kill(-0x7fffffff - 1, SIGTERM), ESRCH);
    CHECK_EQ(kill(getpid(), 0), 0);
    CHECK_EQ(kill(1, 0), 0);
}

static void first_process(void)
{
    for (int sig = 1; sig < NSIG; sig++)
        CHECK_EQ(kill(1, sig), 0);
    CHECK_EQ(kill(1, 0), 0);
}

static void zombie(void)
{
    pid_t pid = START_CHILD(_exit(3));
    while (state_of(pid) != 'Z')
        continue;
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_EQ(child_wait(pid), 3 << 8);
    CHECK_FAILS(kill(pid, 0), ESRCH);
}

/* Members of three groups wait; each signal ends exactly those that it means. */
static void groups(void)
{
    struct channel never = channel_open();
    pid_t pid[6];
    for (int i = 0; i < 6; i++) {
        pid[i] = START_CHILD(channel_receive(never));
        CHECK_EQ(setpgid(pid[i], pid[i / 2 * 2]), 0);
    }
    CHECK_EQ(kill(-pid[2], SIGTERM), 0);
    CHECK_KILLED(child_wait(pid[2]), SIGTERM);
    CHECK_KILLED(child_wait(pid[3]), SIGTERM);
    CHECK_FAILS(kill(-pid[2], SIGTERM), ESRCH);
    CHECK_EQ(waitpid(-1, NULL, WNOHANG), 0);

    /* 0: the caller's group, the caller included. */
    pid_t own = START_CHILD(setpgid(0, 0); START_CHILD(channel_receive(never)); kill(0, SIGUSR1));
    CHECK_KILLED(child_wait(own), SIGUSR1);
    CHECK_EQ(kill(pid[0], 0), 0);
    CHECK_EQ(kill(pid[4], 0), 0);

    CHECK_EQ(kill(pid[5], SIGINT), 0);
    CHECK_KILLED(child_wait(pid[5]), SIGINT);
    CHECK_EQ(kill(-pid[4], SIGHUP), 0);
    CHECK_KILLED(child_wait(pid[4]), SIGHUP);
    channel_send(never, 'n');
    channel_send(never, 'n');
    CHECK_EQ(child_wait(pid[0]), 0);
    CHECK_EQ(child_wait(pid[1]), 0);
}

static volatile sig_atomic_t taken;

static void count(int sig)
{
    (void)sig;
    taken++;
}

/* -1: all but the caller and process 1.  The shell that runs this test is among them. */
static void everybody(void)
{
    struct channel go = channel_open();
    signal(SIGWINCH, count);
    pid_t pid[3];
    for (int i = 0; i < 3; i++)
        pid[i] = START_CHILD(channel_receive(go); _exit(10 + taken));
    CHECK_EQ(kill(-1, SIGWINCH), 0);
    CHECK_EQ(taken, 0);
    for (int i = 0; i < 3; i++)
        channel_send(go, 'g');
    for (int i = 0; i < 3; i++)
        CHECK_EQ(child_wait(pid[i]), 11 << 8);

    for (int i = 0; i < 3; i++)
        pid[i] = START_CHILD(channel_receive(go));
    CHECK_EQ(kill(-1, SIGCHLD), 0);
    CHECK_EQ(waitpid(-1, NULL, WNOHANG), 0);
    CHECK_EQ(IN_CHILD(signal(SIGWINCH, SIG_IGN); CHECK_EQ(kill(-1, SIGWINCH), 0)), 0);
    CHECK_EQ(taken, 1);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(kill(pid[i], SIGKILL), 0);
        CHECK_KILLED(child_wait(pid[i]), SIGKILL);
    }
}

int main(void)
{
    errors();
    first_process();
    zombie();
    groups();
    everybody();
    return 0;
}
