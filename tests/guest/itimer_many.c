/* Programs go on beside real timers that expire so often that these would take all the time. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "itimer.h"
#include "now.h"

#define TIMERS 56

static uint64_t work_ns(void)
{
    uint64_t begin_ns = now_ns();
    for (volatile int i = 0; i < 100000; i++)
        continue;
    return now_ns() - begin_ns;
}

int main(void)
{
    struct channel begun = channel_open();
    CHECK(signal(SIGALRM, SIG_IGN) != SIG_ERR);
    uint64_t alone_ns = work_ns();
    pid_t pids[TIMERS];
    for (int i = 0; i < TIMERS; i++) {
        pids[i] = START_CHILD(itimer_start(ITIMER_REAL, 1, 1); channel_send(begun, 'b'); pause());
        channel_receive(begun);
    }
    uint64_t beside_ns = work_ns();
    CHECK_IN(beside_ns, alone_ns, 3 * alone_ns);
    for (int i = 0; i < TIMERS; i++)
        child_kill(pids[i]);
    channel_close(begun);
    return 0;
}
