/* Two processes with different regions, in turns: each tick is counted by its own process's. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "child.h"
#include "regions.h"

#define TURNS 10
#define N     200

/* Begins at the place `from`, and has counters for every second one. */
static void own_set(int from)
{
    begin_set();
    for (int i = 0; i < N; i++)
        add_place(from + 2 * i);
    shuffle_set();
    set_on();
}

static void turns(int from, struct channel mine, struct channel others)
{
    own_set(from);
    for (int i = 0; i < TURNS; i++) {
        channel_receive(mine);
        visit(30 * i + 100);
        visit(30 * i + 101);
        channel_send(others, 'x');
    }
    set_off();
    check_counts();
}

int main(void)
{
    struct channel one = channel_open(), two = channel_open();
    pid_t pid = START_CHILD(turns(0, two, one));
    channel_send(one, 'x');
    turns(1, one, two);
    CHECK_EQ(child_wait(pid), 0);
    return 0;
}
