/* The page of the counters is shared with a child after fork, and not writable until someone writes
 * to it: a tick gets the parent a page of its own, with the counts that were there, and the child's
 * stays as it was. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "prof.h"

static unsigned short *counters;

static void see(struct channel go, uint64_t had)
{
    CHECK_EQ(channel_receive(go), 'g');
    CHECK_EQ(counters[0], had);
    CHECK_EQ(counters[1], 4711);
}

int main(void)
{
    struct channel go = channel_open();
    counters = (unsigned short *)map_memory(4096, PROT_READ | PROT_WRITE);
    counters[1] = 4711;
    CHECK_EQ(profil(counters, 2, SPIN_PC, 65536), 0);
    prof_burn(5);
    uint64_t had = counters[0];
    CHECK_EQ(had, prof_now().ps_counted);
    CHECK(had >= 4);
    pid_t child = START_CHILD(see(go, had));
    prof_burn(10);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(counters[0], st.ps_counted);
    CHECK(st.ps_counted >= had + 8);
    CHECK_EQ(counters[1], 4711);
    channel_send(go, 'g');
    CHECK_EQ(child_wait(child), 0);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    return 0;
}
