/* One call site that calls 1024 functions, a quarter of a million times: a call costs the same as
 * with one function, and every arc has its count. */
/* machine: det=1 cpus=1 kargs=hz=10 */
/* flags: -pg */
#include "gmon_file.h"
#include "gmon_targets.h"

#define CALLS 250000

QUIET static uint64_t instructions(void) /* with DET=1 the counter counts them, times a constant */
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Of all the calls, to that many of the functions in turn. */
QUIET CALLED static uint64_t cost(unsigned targets)
{
    uint64_t start = instructions();
    for (unsigned i = 0; i < CALLS; i++)
        target[i % targets]();
    return instructions() - start;
}

QUIET int main(void)
{
    cost(TARGETS); /* pages of the table, and the arcs */
    uint64_t one = cost(1), all = cost(TARGETS);
    if (all * 10 > one * 13)
        FAIL("a call to one of %d functions costs %llu, to one alone %llu", TARGETS,
             (unsigned long long)all / CALLS, (unsigned long long)one / CALLS);
    _mcleanup();

    int fd = open("gmon.out", O_RDONLY);
    struct gmonhdr head;
    CHECK_EQ(read(fd, &head, sizeof(head)), sizeof(head));
    CHECK_EQ(lseek(fd, head.gh_ncnt, SEEK_SET), head.gh_ncnt);
    uint64_t arcs = 0, sum = 0, lost = 1;
    struct gmonrec record;
    while (read(fd, &record, sizeof(record)) == sizeof(record)) {
        if (record.gr_from) {
            arcs++;
            sum += record.gr_count;
        } else if (record.gr_self == GMON_LOST_CALLS) {
            lost = record.gr_count;
        }
    }
    CHECK_EQ(arcs, TARGETS);
    CHECK_EQ(sum, 3 * CALLS);
    CHECK_EQ(lost, 0);
    return 0;
}
