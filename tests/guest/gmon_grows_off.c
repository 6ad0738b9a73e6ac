/* moncontrol(0) while a call has the table of arcs grow holds: that call is counted, later ones are
 * not, and moncontrol(1) goes on in the larger table, which has all. */
/* manual: monitor, MONCONTROL: growing */
/* machine: det=1 cpus=1 mem=128M shift=4 kargs=hz=10000 */
/* flags: -pg */
#include "child.h"
#include "gmon_file.h"
#include "gmon_targets.h"
#include <sys/mman.h>
#include <sys/time.h>

#define SITES_HERE 16
#define STEP(i)    (made++, target[i]())
#define STEP_4(i)  STEP(i), STEP(i), STEP(i), STEP(i)
#define STEP_16(i) STEP_4(i), STEP_4(i), STEP_4(i), STEP_4(i)
#define ROUNDS     100

static volatile unsigned made, made_on; /* calls; those until moncontrol(0) */

/* The library gets the larger table from mmap: the signal stops the counting as that returns. */
QUIET static void on_tick(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info;
    if (made_on == 0 && ((struct sigcontext *)context)->rip - (uintptr_t)mmap < 32) {
        made_on = made;
        moncontrol(0);
    }
}

QUIET static void call_all(void)
{
    for (int i = 0; i < TARGETS; i++)
        STEP_16(i);
}

/* Begins a profile of the targets alone, with a small table. */
QUIET static void begin(void)
{
    uintptr_t low = UINTPTR_MAX, high = 0;

    for (int i = 0; i < TARGETS; i++) {
        uintptr_t at = (uintptr_t)target[i];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    monstartup(low, high + 16);
    made = 0;
}

QUIET int main(void)
{
    const struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};

    CHECK_EQ(chdir("/tmp"), 0);
    set_handler(SIGPROF, on_tick, 0);
    CHECK_EQ(setitimer(ITIMER_PROF, &often, NULL), 0);
    for (int round = 0; made_on == 0 && round < ROUNDS; round++) {
        begin();
        call_all();
    }
    CHECK_EQ(setitimer(ITIMER_PROF, &never, NULL), 0);
    CHECK_IN(made_on, 4096, SITES_HERE * TARGETS - 1);
    call_all(); /* not counted */
    moncontrol(1);
    call_all();
    _mcleanup();
    CHECK_EQ(gmon_calls_between("gmon.out", 1, UINTPTR_MAX, 0, UINTPTR_MAX),
             made_on + SITES_HERE * TARGETS);
    return 0;
}
