/* With PROF_RECORD_STACKS a record has call stacks: who called the function that the ticks are in
 * is told apart.  A fork's child begins with none. */
/* machine: det=1 cpus=1 */
#include "profstack.h"
#include "record.h"

#define TURNS (10 * 250000) /* some 10 ticks */

static uint64_t ticks_from(const struct prof_record *r, const char *back)
{
    uint64_t ticks = 0;
    for (const struct prof_stack *s = NULL; (s = record_next_stack(r, s));)
        if (at(s, 0, stack_spin_pc) && at(s, 1, back))
            ticks += s->ps_ticks;
    return ticks;
}

static void child(int fd)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_STACKS | PROF_RECORD_FORKS), 0);
    stack_cheap(TURNS);
    stack_dear(3 * TURNS);
    CHECK_EQ(IN_CHILD(stack_cheap(2 * TURNS)), 0);
    stack_dear(TURNS);
}

/* Each of the calls that they are from may have one tick more or less. */
static void check(const struct prof_record *r, int cheap, int dear, int dear_calls)
{
    CHECK_EQ(r->pr_nhits, 0);
    CHECK_EQ(r->pr_stat.ps_outside + r->pr_stat.ps_full + r->pr_stat.ps_lost, 0);
    CHECK_IN(ticks_from(r, stack_cheap_back), cheap - 1, cheap + 1);
    CHECK_IN(ticks_from(r, stack_dear_back), dear - dear_calls, dear + dear_calls);
}

static void never_ticked(int fd)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_STACKS), 0);
    CHECK_EQ(profrecord(0, -1, 0), 0);
}

/* What is not the kernel's in the first word is not believed. */
static void spoil(int fd)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_STACKS), 0);
    stack_cheap(TURNS);
    uint64_t *used =
        (uint64_t *)((char *)0x00007ffffffff000 - STACK_BYTES - ARG_MAX - PAGE_SIZE - (16 << 20));
    CHECK_IN(*used, 9 * 24, 11 * 100);
    *used = (16 << 20) + 8;
    CHECK_EQ(profrecord(0, -1, 0), 0);
}

static struct prof_record header_of(void (*run)(int fd))
{
    int fd = records_open();
    CHECK_EQ(IN_CHILD(run(fd)), 0);
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    struct prof_record r;
    CHECK_EQ(read(fd, &r, sizeof(r)), (ssize_t)sizeof(r));
    CHECK_EQ(lseek(fd, 0, SEEK_END), (off_t)r.pr_nbytes);
    CHECK_EQ(close(fd), 0);
    return r;
}

int main(void)
{
    int fd = records_open();
    CHECK_EQ(IN_CHILD(child(fd)), 0);
    CHECK_EQ(close(fd), 0);
    struct records records = records_read();
    check(records_next(&records), 20, 0, 0);
    check(records_next(&records), 10, 40, 2);
    CHECK(!records_next(&records));
    struct prof_record r;
    do /* again if a tick came in between */
        r = header_of(never_ticked);
    while (r.pr_stat.ps_counted > 0);
    CHECK_EQ(r.pr_stacks_nbytes, 0);
    r = header_of(spoil);
    CHECK_EQ(r.pr_stacks_nbytes, 0);
    CHECK(r.pr_stat.ps_counted >= 9);
    return 0;
}
