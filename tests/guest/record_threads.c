/* Eight threads on four CPUs: each tick of the process in user mode is in its record, and each of
 * its profile in its own, though both count it. */
/* machine: det=1 cpus=4 */
#include "record_many.h"

int main(void)
{
    many_begin();
    pid_t pid = START_CHILD(work_in_threads(800));
    many_end(&pid, 1);
    return 0;
}
