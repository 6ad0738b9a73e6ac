/* A signal to a child that fork is still making on another CPU is not lost: SIGKILL ends it. */
/* machine: cpus=2 */
#include "child.h"

#define ROUNDS 1000

/* Kills the children, whose numbers follow its own, each at the first moment at which it is there,
 * and tells that. */
static void kill_each(struct channel killed)
{
    for (pid_t pid = getpid() + 1; pid <= getpid() + ROUNDS; pid++) {
        while (kill(pid, SIGKILL) != 0)
            CHECK_EQ(errno, ESRCH);
        channel_send(killed, 'k');
    }
}

/* Only a child that was not killed ends by itself. */
static void live(struct channel end)
{
    channel_receive(end);
    _exit(1);
}

int main(void)
{
    struct channel killed = channel_open();
    pid_t killer = START_CHILD(kill_each(killed));
    CHECK_EQ(close(killed.out), 0); /* so reading ends when the killer does */
    for (int i = 0; i < ROUNDS; i++) {
        struct channel end = channel_open();
        pid_t child = START_CHILD(live(end));
        channel_receive(killed);
        channel_send(end, 'e');
        CHECK_KILLED(child_wait(child), SIGKILL);
        channel_close(end);
    }
    CHECK_EQ(child_wait(killer), 0);
    return 0;
}
