/*
 * The rules that several manuals share, for the profil of the test's line `dialect: NAME`.  The
 * tests are the rows of tests/guest/manuals/rules.
 */
#ifndef TESTS_GUEST_DIALECT_RULES_H
#define TESTS_GUEST_DIALECT_RULES_H

#include <mon.h> /* AIX's profil */

#include "guest/dialect.h"
#include <time.h>

static inline void turn_on(void)
{
    memset(cells, 0, sizeof(cells));
    profil((void *)cells, CELLS_OF, PC, SCALE);
    ticks_land(prof_spin, cells, CELLS, 0);
}

/* A tick that far above the offset is in that cell. */
static inline void lands(unsigned scale, unsigned distance, size_t want)
{
    memset(cells, 0, sizeof(cells));
    profil((void *)cells, CELLS_OF, PC - distance, scale);
    ticks_land(prof_spin, cells, CELLS, want);
}

/* Such a scale turns it off, with a good buffer and with a bad one. */
static inline void turns_off(unsigned scale)
{
    turn_on();
    profil((void *)cells, CELLS_OF, PC, scale);
    stays_off();
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    turn_on();
    profil((void *)1, 7, 0, scale);
    stays_off();
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
}

/* Every tick is in the first cell: also of what is below the offset, and also in another range of
 * code.  No other cell changes, nor any if there is no room for one. */
static inline void is_core_clock(unsigned scale)
{
    profil((void *)cells, CELLS_OF, 0x70000000, scale);
    memset(cells, 0, sizeof(cells)); /* behind the call: the profile before it may still be on */
    ticks_land(prof_spin, cells, CELLS, 0);
    ticks_land(prof_spin2, cells, CELLS, 0);
    ticks_land(spin_at(0x300001100), cells, CELLS, 0);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_counted, st.ps_user + st.ps_system);
    profil(NULL, 0, 0, 0);
    CHECK_EQ(prof_sum(cells, CELLS), cells[0]);
    memset(cells, 0, sizeof(cells));
    profil((void *)cells, 2, 0, scale);
    ticks_land(prof_spin, cells, CELLS, 0);
    for (unsigned nbytes = 0; nbytes < 2; nbytes++) {
        memset(cells, 0, sizeof(cells));
        profil((void *)cells, nbytes, 0, scale);
        counts_nothing();
    }
}

/* bufsiz 0 has no effect; an odd size does not have its last byte. */
static inline void sizes_hold(void)
{
    memset(cells, 0, sizeof(cells));
    profil((void *)cells, 0, PC, SCALE);
    counts_nothing();
    profil(NULL, 0, PC, SCALE);
    counts_nothing();
    profil((void *)cells, 1, PC, SCALE);
    counts_nothing();
    profil((void *)cells, 3, PC - 4, SCALE);
    counts_nothing();
    profil((void *)cells, 3, PC, SCALE);
    ticks_land(prof_spin, cells, CELLS, 0);
    profil((void *)cells, CELLS_OF, PC + 1, SCALE);
    ticks_pass(prof_spin);
    CHECK_EQ(prof_now().ps_counted, 0);
}

/* A bad buffer is not looked at by the call: a byte that no tick's counter reaches does not matter,
 * and one that is reached turns it off.  errno stays. */
static inline void faults_turn_off(void)
{
    errno = 12345;
    profil(NULL, 4, PC, SCALE);
    off_at_an_update();
    profil((void *)0xffffffff80100000, 4, PC, SCALE);
    off_at_an_update();
    profil((void *)((char *)cells + 1), 8, PC, SCALE);
    off_at_an_update();
    CHECK_EQ(prof_sum(cells, CELLS), 0);

    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK_EQ(munmap(pages + 4096, 4096), 0);
    unsigned short *last = (unsigned short *)(pages + 4094);
    /* The next counter is that of what follows the spin: no tick falls there. */
    profil((void *)last, 4, PC, SCALE);
    ticks_land(prof_spin, last, 1, 0);
    profil((void *)last, 4, PC - 4, SCALE);
    off_at_an_update();

    CHECK_EQ(mprotect(pages, 4096, PROT_READ), 0);
    profil((void *)pages, 4096, PC, SCALE);
    off_at_an_update();
    CHECK_EQ(mprotect(pages, 4096, PROT_READ | PROT_WRITE), 0);
    profil((void *)pages, 4096, PC, SCALE);
    ticks_land(prof_spin, (unsigned short *)pages, 1, 0);
    CHECK_EQ(munmap(pages, 4096), 0);
    for (clock_t start = prof_ticks(); prof_now().ps_state == PROF_ON; prof_spin(SPIN_TURNS))
        prof_patience(start, "off");
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(errno, 12345);
}

