/* fork returns although a timer sends a signal more often than it takes: it begins again only for
 * signals that came before it began, and for those to its group. */
/* machine: det=1 cpus=1 kargs=hz=10000 shift=6 */
#include "child.h"
#include "now.h"
#include <sys/time.h>

#define MIB      16 /* to copy the page tables of */
#define PER_FORK 4  /* signals in the time that a fork takes */
#define ENOUGH   20 /* of them */

static volatile int alarms;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    if (++alarms > ENOUGH)
        _exit(2); /* or it would never end */
}

static void set_timer(long us)
{
    struct itimerval timer = {.it_interval.tv_usec = us, .it_value.tv_usec = us};
    CHECK_EQ(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

int main(void)
{
    char *memory = map_memory(MIB << 20, PROT_READ | PROT_WRITE);
    memset(memory, 1, MIB << 20);

    long begin = now_ns() / 1000;
    pid_t child = START_CHILD();
    long took = now_ns() / 1000 - begin;
    CHECK_EQ(child_wait(child), 0);

    set_handler(SIGALRM, handler, SA_RESTART);
    set_timer(took / PER_FORK);
    child = START_CHILD();
    set_timer(0);
    CHECK_IN(alarms, 1, 3); /* of those that come in one fork, one is pending at its end */
    CHECK_EQ(child_wait(child), 0);
    return 0;
}
