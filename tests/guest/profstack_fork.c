/* fork's child has its stacks sampled into its own copy of the buffer, from the start of it, as it
 * finds from its first instruction on; the parent's stay as they are.  After exec there are none.
 */
/* manual: profstack, DESCRIPTION: fork */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"

static void in_child(void)
{
    CHECK_IN(buffer[0], PROF_STACKS_START, PROF_STACKS_START + 100); /* at most one tick's */
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK(st.ps_counted < 5);
    stack_cheap(20 * SPIN_TURNS);
    st = stacks_off();
    CHECK_IN(st.ps_user, 5, 15);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        stack_spin(10 * SPIN_TURNS);
        CHECK_EQ(prof_now().ps_state, PROF_OFF);
        return 0;
    }
    stacks_on(PROF_STACK_MAX);
    stack_dear(20 * SPIN_TURNS);
    uint64_t used = buffer[0];
    CHECK(used > 300);
    CHECK_EQ(IN_CHILD(in_child()), 0);
    CHECK(buffer[0] >= used);
    unsigned dear = 0;
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        CHECK(!at(stack, 1, stack_cheap_back));
        dear += at(stack, 1, stack_dear_back) ? stack->ps_ticks : 0;
    }
    CHECK(dear > 5);
    CHECK_EQ(IN_PROGRAM(BECOME(argv[0], "again")), 0);
    stacks_off();
    return 0;
}
