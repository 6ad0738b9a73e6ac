/* Ticks that come together in one system call send one signal, though several intervals pass, and
 * the next one comes when it would have come. */
/* manual: timers, SETITIMER: interval one-signal */
/* machine: det=1 kargs=hz=10000 */
#include "itimer.h"

#define CHUNK    (48 << 20) /* far more than ten ticks' work */
#define VALUE    5
#define INTERVAL 10

int main(void)
{
    itimer_catch();
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    char *chunk = map_memory(CHUNK, PROT_READ | PROT_WRITE);
    int seen = 0;
    for (int i = 0; i < 10; i++) {
        int before = caught[SIGPROF];
        clock_t start = prof_ticks();
        itimer_start(ITIMER_PROF, VALUE, INTERVAL);
        clock_t begun = prof_ticks();
        CHECK_EQ(read(fd, chunk, CHUNK), CHUNK);
        int signals = caught[SIGPROF] - before;
        clock_t ended = prof_ticks();
        long left = itimer_left(ITIMER_PROF);
        clock_t ticks = prof_ticks() - start;
        if (begun != start || start + ticks != ended)
            continue; /* a tick came: before the timer was set or read, or after, is not known */
        seen++;
        CHECK(ticks > VALUE + INTERVAL);
        CHECK_IN(signals, 1, 2); /* a tick of what follows the call may have sent the second */
        CHECK_EQ(left, INTERVAL - (ticks - VALUE) % INTERVAL);
    }
    CHECK(seen > 0);
    return 0;
}
