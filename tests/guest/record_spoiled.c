/* A program that overwrites, unmaps or replaces the counters of its record spoils this and nothing
 * else: what it has put there stays, and it goes on as it would without. */
/* machine: det=1 cpus=1 */
#include "record.h"

/* The counters are the only memory in the highest gap below the stack's guard page. */
#define STACK_START ((char *)0x00007ffffffff000 - STACK_BYTES - ARG_MAX - PAGE_SIZE)

static size_t counters_nbytes(const struct prof_record *r)
{
    size_t nbytes = (r->pr_high - r->pr_low) * sizeof(uint32_t);
    return (nbytes + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE;
}

static struct prof_record before; /* of a program like this one, that spoils nothing */

static char *counters(void)
{
    return STACK_START - counters_nbytes(&before);
}

/* Unchecked: its hits may be anything. */
static struct prof_record first_in(int fd)
{
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    struct prof_record r;
    CHECK_EQ(read(fd, &r, sizeof(r)), (ssize_t)sizeof(r));
    CHECK_EQ(r.pr_magic, PROF_RECORD_MAGIC);
    CHECK_EQ(lseek(fd, 0, SEEK_END), (off_t)r.pr_nbytes);
    return r;
}

static void begin(int fd)
{
    CHECK_EQ(profrecord(0, fd, 0), 0);
    prof_burn_alone(10);
    CHECK(((uint32_t *)counters())[SPIN_PC - before.pr_low] >= 5);
}

static void overwrite(int fd)
{
    begin(fd);
    memset(counters(), 0xff, counters_nbytes(&before));
    prof_burn_alone(10);
}

static void unmap(int fd)
{
    begin(fd);
    CHECK_EQ(munmap(counters(), counters_nbytes(&before)), 0);
    prof_burn_alone(10);
    CHECK_EQ(munmap(counters(), counters_nbytes(&before)), 0); /* nothing came back */
    CHECK_EQ(IN_CHILD((void)0), 0);
}

static void protect(int fd)
{
    begin(fd);
    CHECK_EQ(mprotect(counters(), PAGE_SIZE, PROT_READ), 0);
    CHECK_EQ(mprotect(counters(), counters_nbytes(&before), PROT_NONE), 0);
    prof_burn_alone(10);
}

/* Its own memory in their place outlives the record, and fork copies it. */
static void replace(int fd)
{
    begin(fd);
    size_t n = counters_nbytes(&before);
    CHECK(mmap(counters(), n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
               0) == counters());
    char *last = counters() + n - 1; /* no code that runs is counted there */
    *last = 'x';
    prof_burn_alone(10);
    CHECK_EQ(IN_CHILD(CHECK_EQ(*last, 'x')), 0);
    CHECK_EQ(profrecord(0, -1, 0), 0);
    CHECK_EQ(*last, 'x');
}

/* A child has not all of it, and its counts are not to be in what it may have there: it has no
 * record. */
static void lose_a_part(int fd)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_FORKS), 0);
    CHECK_EQ(munmap(counters() + counters_nbytes(&before) - PAGE_SIZE, PAGE_SIZE), 0);
    CHECK_EQ(IN_CHILD(prof_burn_alone(10)), 0);
}

static struct prof_record record_of(void (*child)(int fd))
{
    int fd = records_open();
    CHECK_EQ(IN_CHILD(child(fd)), 0);
    struct prof_record r = first_in(fd);
    CHECK_EQ(close(fd), 0);
    return r;
}

static void leave_alone(int fd)
{
    CHECK_EQ(profrecord(0, fd, 0), 0);
}

int main(void)
{
    before = record_of(leave_alone);
    struct prof_record r = record_of(overwrite);
    CHECK_EQ(r.pr_nhits, counters_nbytes(&before) / 4);
    CHECK(r.pr_stat.ps_full >= 8);
    r = record_of(unmap);
    CHECK_EQ(r.pr_stat.ps_reason, PROF_FAULT);
    CHECK_EQ(r.pr_stat.ps_forked, 1);
    CHECK_EQ(r.pr_nhits, 0);
    r = record_of(protect);
    CHECK_EQ(r.pr_stat.ps_reason, PROF_FAULT);
    CHECK(r.pr_nhits > 0);
    r = record_of(lose_a_part);
    CHECK_EQ(r.pr_stat.ps_forked, 1);
    r = record_of(replace);
    CHECK_EQ(r.pr_end, PROF_END_CALL);
    return 0;
}
