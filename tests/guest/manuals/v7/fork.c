/* V7's profiling goes on in both processes after fork. */
/* manual: v7, DESCRIPTION: fork */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(void)
{
    goes_on_after_fork();
    return 0;
}
