/* A program with -pg that has too little memory to count its calls says so. */
/* machine: det=1 */
/* flags: -pg */
#include "gmon_limit.h"

QUIET int main(int argc, char **argv)
{
    if (argc > 1)
        return call_often();
    CHECK_EQ(setenv("PROFDIR", "/tmp", 1), 0);
    check_limits(argv[0], "/tmp/%d.gmon_limit");
    return 0;
}
