/* With several CPUs, too, a tick whose moment passes while the kernel arms a timer, or calls the
 * function of one, is taken.  Missed are only those that come just while the alarm is set: see
 * kernel/sched/clock.c. */
/* machine: det=1 cpus=2 kargs=hz=10000 */
#include "prof.h"
#include <signal.h>
#include <sys/time.h>

static unsigned short counters[1];

static void ignore(int sig)
{
    (void)sig;
}

static void arm(long us, long interval_us)
{
    struct itimerval it = {{0, interval_us}, {0, us}};
    CHECK_EQ(setitimer(ITIMER_REAL, &it, NULL), 0);
}

/* The missed in a thousand of that many ticks, while work() is called again and again. */
static long missed(void (*work)(void), unsigned ticks)
{
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    struct profstat st;
    do {
        work();
        st = prof_now();
    } while (st.ps_user + st.ps_system + st.ps_missed < ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    printf("%lu user, %lu system, %lu missed\n", st.ps_user, st.ps_system, st.ps_missed);
    return st.ps_missed * 1000 / ticks;
}

static void arm_often(void)
{
    for (int i = 0; i < 100; i++)
        arm(500000, 0);
}

static void spin(void)
{
    prof_spin(10000);
}

int main(void)
{
    CHECK_IN(missed(arm_often, 10000), 0, 120); /* the alarm is set in some 80 of 1000 moments */
    CHECK(signal(SIGALRM, ignore) != SIG_ERR);
    arm(10, 10);
    CHECK_IN(missed(spin, 5000), 0, 4);
    arm(0, 0);
    return 0;
}
