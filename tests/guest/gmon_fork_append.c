/* A fork in a handler that interrupted the counting of an arc's first call costs the child no call.
 */
/* machine: det=1 cpus=1 kargs=hz=10000 */
/* flags: -pg */
#include "gmon_fork_append.h"

QUIET int main(void)
{
    call_each_arc_once(NULL);
    return 0;
}
