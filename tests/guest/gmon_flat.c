/* One call site that calls 1024 functions, a million times in all: a call costs the same as with
 * one function, and every arc has its count. */
/* machine: det=1 cpus=1 kargs=hz=10 timeout=300 */
/* flags: -pg */
#include "check.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/gmon.h>
#include <unistd.h>

#define QUIET   __attribute__((no_instrument_function, noinline))
#define TARGETS 1024
#define CALLS   1000000

static volatile int sink;

#define F1(n)                                        \
    static void __attribute__((noinline)) f##n(void) \
    {                                                \
        sink = __COUNTER__;                          \
    }
#define F4(n)   F1(n##0) F1(n##1) F1(n##2) F1(n##3)
#define F16(n)  F4(n##0) F4(n##1) F4(n##2) F4(n##3)
#define F64(n)  F16(n##0) F16(n##1) F16(n##2) F16(n##3)
#define F256(n) F64(n##0) F64(n##1) F64(n##2) F64(n##3)
/* clang-format off */
F256(0) F256(1) F256(2) F256(3)
/* clang-format on */

#define P1(n)   f##n,
#define P4(n)   P1(n##0) P1(n##1) P1(n##2) P1(n##3)
#define P16(n)  P4(n##0) P4(n##1) P4(n##2) P4(n##3)
#define P64(n)  P16(n##0) P16(n##1) P16(n##2) P16(n##3)
#define P256(n) P64(n##0) P64(n##1) P64(n##2) P64(n##3)
    static void (*const target[TARGETS])(void) = {P256(0) P256(1) P256(2) P256(3)};

QUIET static uint64_t instructions(void) /* with DET=1 the counter counts them, times a constant */
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

/* Of all the calls, to that many of the functions in turn. */
QUIET static uint64_t cost(unsigned targets)
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
