/* A thread sleeps in a call and has ticks pending, when another of its process turns the profile
 * off or replaces it: what is pending is in no later profile, and the old one does not change. */
/* machine: det=1 cpus=1 kargs=hz=10000 shift=6 */
#include "life_owed.h"
#include "parts.h"
#include <stdlib.h>

#define ROUNDS 16

static unsigned short *first, *second, *then;
static size_t n;
static struct sleeper sleeper;

static void on(unsigned short *counters)
{
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
}

static void begin(void)
{
    n = TEXT_BYTES / 2;
    first = calloc(n, 2);
    second = calloc(n, 2);
    then = calloc(n, 2);
    CHECK(first);
    CHECK(second);
    CHECK(then);
}

/* The profile that is on began when the process had `least` to `most` ticks; all that the process
 * has used since, and no more, is in it. */
static void check_since(clock_t least, clock_t most)
{
    struct prof_total total = prof_total();
    CHECK_EQ(total.st.ps_state, PROF_ON);
    CHECK_EQ(total.st.ps_outside + total.st.ps_full, 0);
    CHECK_IN(total.st.ps_counted, total.ticks - most, total.ticks - least);
}

static void off(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++) {
        on(first);
        sleeper_start(&sleeper, i % 2 ? SLEEPER_BYTES : SLEEPER_SHORT);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        struct profstat st = prof_now();
        CHECK_EQ(st.ps_state, PROF_OFF);
        CHECK_EQ(st.ps_reason, PROF_CALL);
        memcpy(then, first, 2 * n);
        sleeper_end(&sleeper);
        check_unchanged(&st);
        CHECK_EQ(memcmp(first, then, 2 * n), 0);
    }
}

static void again(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++) {
        on(first);
        sleeper_start(&sleeper, i % 2 ? SLEEPER_BYTES : SLEEPER_SHORT);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        memset(first, 0, 2 * n);
        clock_t least = prof_ticks();
        on(first);
        clock_t most = prof_ticks();
        sleeper_end(&sleeper);
        check_since(least, most);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        CHECK_EQ(prof_sum(first, n), prof_now().ps_counted);
    }
}

static void replace(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++) {
        on(first);
        sleeper_start(&sleeper, i % 2 ? SLEEPER_BYTES : SLEEPER_SHORT);
        clock_t least = prof_ticks();
        on(second);
        clock_t most = prof_ticks();
        memcpy(then, first, 2 * n);
        sleeper_end(&sleeper);
        check_since(least, most);
        CHECK_EQ(memcmp(first, then, 2 * n), 0); /* what was counted stays where it is */
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        CHECK_EQ(prof_sum(second, n), prof_now().ps_counted);
        memset(second, 0, 2 * n);
    }
}

/* Which profile of the process it is: profstat(2) tells. */
static void serial(void)
{
    begin();
    CHECK_EQ(prof_now().ps_serial, 0);
    for (int i = 0; i < ROUNDS; i++) {
        on(first);
        CHECK_EQ(prof_now().ps_serial, 2 * i + 1);
        on(second); /* no off in between */
        CHECK_EQ(prof_now().ps_serial, 2 * i + 2);
        CHECK_EQ(prof_now().ps_state, PROF_ON);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        CHECK_EQ(prof_now().ps_serial, 2 * i + 2);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0); /* off again: nothing changes */
        CHECK_EQ(prof_now().ps_serial, 2 * i + 2);
        CHECK_EQ(prof_now().ps_state, PROF_OFF);
    }
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"off", off}, {"again", again}, {"replace", replace}, {"serial", serial}};
    return RUN_PARTS(parts, argc, argv);
}
