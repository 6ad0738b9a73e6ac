/* A signal to a group reaches every process of it, those too that fork is just making: of a process
 * that forks as fast as it can, SIGKILL to its group leaves no process. */
/* machine: cpus=4 */
#include "signal_fork.h"

int main(void)
{
    group_ends_by(SIGKILL);
    return 0;
}
