/* From the kernel's first instruction to a program that a shell runs: under 50 ms. */
/* machine: det=1 */
#include "check.h"
#include <time.h>

int main(void)
{
    struct timespec now;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    CHECK_EQ(now.tv_sec, 0);
    CHECK(now.tv_nsec < 50 * 1000 * 1000);
    printf("%ld us\n", (long)now.tv_nsec / 1000);
    return 0;
}
