/* A parent that ignores SIGCHLD gets no zombies, and its waitpid waits until all have ended. */
/* machine: cpus=4 */
#include "child.h"
#include <sys/procinfo.h>

#define CHILDREN 30

int main(void)
{
    static struct procinfo list[200];
    struct channel told = channel_open();
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < CHILDREN; i++)
        START_CHILD(channel_send(told, 't'));
    int status;
    CHECK_FAILS(waitpid(-1, &status, 0), ECHILD);
    CHECK_EQ(close(told.out), 0);
    for (int i = 0; i < CHILDREN; i++) /* they have all been there */
        CHECK_EQ(channel_receive(told), 't');
    ssize_t n = proclist(list, 200);
    CHECK_IN(n, 2, 199);
    for (ssize_t i = 0; i < n; i++)
        CHECK(list[i].pi_ppid != getpid());

    /* The default action ignores it too, but keeps zombies. */
    signal(SIGCHLD, SIG_DFL);
    CHECK_EQ(IN_CHILD(_exit(9)), 9 << 8);
    return 0;
}
