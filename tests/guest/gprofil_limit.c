/* As gmon_limit.c, for a program that follows OpenBSD's manual. */
/* machine: det=1 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_limit.h"

QUIET int main(int argc, char **argv)
{
    if (argc > 1)
        return call_often();
    CHECK_EQ(setenv("PROFDIR", "/tmp", 1), 0);
    check_limits(argv[0], "/tmp/gmon.gprofil_limit.%d.out");
    return 0;
}
