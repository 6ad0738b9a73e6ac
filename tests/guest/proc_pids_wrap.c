/* After the highest pid comes the lowest that is free: not that of a process, of a zombie, or of a
 * group whose first process has gone. */
/* machine: cpus=1 */
#include "child.h"

#define PID_MAX 32767

static struct channel go;

/* Numbers that no new process may get. */
static pid_t alive, zombie, group, member;

static void check_new(pid_t pid)
{
    CHECK_IN(pid, 2, PID_MAX);
    CHECK(pid != getpid() && pid != alive && pid != zombie && pid != group && pid != member);
}

static void make_group(void)
{
    group = START_CHILD(channel_receive(go));
    member = START_CHILD(channel_receive(go); channel_receive(go));
    CHECK_EQ(setpgid(group, group), 0);
    CHECK_EQ(setpgid(member, group), 0);
    CHECK_EQ(kill(group, SIGKILL), 0);
    CHECK_KILLED(child_wait(group), SIGKILL);
}

int main(void)
{
    go = channel_open();
    alive = START_CHILD(channel_receive(go));
    zombie = START_CHILD(_exit(7));
    make_group();
    pid_t last = member, pid;
    do {
        pid = START_CHILD(_exit(0));
        check_new(pid);
        CHECK_EQ(child_wait(pid), 0);
        CHECK_EQ(pid, last + 1);
        last = pid;
    } while (last < PID_MAX);
    for (int i = 0; i < 10; i++) {
        pid = START_CHILD(_exit(0));
        check_new(pid);
        CHECK_EQ(child_wait(pid), 0);
    }
    CHECK(pid < 100);
    CHECK_EQ(kill(-group, SIGKILL), 0);
    CHECK_KILLED(child_wait(member), SIGKILL);
    CHECK_FAILS(kill(-group, 0), ESRCH);
    CHECK_EQ(kill(alive, SIGKILL), 0);
    CHECK_KILLED(child_wait(alive), SIGKILL);
    CHECK_EQ(child_wait(zombie), 7 << 8);
    return 0;
}
