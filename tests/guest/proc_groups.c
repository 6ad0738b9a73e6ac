/* Process groups: fork inherits them, setpgid changes the caller's own and a child's, and no other.
 */
#include "child.h"
#include <fcntl.h>

static void inherited(void)
{
    CHECK_EQ(getpgid(0), getpgid(getpid()));
    CHECK_EQ(getpgrp(), getpgid(0));
    CHECK_EQ(IN_CHILD(CHECK_EQ(getpgid(0), getpgid(getppid()))), 0);
}

static void errors(struct channel go)
{
    pid_t child = START_CHILD(channel_receive(go)), parent = getppid();
    CHECK_FAILS(getpgid(30000), ESRCH);
    CHECK_FAILS(getpgid(-1), ESRCH);
    CHECK_FAILS(setpgid(0, -1), EINVAL);
    CHECK_FAILS(setpgid(30000, 0), ESRCH);
    CHECK_FAILS(setpgid(-1, 0), ESRCH);
    CHECK_FAILS(setpgid(1, 0), ESRCH); /* neither the caller nor its child */
    CHECK_FAILS(setpgid(parent, 0), ESRCH);
    CHECK_FAILS(setpgid(child, 30000), EPERM); /* there is no such group */
    CHECK_EQ(getpgid(child), getpgid(0));
    channel_send(go, 'g');
    CHECK_EQ(child_wait(child), 0);
    CHECK_FAILS(getpgid(child), ESRCH);
}

static void moving(struct channel go)
{
    pid_t old = getpgid(0);
    pid_t a = START_CHILD(channel_receive(go)), b = START_CHILD(channel_receive(go));
    CHECK_EQ(setpgid(a, a), 0);
    CHECK_EQ(getpgid(a), a);
    CHECK_EQ(setpgid(b, a), 0);
    CHECK_EQ(getpgid(b), a);
    CHECK_EQ(setpgid(b, 0), 0);
    CHECK_EQ(getpgid(b), b);
    CHECK_EQ(setpgid(0, a), 0);
    CHECK_EQ(getpgid(0), a);
    CHECK_EQ(setpgid(0, old), 0);
    channel_send(go, 'g');
    channel_send(go, 'g');
    CHECK_EQ(child_wait(a), 0);
    CHECK_EQ(child_wait(b), 0);
}

/* A child that has run a program has its group for itself to choose: its parent is too late. */
static void after_exec(struct channel go)
{
    struct channel running = channel_open();
    CHECK_EQ(fcntl(running.out, F_SETFD, FD_CLOEXEC), 0);
    pid_t child = START_CHILD(dup2(go.in, 0); BECOME("/bin/head", "-n", "1"));
    CHECK_EQ(close(running.out), 0);
    char byte;
    CHECK_EQ(read(running.in, &byte, 1), 0); /* the end, as exec has closed it */
    CHECK_FAILS(setpgid(child, child), EACCES);
    CHECK_EQ(getpgid(child), getpgid(0));
    channel_send(go, '\n');
    CHECK_EQ(child_wait(child), 0);
}

/* A group lives as long as it has members: its number is not given to a new process. */
static void outlives_its_leader(struct channel go)
{
    pid_t lead = START_CHILD(channel_receive(go));
    CHECK_EQ(setpgid(lead, 0), 0);
    pid_t member = START_CHILD(channel_receive(go));
    CHECK_EQ(setpgid(member, lead), 0);
    CHECK_EQ(kill(lead, SIGTERM), 0);
    CHECK_KILLED(child_wait(lead), SIGTERM);
    CHECK_EQ(getpgid(member), lead);
    CHECK_EQ(kill(-lead, 0), 0);
    CHECK_EQ(kill(-lead, SIGKILL), 0);
    CHECK_KILLED(child_wait(member), SIGKILL);
    CHECK_FAILS(kill(-lead, 0), ESRCH);
}

int main(void)
{
    struct channel go = channel_open();
    inherited();
    errors(go);
    moving(go);
    outlives_its_leader(go);
    after_exec(go);
    CHECK_EQ(IN_CHILD(CHECK_EQ(setpgrp(), getpid())), CHILD_DONE);
    return 0;
}
