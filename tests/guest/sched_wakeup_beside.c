/* A thread whose timer goes off on a CPU that another thread uses by then runs at once on the CPU
 * that is idle, and does not wait for the end of the other's time slice. */
/* machine: det=1 cpus=2 */
#include "child.h"

#include <time.h>

#define ROUNDS  5
#define NS      1000000
#define STARTED (2 * NS) /* then the hog starts, on the sleeper's CPU, with a slice of 10 ms */
#define SLEEP   (4 * NS)
#define LATEST  (SLEEP + NS / 2) /* a slice is longer */

static int64_t now_ns(void)
{
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Pauses, as that ends a CPU's turn with DET=1.  An interrupt for another CPU does not, and by QEMU
 * 7.2's rules (accel/tcg) that CPU's turn may come 10 ms later. */
static void use_cpu(int64_t until_ns)
{
    while (now_ns() < until_ns)
        __asm__ volatile("pause");
}

int main(void)
{
    struct channel ready = channel_open(), slept = channel_open();
    for (int i = 0; i < ROUNDS; i++) {
        pid_t sleeper = START_CHILD(channel_send(ready, 'x'); int64_t start_ns = now_ns();
                                    CHECK_EQ(nanosleep(&(struct timespec){0, SLEEP}, NULL), 0);
                                    int64_t took_ns = now_ns() - start_ns;
                                    channel_send(slept, took_ns <= LATEST ? 'y' : 'n'));
        CHECK_EQ(channel_receive(ready), 'x');
        use_cpu(now_ns() + STARTED);
        pid_t hog = START_CHILD(use_cpu(INT64_MAX));
        CHECK_EQ(channel_receive(slept), 'y');
        CHECK_EQ(child_wait(sleeper), 0);
        child_kill(hog);
    }
    return 0;
}
