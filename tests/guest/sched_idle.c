/* A machine in which all sleep does nothing: five minutes of its clock pass in no time of the
 * host's, which is the case only if every CPU halts; and it is charged to no process.
 */
/* machine: det=1 cpus=4 */
#include "child.h"

#include <sys/times.h>
#include <time.h>

#define LONG 300

int main(void)
{
    struct timespec before;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &before), 0);
    CHECK_EQ(nanosleep(&(struct timespec){LONG, 0}, NULL), 0);
    struct timespec after;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &after), 0);
    CHECK(after.tv_sec - before.tv_sec >= LONG);
    CHECK(after.tv_sec - before.tv_sec <= LONG + 1);
    struct tms t;
    times(&t);
    CHECK(t.tms_utime + t.tms_stime < 5);

    pid_t pid = START_CHILD(nanosleep(&(struct timespec){LONG, 0}, NULL));
    CHECK_EQ(child_wait(pid), 0);
    times(&t);
    CHECK(t.tms_cutime + t.tms_cstime < 5);
    return 0;
}
