/* More runners than CPUs: each gets its share, whatever the others do. */
/* machine: det=1 cpus=2 */
#include "child.h"

#include <sys/procinfo.h>
#include <sys/times.h>

#define RUNNERS 7
#define TICKS   6 /* of each */

static void run(struct channel told)
{
    struct tms t;
    do {
        for (volatile int i = 0; i < 100000; i++)
            continue;
        times(&t);
    } while (t.tms_utime + t.tms_stime < TICKS);
    channel_send(told, 't');
}

int main(void)
{
    struct channel told = channel_make();
    static struct procinfo list[64];
    pid_t pid[RUNNERS];
    for (int i = 0; i < RUNNERS; i++)
        pid[i] = START_CHILD(run(told));
    channel_get(told); /* the first has had its ticks: so have the others, nearly */
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_ppid == getpid())
            CHECK(list[i].pi_utime + list[i].pi_stime >= TICKS - 3);
    for (int i = 0; i < RUNNERS; i++)
        CHECK_EQ(child_wait(pid[i]), 0);
    return 0;
}
