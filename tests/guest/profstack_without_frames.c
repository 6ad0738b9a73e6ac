/* Of a program without frame pointers the pc of each sample is right, whatever the rest, and it
 * runs as ever. */
/* flags: -fomit-frame-pointer */
/* machine: det=1 kargs=hz=10000 */
#include "profstack.h"
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static unsigned mixed(unsigned n, unsigned seed)
{
    volatile unsigned x = seed;
    return n == 0 ? seed : mixed(n - 1, x * 31 + n) + mixed(n / 3, x) * 7;
}

static unsigned worked(void)
{
    static int numbers[5000];
    unsigned sum = 0;
    for (int i = 0; i < 5000; i++)
        sum += (unsigned)(numbers[i] = (int)mixed(6, (unsigned)i) % 1000);
    qsort(numbers, 5000, sizeof(*numbers), compare);
    for (int i = 1; i < 5000; i++)
        CHECK(numbers[i - 1] <= numbers[i]);
    return sum;
}

int main(void)
{
    unsigned sum = worked();
    stacks_on(PROF_STACK_MAX);
    for (int i = 0; i < 30; i++)
        CHECK_EQ(worked(), sum);
    CHECK(stacks_off().ps_user > 500);
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        CHECK_IN(stack->ps_pc[0], TEXT_START, TEXT_START + TEXT_BYTES);
    return 0;
}
