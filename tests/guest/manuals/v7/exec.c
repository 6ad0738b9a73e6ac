/* V7's profiling ends where the program does, at exec. */
/* manual: v7, DESCRIPTION: exec */
/* machine: det=1 */
/* dialect: v7 */
#include "guest/dialect_rules.h"

int main(int argc, char *argv[])
{
    is_off_after_exec(argc, argv);
    return 0;
}
