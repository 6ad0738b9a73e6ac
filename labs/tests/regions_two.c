/* Two processes with different regions, in turns: each tick is counted by its own process's. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "child.h"
#include "regions.h"

#define TURNS 10
#define END   400 /* the places below it may have regions */

/* Every `step`-th place has one. */
static void own_set(int first, int step)
{
    begin_set();
    for (int i = first; i < END; i += step)
        add_place(i);
    shuffle_set();
    set_on();
}

static void turns(int first, int step, struct channel mine, struct channel others)
{
    own_set(first, step);
    for (int i = 0; i < TURNS; i++) {
        channel_receive(mine);
        visit(100); /* where the other one was last */
        visit(30 * i + 100);
        visit(30 * i + 101);
        visit(100);
        channel_send(others, 'x');
    }
    set_off();
    check_counts();
}

int main(void)
{
    struct channel one = channel_open(), two = channel_open();
    pid_t pid = START_CHILD(turns(0, 2, two, one));
    channel_send(one, 'x');
    turns(1, 1, one, two);
    CHECK_EQ(child_wait(pid), 0);
    return 0;
}
