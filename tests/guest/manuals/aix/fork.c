/* AIX's profiling goes on in both processes after fork. */
/* manual: aix, Description: fork */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(void)
{
    goes_on_after_fork();
    return 0;
}
