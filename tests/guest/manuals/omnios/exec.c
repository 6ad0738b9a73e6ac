/* OmniOS's profiling ends where the program does, at exec. */
/* manual: omnios, DESCRIPTION: exec */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

int main(int argc, char *argv[])
{
    is_off_after_exec(argc, argv);
    return 0;
}
