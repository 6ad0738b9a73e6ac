/* As signal_fork.c, for a program with -pg, which forks with its profile locked: a signal that ends
 * the parent ends the child that fork is just making, too. */
/* machine: cpus=4 */
/* flags: -pg */
#include "signal_fork.h"

int main(void)
{
    group_ends_by(SIGINT);
    return 0;
}
