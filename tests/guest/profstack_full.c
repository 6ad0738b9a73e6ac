/* The sample that has no room, and all after it, are counted as lost, though one of a shallower
 * stack would fit; nothing is written behind the buffer, however it ends. */
/* manual: profstack, DESCRIPTION: full */
/* manual: profstat, DESCRIPTION: lost */
/* machine: det=1 */
#include "profstack.h"

__attribute__((noinline)) static void nested(unsigned n)
{
    if (n > 1)
        nested(n - 1);
    else
        stack_cheap(20 * SPIN_TURNS);
    __asm__ volatile(""); /* not a jump to it */
}

static void check(size_t nbytes)
{
    memset(buffer, 0xff, sizeof(buffer));
    CHECK_EQ(profstack(buffer, nbytes, PROF_STACK_MAX), 0);
    stack_cheap(4 * SPIN_TURNS);
    struct profstat before;
    CHECK_EQ(profstat(&before), 0);
    nested(60); /* the first that does not fit */
    uint64_t used = buffer[0];
    stack_cheap(4 * SPIN_TURNS);
    CHECK_EQ(buffer[0], used);
    struct profstat st = stacks_off();
    CHECK(st.ps_lost >= 5);
    CHECK(used <= nbytes);
    for (size_t i = used; i < sizeof(buffer); i++)
        CHECK_EQ(((unsigned char *)buffer)[i], 0xff);
}

int main(void)
{
    for (size_t nbytes = PROF_STACKS_START; nbytes < 300; nbytes += 5)
        check(nbytes);
    return 0;
}
