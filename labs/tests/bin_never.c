/* Two answers to one question, which no right function gives. */
/* machine: det=1 cpus=1 */
#include "bin_cases.h"

int main(void)
{
    bin_want(0x400003, 0x400000, BIN_ONE, BIN_ALL, 1);
    bin_want(0x400003, 0x400000, BIN_ONE, BIN_ALL, 2);
    return bin_done();
}
