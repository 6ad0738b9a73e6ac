/* AIX's profiling ends where the program does, at exec. */
/* manual: aix, Description: exec */
/* machine: det=1 */
/* dialect: aix */
#include <mon.h>

#include "guest/dialect_rules.h"

int main(int argc, char *argv[])
{
    is_off_after_exec(argc, argv);
    return 0;
}
