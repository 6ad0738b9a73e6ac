/* fork's child keeps its parent's regions, whatever the parent does with its own; and the other way
 * round. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "child.h"
#include "parts.h"
#include "regions.h"

static void all_places(int stride)
{
    begin_set();
    for (int i = 0; i < PLACES; i += stride)
        add_place(i);
    shuffle_set();
}

/* The counters are this process's own; those that it had from before are no concern. */
static void counts_all(void)
{
    for (int i = 0; i < PLACES; i += 93) {
        unsigned before = cells[i];
        spin_at(i, VISIT_TURNS);
        if (cells[i] == before)
            FAIL("ticks at pc 0x%lx, of the region with pr_off 0x%lx: none is in its counter",
                 place_pc(i), place(i));
    }
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

static void counts_when_told(struct channel c)
{
    channel_receive(c);
    counts_all();
}

/* Another set of as many pages, in which each place's counter is that of the place before. */
static void replace(void)
{
    for (int i = 0; i < PLACES; i++)
        set[i].pr_base = &cells[PLACES];
    set_on();
    set_on();
}

static void child_keeps(void (*parent_does)(void))
{
    all_places(1);
    set_on();
    struct channel c = channel_open();
    pid_t pid = START_CHILD(counts_when_told(c));
    parent_does();
    channel_send(c, 'g');
    CHECK_EQ(child_wait(pid), 0);
    channel_close(c);
}

static void off(void)
{
    child_keeps(set_off);
}

static void replaced(void)
{
    child_keeps(replace);
}

static void parent_keeps(void)
{
    all_places(1);
    set_on();
    CHECK_EQ(IN_CHILD(), 0);
    counts_all();
    CHECK_EQ(IN_CHILD(set_off()), 0);
    CHECK_EQ(IN_CHILD(replace()), 0);
    counts_all();
}

static void fork_again(struct channel c)
{
    if (fork() == 0)
        _exit(0);
    pid_t pid = START_CHILD(counts_when_told(c));
    replace();
    channel_send(c, 'g');
    CHECK_EQ(child_wait(pid), 0);
}

static void grandchild(void)
{
    all_places(1);
    set_on();
    struct channel c = channel_open();
    CHECK_EQ(IN_CHILD(fork_again(c)), 0);
    counts_all();
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"off", off},
                                        {"replaced", replaced},
                                        {"parent-keeps", parent_keeps},
                                        {"grandchild", grandchild}};
    return RUN_PARTS(parts, argc, argv);
}
