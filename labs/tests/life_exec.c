/* exec counts what is pending, of all the process's threads, for the old program, and turns the
 * profile off: the new program, in other memory at the same addresses, is not touched. */
/* machine: det=1 cpus=1 kargs=hz=10000 shift=6 */
#include "life_owed.h"
#include "parts.h"
#include <stdlib.h>

#define COUNTERS 65536

static unsigned short counters[COUNTERS]; /* of the whole text; the new program has them, too */
static char *self[3];                     /* the arguments, which stay as they are */

/* What the old program has used and counted when it calls exec, in the environment of the new. */
static void go(struct prof_total total, char *const more[])
{
    static char *environment[64];
    char before[64];
    snprintf(before, sizeof(before), "BEFORE=%ld %lu", total.ticks,
             total.st.ps_user + total.st.ps_system);
    environment[0] = before;
    for (int i = 0; more && more[i]; i++)
        environment[i + 1] = more[i];
    execve(self[0], self, environment);
    FAIL("exec of %s failed", self[0]);
}

static void on(void)
{
    CHECK(TEXT_BYTES <= sizeof(counters));
    CHECK_EQ(profil(counters, sizeof(counters), TEXT_START, 65536), 0);
    prof_burn(20);
}

static void check_ended(const struct profstat *st)
{
    CHECK_EQ(st->ps_state, PROF_OFF);
    CHECK_EQ(st->ps_reason, PROF_EXEC);
    CHECK_EQ(st->ps_serial, 1);
    CHECK_EQ(prof_sum(counters, COUNTERS), 0);
}

/* ---- exec's own ticks, as its environment is copied ---- */

static void owed(void)
{
    static char string[1000];
    static char *strings[61];
    memset(string, 'x', sizeof(string) - 1);
    for (int i = 0; i < 60; i++)
        strings[i] = string;
    on();
    go(prof_total(), strings);
}

static void after_owed(const struct prof_total *total, long used, long counted)
{
    CHECK(used >= 100);
    if (counted * 3 < used)
        FAIL("exec took %ld ticks, and %ld of them are counted", used, counted);
    CHECK(counted <= used);
    check_ended(&total->st);
}

/* ---- the new program is not profiled, until it wants it ---- */

static void off(void)
{
    on();
    go(prof_total(), NULL);
}

static void after_off(const struct prof_total *total, long used, long counted)
{
    (void)used, (void)counted;
    check_ended(&total->st);
    CHECK(total->st.ps_user >= 20); /* the old program's */
    clock_t start = prof_ticks();
    while (prof_ticks() - start < 100)
        prof_spin(1000);
    CHECK_EQ(prof_sum(counters, COUNTERS), 0);
    check_unchanged(&total->st);

    on();
    CHECK_EQ(prof_now().ps_serial, 2);
    CHECK_EQ(prof_now().ps_reason, PROF_NEVER);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, COUNTERS), prof_now().ps_counted);
}

/* ---- a program that is not profiled any more ---- */

static void never(void)
{
    on();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    go(prof_total(), NULL);
}

static void after_never(const struct prof_total *total, long used, long counted)
{
    (void)used, (void)counted;
    CHECK_EQ(total->st.ps_state, PROF_OFF);
    CHECK_EQ(total->st.ps_reason, PROF_CALL); /* it was not exec */
}

/* ---- threads that sleep in a call, and end for the exec ---- */

#define THREADS 6
#define LATE                                                                            \
    60 /* ticks that the new program takes at most before it looks; each thread owes 20 \
        */

static void threads(void)
{
    static struct sleeper sleepers[THREADS];
    on();
    struct prof_total start = prof_total();
    for (int i = 0; i < THREADS; i++)
        sleeper_start(&sleepers[i], SLEEPER_BYTES);
    go(start, NULL);
}

static void after_threads(const struct prof_total *total, long used, long counted)
{
    CHECK(used >= THREADS * SLEEPER_OWES);
    CHECK(counted <= used);
    if (counted < used - LATE)
        FAIL("%ld ticks until the new program began, and %ld of them are counted", used, counted);
    check_ended(&total->st);
}

/* ---- the parts ---- */

static const struct life {
    const char *name;
    void (*before)(void);
    void (*after)(const struct prof_total *total, long used, long counted);
} lives[] = {{"owed", owed, after_owed},
             {"off", off, after_off},
             {"never", never, after_never},
             {"threads", threads, after_threads}};

static int run(const struct life *life)
{
    const char *before = getenv("BEFORE");
    if (!before)
        life->before();
    struct prof_total total = prof_total();
    char *rest;
    long ticks = strtol(before, &rest, 10), counted = strtol(rest, NULL, 10);
    life->after(&total, total.ticks - ticks, total.st.ps_user + total.st.ps_system - counted);
    return 0;
}

int main(int argc, char *argv[])
{
    self[0] = argv[0];
    self[1] = argv[1];
    for (size_t i = 0; i < sizeof(lives) / sizeof(lives[0]); i++) {
        if (argc < 2) {
            self[1] = (char *)lives[i].name;
            CHECK_EQ(IN_PROGRAM(run(&lives[i])), 0);
        } else if (strcmp(argv[1], lives[i].name) == 0) {
            return run(&lives[i]);
        }
    }
    CHECK(argc < 2); /* or no part is called so */
    return 0;
}
