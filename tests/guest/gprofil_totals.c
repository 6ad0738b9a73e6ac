/* gprofil: behind the profile the kernel puts what the counters do not show: the ticks that they
 * have no room for, summed over the times that it was on, and why it ended early. */
/* machine: det=1 cpus=2 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_totals"
#include "gprofil.h"

static struct buffer *b, *seen;
static uint64_t want[GMON_TOTALS]; /* that the child's file must have */

static void turn_on(void)
{
    CHECK_EQ(set_buffer(b, -1), 0);
}

/* When this has returned, the kernel's counts are final. */
static void turn_off(void)
{
    CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, -1), 0);
    struct profstat st = prof_now();
    want[GMON_OUTSIDE] += st.ps_outside;
    want[GMON_FULL] += st.ps_full;
    want[GMON_MISSED] += st.ps_missed;
}

/* At least n ticks more outside the counters: some fall on the code around the loop. */
static void outside(uint64_t n)
{
    uint64_t until = prof_now().ps_outside + n;
    clock_t start = prof_ticks();
    while (prof_now().ps_outside < until) {
        prof_spin2(SPIN_TURNS);
        prof_patience(start, "the ticks outside");
    }
}

/* As many that find the spin loop's counter full. */
static void full(uint64_t n)
{
    clock_t start = prof_ticks();
    while (prof_now().ps_full < n) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "the full counter");
    }
}

static void off_and_on(void)
{
    turn_on();
    prof_burn(5);
    outside(10);
    b->counters[0] = 65535; /* the spin loop's */
    full(5);
    turn_off();
    turn_on();
    full(7);
    outside(20);
    turn_off();
    CHECK(want[GMON_OUTSIDE] >= 30);
    CHECK(want[GMON_FULL] >= 12);
}

/* What its parent's profile does not show is not the child's. */
static void forked(void)
{
    turn_on();
    outside(30);
    pid_t child = START_CHILD({
        outside(10);
        CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, -1), 0);
    });
    turn_off();
    CHECK_EQ(child_wait(child), 0);
    uint64_t totals[GMON_TOTALS] = {0};
    read_with_totals(path_in("/tmp", child), seen, sizeof(*seen), totals);
    CHECK_IN(totals[GMON_OUTSIDE], 10, 29);
}

static void fault(void)
{
    turn_on();
    CHECK_EQ(mprotect(b, sizeof(*b), PROT_READ), 0);
    clock_t start = prof_ticks();
    while (prof_now().ps_state == PROF_ON) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "off");
    }
    struct profstat st = prof_now();
    want[GMON_OUTSIDE] = st.ps_outside;
    want[GMON_MISSED] = st.ps_missed;
    want[GMON_ENDED] = PROF_FAULT;
}

static void fault_and_on(void)
{
    fault();
    CHECK_EQ(mprotect(b, sizeof(*b), PROT_READ | PROT_WRITE), 0);
    want[GMON_ENDED] = 0;
    turn_on();
    turn_off();
}

static void replaced(void)
{
    static unsigned short own[16];

    turn_on();
    CHECK_EQ(profil(own, sizeof(own), SPIN_PC, 65536), 0);
    outside(5);
    want[GMON_ENDED] = GMON_REPLACED;
}

/* The file of a child that does that. */
static void check(void (*profile)(void))
{
    struct channel c = channel_open();
    pid_t child = START_CHILD({
        profile();
        want[GMON_FLAGS] = prof_now().ps_flags;
        CHECK_EQ(write(c.out, want, sizeof(want)), sizeof(want));
    });
    CHECK_EQ(child_wait(child), 0);
    CHECK_EQ(read(c.in, want, sizeof(want)), sizeof(want));
    channel_close(c);
    uint64_t totals[GMON_TOTALS] = {0};
    read_with_totals(path_in("/tmp", child), seen, sizeof(*seen), totals);
    for (int which = 0; which < GMON_TOTALS; which++)
        CHECK_EQ(totals[which], want[which]);
    memset(want, 0, sizeof(want));
}

static int begun_in_tmp(void)
{
    b = make_buffer();
    seen = make_buffer();
    check(off_and_on);
    check(forked);
    check(fault);
    check(fault_and_on);
    check(replaced);
    return 0;
}

int main(int argc, char **argv)
{
    moncontrol(0);
    if (argc > 1)
        _exit(begun_in_tmp());
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(IN_CHILD(BECOME(argv[0], "begun")), 0);
    return 0;
}
