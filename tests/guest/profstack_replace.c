/* Stack samples and counters end each other. */
/* manual: profstack, DESCRIPTION: replaces */
/* machine: det=1 */
#include "profstack.h"

static unsigned short counters[2];

int main(void)
{
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0);
    prof_burn(5);
    stacks_on(PROF_STACK_MAX);
    unsigned counted = counters[0];
    CHECK(counted >= 5);
    prof_burn(5);
    CHECK_EQ(counters[0], counted);
    uint64_t used = buffer[0];
    CHECK(used > 5 * sizeof(struct prof_stack));
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0);
    used = buffer[0];
    prof_burn(5);
    CHECK_EQ(buffer[0], used);
    CHECK(counters[0] >= counted + 5);
    stacks_on(PROF_STACK_MAX); /* and again, from the start of the buffer */
    CHECK_IN(buffer[0], PROF_STACKS_START, PROF_STACKS_START + 100); /* or a tick came */
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    used = buffer[0];
    stack_spin(10 * SPIN_TURNS);
    CHECK_EQ(buffer[0], used);
    return 0;
}
