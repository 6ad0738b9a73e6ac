/* For the tests of programs with -pg that call profil themselves. */
#ifndef TESTS_GUEST_OWN_PROFILE_H
#define TESTS_GUEST_OWN_PROFILE_H

#include "child.h"
#include "sprofil.h"
#include <mon.h>
#include <sys/gmon.h>

static unsigned short own;

/* The ticks are counted in the program's own counter. */
static inline void counts_own(void)
{
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    own = 0;
    prof_burn(5);
    CHECK(own >= 4);
}

/* They are counted by -pg: some, since its counters cover all of the program. */
static inline void counts_all(void)
{
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    own = 0;
    prof_burn(5);
    CHECK_EQ(own, 0);
    CHECK(prof_now().ps_counted >= 4);
}

static inline void own_off(void)
{
    CHECK_EQ(sprofil(NULL, 0, NULL, 0), 0);
}

static inline void own_profile(void)
{
    const struct prof region = {&own, sizeof(own), SPIN_PC, 65536};

    counts_all();
    CHECK_EQ(IN_CHILD(counts_all()), 0);
    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
    CHECK_EQ(IN_CHILD(counts_own()), 0);
    moncontrol(1);
    counts_all();

    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
    moncontrol(0);
    counts_own();
    CHECK_EQ(IN_CHILD(counts_own()), 0);
    moncontrol(1);
    counts_all();

    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
    moncontrol(1);
    counts_all();
    CHECK_EQ(IN_CHILD(counts_all()), 0);

    own_off();
    CHECK_EQ(IN_CHILD(CHECK_EQ(prof_now().ps_state, PROF_OFF)), 0);
    moncontrol(1);
    counts_all();
    moncontrol(0);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    CHECK_EQ(IN_CHILD(CHECK_EQ(prof_now().ps_state, PROF_OFF)), 0);
}

#endif
