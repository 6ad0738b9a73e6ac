/* OmniOS's profiling goes on in both processes after fork. */
/* manual: omnios, DESCRIPTION: fork */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(void)
{
    goes_on_after_fork();
    return 0;
}
