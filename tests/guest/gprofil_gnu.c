/* gprofil: with GMON_GNU in the header the kernel writes GNU's layout. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_gnu"
#include "gprofil.h"

static struct buffer *b;
static struct {
    struct gmon_gnu_head head;
    uint8_t kind;
    struct gmon_gnu_histogram histogram;
    unsigned short counters[COUNTERS];
    struct {
        uint8_t kind;
        struct gmon_gnu_call call;
    } __attribute__((packed)) calls[CALLS];
} __attribute__((packed)) seen;

/* A child's file, with `calls` records of calls in it. */
static void check_file(int calls)
{
    pid_t child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        prof_burn(5);
    });
    CHECK_EQ(child_wait(child), 0);
    read_exactly(path_in("", child), &seen, sizeof(seen) - (CALLS - calls) * sizeof(*seen.calls));
    CHECK_EQ(memcmp(seen.head.gg_magic, "gmon", 4), 0);
    CHECK_EQ(seen.head.gg_version, 1);
    CHECK_EQ(seen.kind, GMON_GNU_HISTOGRAM);
    CHECK_EQ(seen.histogram.gg_lpc, b->head.gh_lpc);
    CHECK_EQ(seen.histogram.gg_hpc, b->head.gh_hpc);
    CHECK_EQ(seen.histogram.gg_ncounters, COUNTERS);
    CHECK_EQ(seen.histogram.gg_rate, 1000);
    CHECK_STR(seen.histogram.gg_dimension, "seconds");
    CHECK_EQ(seen.histogram.gg_abbreviation, 's');
    CHECK(seen.counters[0] >= 3);
    CHECK_EQ(seen.counters[COUNTERS - 1], 0);
}

static void check_call(int i, uint64_t from, uint32_t count)
{
    CHECK_EQ(seen.calls[i].kind, GMON_GNU_CALL);
    CHECK_EQ(seen.calls[i].call.gg_from, from);
    CHECK_EQ(seen.calls[i].call.gg_self, SPIN_PC);
    CHECK_EQ(seen.calls[i].call.gg_count, count);
}

int main(void)
{
    b = make_buffer();
    moncontrol(0);
    b->head.gh_flags = GMON_GNU;
    check_file(3);
    check_call(0, 0x400000, 1);
    check_call(1, 0x400001, 1 << 20);
    check_call(2, 0x400002, UINT32_MAX); /* 2^40 does not fit */

    b->calls[1].gr_count = 0; /* an entry that was reserved and not yet used */
    b->calls[2].gr_count = UINT32_MAX;
    check_file(2);
    check_call(0, 0x400000, 1);
    check_call(1, 0x400002, UINT32_MAX);

    b->head.gh_totarc = sizeof(struct gmonrec) + 23; /* half a record is none */
    check_file(1);
    b->head.gh_totarc = 0;
    check_file(0);
    return 0;
}
