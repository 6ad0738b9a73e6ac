/* Eight threads on four CPUs: each tick of the process in user mode is in its record, and each of
 * its profile in its own, though both count it. */
/* machine: det=1 cpus=4 */
#include "record_crowd.h"

int main(void)
{
    crowd_begin();
    pid_t pid = START_CHILD(work_in_threads(800));
    crowd_end(&pid, 1);
    return 0;
}
