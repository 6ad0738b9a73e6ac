/* A thread that wakes up runs soon, although others would use every CPU forever. */
/* machine: det=1 cpus=2 */
#include "child.h"

#include <sys/times.h>
#include <time.h>

#define HOGS 4
#define SOON 50 /* ticks: a slice of each hog, and some more */

static void spin(void)
{
    for (;;)
        continue;
}

int main(void)
{
    struct channel there = channel_open(), back = channel_open();
    pid_t echo =
        START_CHILD(for (int i = 0; i < 3; i++) channel_send(back, channel_receive(there)));
    CHECK_EQ(close(back.out), 0); /* so reading ends when that does */
    pid_t pid[HOGS];
    for (int i = 0; i < HOGS; i++)
        pid[i] = START_CHILD(spin());
    for (int i = 0; i < 3; i++) {
        clock_t start = times(NULL);
        CHECK_EQ(nanosleep(&(struct timespec){0, 20000000}, NULL), 0);
        CHECK(times(NULL) - start <= 20 + SOON);
        start = times(NULL);
        channel_send(there, 'x');
        CHECK_EQ(channel_receive(back), 'x');
        CHECK(times(NULL) - start <= 2 * SOON);
    }
    CHECK_EQ(child_wait(echo), 0);
    for (int i = 0; i < HOGS; i++)
        child_kill(pid[i]);
    return 0;
}
