/* 4.2BSD's profiling goes on in both processes after fork. */
/* manual: bsd42, DESCRIPTION: fork */
/* machine: det=1 */
/* dialect: bsd42 */
#include "guest/dialect_rules.h"

int main(void)
{
    goes_on_after_fork();
    return 0;
}
