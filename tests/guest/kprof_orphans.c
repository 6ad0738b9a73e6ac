/* The end of a process with many zombies keeps interrupts off for less than a clock period at a
 * time: hardly a tick is missed while they become children of init. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"

#define ZOMBIES 1200

static void leave_zombies(struct channel ready, struct channel go)
{
    for (int i = 0; i < ZOMBIES; i++)
        START_CHILD();
    channel_send(ready, 'r');
    channel_receive(go);
}

int main(void)
{
    struct channel ready = channel_open(), go = channel_open();
    pid_t pid = START_CHILD(leave_zombies(ready, go));
    channel_receive(ready);
    load_sleep(50);
    kprof_begin();
    channel_send(go, 'g');
    CHECK_EQ(child_wait(pid), 0);
    kprof_end();
    CHECK_IN(kprof_total.kc_missed, 0, 3); /* some come just while the alarm is set */
    return 0;
}
