/* Very many real timers that are due at the same moment, again and again, hold off the clock and
 * the programs no longer than few. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <sys/time.h>

#define TIMERS  1000
#define MOST_NS 2000000

int main(void)
{
    struct channel begun = channel_open();
    CHECK(signal(SIGALRM, SIG_IGN) != SIG_ERR);
    struct itimerval each_ms = {.it_interval = {0, 1000}, .it_value = {0, 1000}};
    static pid_t pids[TIMERS];
    for (int i = 0; i < TIMERS; i++) {
        pids[i] = START_CHILD(CHECK_EQ(setitimer(ITIMER_REAL, &each_ms, NULL), 0);
                              channel_send(begun, 'b'); pause());
        channel_receive(begun);
    }
    uint64_t longest_ns = 0, begin_ns = now_ns(), before_ns = begin_ns;
    while (before_ns - begin_ns < 100000000) {
        uint64_t t = now_ns();
        longest_ns = t - before_ns > longest_ns ? t - before_ns : longest_ns;
        before_ns = t;
    }
    CHECK_IN(longest_ns, 100000, MOST_NS); /* they did expire */
    for (int i = 0; i < TIMERS; i++)
        child_kill(pids[i]);
    channel_close(begun);
    return 0;
}
