/* fork keeps every register in the parent, floating point included, and the child has the same. */
#include "child.h"
#include "registers.h"

int main(void)
{
    registers_call = 1;
    for (int seed = 0; seed < 200; seed += 20) {
        registers_fill(seed);
        registers_hold();
        registers_check();
        CHECK(registers_result >= 0);
        if (registers_result == 0)
            _exit(40);
        CHECK_EQ(child_wait(registers_result), 40 << 8);
    }
    return 0;
}