/* A cell stays at the ceiling, and the others go on. */
static inline void cell_saturates(unsigned ceiling)
{
    static unsigned short many[4096];
    many[0] = ceiling - 2;
    profil((void *)many, (unsigned)sizeof(many), PC, SCALE);
    for (clock_t start = prof_ticks(); prof_now().ps_full < 3; prof_spin(SPIN_TURNS))
        prof_patience(start, "three ticks at a full counter");
    CHECK_EQ(many[0], ceiling);
    size_t second = (SPIN2_PC - SPIN_PC) / 4;
    CHECK(second < 4096);
    for (clock_t start = prof_ticks(); many[second] < 3; prof_spin2(SPIN_TURNS))
        prof_patience(start, "three ticks at another counter");
    CHECK_EQ(many[0], ceiling);
}

/* Neither a child's call has effect on its parent, nor the parent's on a child. */
static inline void is_the_callers_alone(void)
{
    turn_on();
    profil((void *)cells, CELLS_OF, PC, 0);
    struct profstat st = prof_now();
    CHECK_EQ(IN_CHILD(turn_on()), 0);
    CHECK_EQ(prof_now().ps_serial, st.ps_serial);
    stays_off();

    struct channel start = channel_open();
    pid_t child = START_CHILD(channel_receive(start); stays_off());
    turn_on();
    channel_send(start, 1);
    CHECK_EQ(child_wait(child), 0);

    CHECK_EQ(IN_CHILD({
                 profil((void *)cells, CELLS_OF, PC, 0);
                 stays_off();
             }),
             0);
    memset(cells, 0, sizeof(cells));
    ticks_land(prof_spin, cells, CELLS, 0);
}

/* After fork both processes count, each in its own memory. */
static inline void goes_on_after_fork(void)
{
    turn_on();
    unsigned short before = cells[0];
    CHECK_EQ(IN_CHILD({
                 CHECK_EQ(prof_now().ps_state, PROF_ON);
                 CHECK_IN(cells[0], before, before + 2);
                 memset(cells, 0, sizeof(cells));
                 ticks_land(prof_spin, cells, CELLS, 0);
                 profil((void *)cells, CELLS_OF, 0, 0);
             }),
             0);
    CHECK_IN(cells[0], before, before + 2);
    memset(cells, 0, sizeof(cells));
    ticks_land(prof_spin, cells, CELLS, 0);
}

/* Of main: the program that exec starts, which is this one again, is not profiled; and an exec that
 * fails changes nothing. */
static inline void is_off_after_exec(int argc, char *argv[])
{
    if (argc > 1) {
        CHECK_EQ(prof_now().ps_reason, PROF_EXEC);
        stays_off();
        exit(0);
    }
    turn_on();
    CHECK_FAILS(execv("/no/such/program", argv), ENOENT);
    memset(cells, 0, sizeof(cells));
    ticks_land(prof_spin, cells, CELLS, 0);
    execl(argv[0], argv[0], "again", (char *)NULL);
    FAIL("exec of %s failed", argv[0]);
}

/* An offset of 2 GiB and more, and a size: neither is negative. */
static inline void ints_are_unsigned(void)
{
    memset(cells, 0, sizeof(cells));
    profil((void *)cells, CELLS_OF, 0x80001100 - 12, SCALE);
    ticks_land(spin_at(0x80001100), cells, CELLS, 3);

    memset(cells, 0, sizeof(cells));
    void (*far_spin)(unsigned long) = spin_at(0x300001100);
    profil((void *)cells, -2, 0x70000000, SCALE); /* its counter is 5 GiB behind cells */
    ticks_pass(far_spin);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_counted, 0);
}

static inline uint64_t machine_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* On a machine with that many ticks a second there are so many in a second. */
static inline void ticks_are(uint64_t hz)
{
    profil((void *)cells, 2, 0, SCALE); /* what it counts does not matter */
    struct profstat before = prof_now();
    for (uint64_t end = machine_ms() + 1000; machine_ms() < end;)
        prof_spin(SPIN_TURNS / 100);
    struct profstat after = prof_now();
    CHECK_EQ(after.ps_hz, hz);
    CHECK_IN(after.ps_user + after.ps_system - before.ps_user - before.ps_system, hz - 1, hz + 1);
}

#endif
