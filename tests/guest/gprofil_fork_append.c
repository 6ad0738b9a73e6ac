/* As gmon_fork_append.c, for a program that follows OpenBSD's manual. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_fork_append.h"

QUIET int main(void)
{
    call_each_arc_once("/gmon.gprofil_fork_append.%d.out");
    return 0;
}
