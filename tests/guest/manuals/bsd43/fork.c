/* 4.3BSD's profiling goes on in both processes after fork. */
/* manual: bsd43, DESCRIPTION: fork */
/* machine: det=1 */
/* dialect: bsd43 */
#include "guest/dialect_rules.h"

int main(void)
{
    goes_on_after_fork();
    return 0;
}
