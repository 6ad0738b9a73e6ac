/* gprofil: a buffer whose counters are misaligned, or lie where none can be, turns profiling off
 * when a tick is to be counted there; the process goes on. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_buffer"
#include "gprofil.h"

#define HEAD sizeof(struct gmonhdr)

/* The first counter is at that address. */
static void off_at_a_tick(char *counters)
{
    CHECK_EQ(gprofil(counters - HEAD, HEAD + 4, 4, SPIN_PC, 65536, -1), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    for (clock_t start = prof_ticks(); prof_now().ps_state == PROF_ON; prof_spin(SPIN_TURNS))
        prof_patience(start, "off");
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(prof_now().ps_counted, 0);
}

int main(void)
{
    moncontrol(0);
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(munmap(pages + PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_EQ(IN_CHILD(off_at_a_tick(pages + 101)), 0);
    CHECK_EQ(IN_CHILD(off_at_a_tick(pages + PAGE_SIZE - 1)), 0); /* half of it is there */
    CHECK_EQ(IN_CHILD(off_at_a_tick(NULL)), 0);
    CHECK_EQ(IN_CHILD(off_at_a_tick((char *)UINTPTR_MAX)), 0);
    return 0;
}
