/* A check that no right kernel can pass: memory that only this program writes holds what it wrote.
 */
/* machine: det=1 cpus=1 */
#include "check.h"

int main(void)
{
    volatile int cell = 1;

    CHECK_EQ(cell, 1);
    CHECK_EQ(cell, 2);
    return 0;
}
