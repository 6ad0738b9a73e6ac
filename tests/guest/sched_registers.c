/* More processes than CPUs, each with registers of its own, switched among by ticks alone: none
 * ever sees another's. */
/* machine: det=1 cpus=2 */
#include "child.h"
#include "registers.h"
#include <sys/times.h>

#define PROCESSES 6
#define TICKS     3

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    struct tms t;
    times(&t);
    registers_stop = t.tms_utime + t.tms_stime >= TICKS;
}

static void hold(uint8_t seed)
{
    registers_call = -1;
    registers_fill(seed);
    registers_hold();
    registers_check();
}

int main(void)
{
    set_handler(SIGUSR1, handler, 0);
    pid_t pid[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        pid[i] = START_CHILD(hold(30 * i));
    for (int i = 0, status; i < PROCESSES; i++) {
        while (waitpid(pid[i], &status, WNOHANG) == 0)
            for (int k = i; k < PROCESSES; k++)
                kill(pid[k], SIGUSR1);
        CHECK_EQ(status, 0);
    }
    return 0;
}
