/* After the highest pid comes the lowest that is free: not that of a process, of a zombie, or of a
 * group whose first process has gone.  When none is free fork fails. */
/* machine: det=1 cpus=1 kargs=pid_max=300 */
#include "child.h"

#define PID_MAX 300

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

/* The numbers from the last on, each in its turn, and then the lowest. */
static pid_t make_to_the_highest(pid_t last)
{
    for (pid_t pid; last < PID_MAX; last = pid) {
        pid = START_CHILD(_exit(0));
        check_new(pid);
        CHECK_EQ(child_wait(pid), 0);
        do
            last++;
        while (last == getpid() || last == alive || last == zombie || last == group ||
               last == member);
        CHECK_EQ(pid, last);
    }
    pid_t lowest = START_CHILD(_exit(0));
    check_new(lowest);
    CHECK_EQ(child_wait(lowest), 0);
    CHECK(lowest < 20);
    return lowest;
}

/* Children that wait take all numbers that are left. */
static void take_all(void)
{
    static pid_t pids[PID_MAX];
    int n = 0;
    struct channel end = channel_open();
    for (pid_t pid; (pid = fork()) >= 0; pids[n++] = pid) {
        if (pid == 0) {
            channel_receive(end);
            _exit(0);
        }
        check_new(pid);
    }
    CHECK_EQ(errno, EAGAIN);
    CHECK_IN(n, PID_MAX - 20, PID_MAX - 4);
    CHECK_EQ(kill(pids[n / 2], SIGKILL), 0);
    CHECK_FAILS(fork(), EAGAIN); /* a zombie has its number still */
    CHECK_KILLED(child_wait(pids[n / 2]), SIGKILL);
    pid_t again = START_CHILD(_exit(0));
    CHECK_EQ(again, pids[n / 2]);
    CHECK_EQ(child_wait(again), 0);
    for (int i = 0; i < n; i++)
        if (i != n / 2)
            child_kill(pids[i]);
}

int main(void)
{
    go = channel_open();
    alive = START_CHILD(channel_receive(go));
    zombie = START_CHILD(_exit(7));
    make_group();
    pid_t last = make_to_the_highest(member);
    for (int i = 0; i < 3; i++)
        last = make_to_the_highest(last);
    take_all();
    CHECK_EQ(kill(-group, SIGKILL), 0);
    CHECK_KILLED(child_wait(member), SIGKILL);
    CHECK_FAILS(kill(-group, 0), ESRCH);
    child_kill(alive);
    CHECK_EQ(child_wait(zombie), 7 << 8);
    return 0;
}
