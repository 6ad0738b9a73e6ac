/* More runners than CPUs: each gets its share, whatever the others do. */
/* machine: det=1 cpus=2 */
#include "child.h"

#include <sys/procinfo.h>
#include <sys/times.h>

#define RUNNERS 7
#define TICKS   80 /* of each: several slices */

static struct procinfo list[64];

/* A process that has had its ticks checks that the others have had some: a tick is charged to the
 * one that runs at its moment, so they need not have as many. */
static void run(void)
{
    struct tms t;
    do {
        for (volatile int i = 0; i < 10000; i++)
            continue;
        times(&t);
    } while (t.tms_utime + t.tms_stime < TICKS);
    ssize_t n = proclist(list, 64), runners = 0;
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_ppid == getppid()) {
            CHECK(list[i].pi_utime + list[i].pi_stime >= TICKS / 4);
            runners++;
        }
    CHECK_IN(runners, 1, RUNNERS);
}

int main(void)
{
    struct channel go = channel_open();
    pid_t pid[RUNNERS];
    for (int i = 0; i < RUNNERS; i++)
        pid[i] = START_CHILD(channel_receive(go); run());
    for (int i = 0; i < RUNNERS; i++)
        channel_send(go, 'g');
    for (int i = 0; i < RUNNERS; i++)
        CHECK_EQ(child_wait(pid[i]), 0);
    return 0;
}
