/* A tick is counted before the program's next instruction, also in one that calls the kernel for
 * nothing: it can watch its own counter. */
/* machine: det=1 */
#include "prof.h"

static volatile unsigned short counters[64];

/* Spins until the counter has that value; 0 after a hundred ticks without it. */
__attribute__((noinline)) static int wait_for(volatile unsigned short *counter, unsigned value)
{
    for (long turns = 0; turns < 10000000; turns++)
        if (*counter == value)
            return 1;
    return 0;
}

int main(void)
{
    /* The whole loop, and what the compiler put around it, in one counter. */
    CHECK_EQ(profil((unsigned short *)counters, sizeof(counters), (uintptr_t)wait_for - 64, 0x80),
             0);
    for (unsigned want = 1; want <= 20; want++)
        CHECK(wait_for(&counters[0], want));
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_now().ps_counted, counters[0]);
    CHECK(!wait_for(&counters[0], counters[0] + 1));
    return 0;
}
