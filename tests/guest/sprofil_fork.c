/* fork's child has its parent's 1024 regions at the same addresses, in its own copy of the
 * counters, and goes on when the parent's profile is over; exec turns it off. */
/* manual: sprofil, DESCRIPTION: fork */
/* machine: det=1 */
#include "child.h"
#include "sprofil.h"

static struct prof regions[PROF_REGIONS_MAX];
static unsigned short *counters;
static size_t n, spin;

static void profiled(struct channel c)
{
    channel_receive(c); /* the parent has turned its own off */
    uint64_t before = prof_sum(counters, n), spun = counters[spin];
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK(st.ps_user + st.ps_system <= 5);
    prof_burn(40);
    CHECK(counters[spin] - spun >= 30);
    sprofil_off();
    st = prof_now();
    CHECK(prof_sum(counters, n) - before <= st.ps_counted);
    CHECK(prof_sum(counters, n) - before + 5 >= st.ps_counted);
}

int main(int argc, char *argv[])
{
    if (argc > 1) {
        CHECK_EQ(prof_now().ps_state, PROF_OFF);
        CHECK_EQ(prof_now().ps_reason, PROF_EXEC);
        return 0;
    }
    n = PROF_REGIONS_MAX * text_region_bytes() / 2;
    spin = (SPIN_PC - TEXT_START) / 2;
    counters = calloc(n, 2);
    CHECK(counters);
    text_regions(regions, counters);
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    prof_burn(20);
    struct channel c = channel_open();
    pid_t pid = START_CHILD(profiled(c));
    sprofil_off();
    uint64_t sum = prof_sum(counters, n);
    memset(regions, 0, sizeof(regions));
    channel_send(c, 'g');
    CHECK_EQ(child_wait(pid), 0);
    CHECK_EQ(prof_sum(counters, n), sum);
    CHECK_EQ(sum, prof_now().ps_counted);
    CHECK_EQ(prof_now().ps_forked, 1);

    text_regions(regions, counters);
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
    execl(argv[0], argv[0], "again", NULL);
    FAIL("exec of %s failed", argv[0]);
}
