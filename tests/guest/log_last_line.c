/* The machine's status is the last line of the log, though other CPUs are writing there. */
/* machine: cpus=4 leaves=1 */
#include "child.h"
#include <fcntl.h>

int main(void)
{
    int log = open("/dev/log", O_WRONLY);
    CHECK(log >= 0);
    for (unsigned i = 0; i < 2; i++)
        START_CHILD({
            for (;;)
                write(log, "a", 1);
        });
    return 0;
}
