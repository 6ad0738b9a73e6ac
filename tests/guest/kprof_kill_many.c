/* A signal to a group of many processes keeps interrupts off for less than a clock period at a
 * time: hardly a tick is missed. */
/* machine: det=1 cpus=1 kargs=hz=5000 */
#include "kprof_load.h"

#define PROCESSES 1000

static pid_t start_group(struct channel go)
{
    pid_t group = 0;
    for (int i = 0; i < PROCESSES; i++) {
        pid_t pid = START_CHILD(channel_receive(go));
        if (i == 0)
            group = pid;
        CHECK_EQ(setpgid(pid, group), 0);
    }
    return group;
}

static void kill_misses_few(pid_t group, int sig)
{
    load_sleep(50);
    kprof_begin();
    CHECK_EQ(kill(-group, sig), 0);
    kprof_end();
    CHECK_IN(kprof_periods, 3, 100);
    CHECK_IN(kprof_total.kc_missed, 0, 1);
}

int main(void)
{
    struct channel go = channel_open();
    pid_t group = start_group(go);
    kill_misses_few(group, SIGSTOP);
    kill_misses_few(group, SIGCONT);
    kill_misses_few(group, SIGINT);
    for (int i = 0; i < PROCESSES; i++)
        CHECK(waitpid(-group, NULL, 0) > 0);
    return 0;
}
