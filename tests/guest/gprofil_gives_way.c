/* gprofil: while the kernel goes through many call records that are empty, others have their turns.
 */
/* machine: det=1 cpus=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_gives_way"
#include "gprofil.h"
#include "lateness.h"

#define RECORDS (1u << 20)

struct records {
    struct gmonhdr head;
    unsigned short counters[COUNTERS];
    struct gmonrec calls[RECORDS];
};

static void end_with_empty_calls(void)
{
    struct records *b = (void *)map_memory(sizeof(*b), PROT_READ | PROT_WRITE);
    b->head = make_buffer()->head;
    b->head.gh_totarc = sizeof(b->calls);
    b->head.gh_flags = GMON_GNU;
    for (size_t i = 0; i < RECORDS; i++)
        b->calls[i].gr_from = 0x400000;
    CHECK_EQ(gprofil(b, sizeof(*b), sizeof(b->counters), SPIN_PC, 65536, -1), 0);
}

int main(void)
{
    moncontrol(0);
    CHECK_BESIDE(SLICE + MS, end_with_empty_calls());
    return 0;
}
