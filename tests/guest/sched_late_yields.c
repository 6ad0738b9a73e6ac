/* A process that gives up the CPU just before its turn is over leaves the next one a whole turn,
 * whether it yields or sleeps. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <sched.h>
#include <sys/times.h>
#include <time.h>

#define LATE_US 9500 /* of a slice of 10 000 */
#define TURNS   30

static void yield(void)
{
    sched_yield();
}

static void doze(void)
{
    CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL), 0);
}

static void keep_busy(struct channel begun)
{
    channel_send(begun, 'b');
    for (;;)
        continue;
}

static struct tms ticks(void)
{
    struct tms now;
    CHECK(times(&now) != -1);
    return now;
}

/* Takes turns with a child, gives each up late, and checks that the child has had as much. */
static void give_up_late(void (*give_up)(void))
{
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    struct channel begun = channel_open();
    pid_t child = START_CHILD(keep_busy(begun));
    channel_receive(begun);
    struct tms start = ticks();
    for (int i = 0; i < TURNS; i++) {
        long begin = now_ns() / 1000;
        while (now_ns() / 1000 < begin + LATE_US)
            continue;
        give_up();
    }
    struct tms end = ticks();
    child_kill(child);
    CHECK_IN(end.tms_utime + end.tms_stime - start.tms_utime - start.tms_stime, TURNS * 9,
             TURNS * 10);
    end = ticks();
    CHECK_IN(end.tms_cutime + end.tms_cstime - start.tms_cutime - start.tms_cstime, TURNS * 9,
             TURNS * 11);
    channel_close(begun);
}

int main(void)
{
    give_up_late(yield);
    give_up_late(doze);
    return 0;
}
