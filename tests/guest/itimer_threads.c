/* A process's threads share its timers: their ticks, on four CPUs at once, count together, and each
 * interval sends one signal, which one of them takes. */
/* manual: timers, SETITIMER: threads */
/* machine: det=1 cpus=4 */
#include "itimer.h"
#include "threads.h"

#define INTERVAL 40

static void taken(int sig)
{
    __atomic_fetch_add(&caught[sig], 1, __ATOMIC_RELAXED);
}

static void *work(void *number)
{
    CHECK(itimer_left(ITIMER_PROF) > 0);
    for (int i = 0; i < 100; i++)
        prof_spin(SPIN_TURNS);
    return number;
}

int main(void)
{
    signal(SIGPROF, taken);
    signal(SIGVTALRM, taken);
    clock_t user = user_ticks(), all = prof_ticks();
    itimer_start(ITIMER_VIRTUAL, INTERVAL, INTERVAL);
    itimer_start(ITIMER_PROF, INTERVAL, INTERVAL);
    run_all(work);
    /* At most a tick apart from the counts that are read before and after. */
    CHECK(prof_ticks() - all > 4 * INTERVAL);
    CHECK_IN(caught[SIGVTALRM], (user_ticks() - user) / INTERVAL - 1,
             (user_ticks() - user) / INTERVAL);
    CHECK_IN(caught[SIGPROF], (prof_ticks() - all) / INTERVAL - 1, (prof_ticks() - all) / INTERVAL);
    return 0;
}
