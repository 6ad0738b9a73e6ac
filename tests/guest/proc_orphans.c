/* A child whose parent ends gets process 1 as parent, which waits for it, alive or ended already.
 */
/* machine: cpus=4 */
#include "child.h"
#include "state_of.h"
#include <sched.h>

static void be_orphan(pid_t parent, struct channel told)
{
    pid_t self = getpid();
    while (getppid() == parent)
        sched_yield();
    CHECK_EQ(getppid(), 1);
    CHECK_EQ(write(told.out, &self, sizeof(self)), sizeof(self));
}

static void make_zombie(struct channel told)
{
    pid_t zombie = START_CHILD(_exit(0));
    while (state_of(zombie) != 'Z')
        sched_yield();
    CHECK_EQ(write(told.out, &zombie, sizeof(zombie)), sizeof(zombie));
}

static void be_parent(struct channel told, int orphans, int zombies)
{
    pid_t self = getpid();
    for (int i = 0; i < orphans; i++)
        START_CHILD(be_orphan(self, told));
    for (int i = 0; i < zombies; i++)
        make_zombie(told);
}

/* They are gone once process 1 has waited for them. */
static void check(int orphans, int zombies)
{
    struct channel told = channel_open();
    CHECK_EQ(IN_CHILD(be_parent(told, orphans, zombies)), 0);
    CHECK_EQ(close(told.out), 0);
    for (int i = 0; i < orphans + zombies; i++) {
        pid_t pid;
        CHECK_EQ(read(told.in, &pid, sizeof(pid)), sizeof(pid));
        while (state_of(pid))
            sched_yield();
    }
    CHECK_FAILS(waitpid(-1, NULL, 0), ECHILD);
    CHECK_EQ(close(told.in), 0);
}

int main(void)
{
    check(0, 5); /* nothing else wakes process 1 */
    check(5, 0);
    check(20, 20);
    return 0;
}
