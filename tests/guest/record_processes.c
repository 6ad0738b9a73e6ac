/* Eight processes at once on four CPUs: the ticks of each are in its own record, and in its own
 * profile. */
/* machine: det=1 cpus=4 */
#include "record_many.h"

int main(void)
{
    many_begin();
    pid_t pids[8];
    for (int i = 0; i < 8; i++)
        pids[i] = START_CHILD(work(60 + 20 * i));
    many_end(pids, 8);
    return 0;
}
