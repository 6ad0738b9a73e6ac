/* The same on CPUs that really run at the same time. */
/* machine: cpus=4 kargs=hz=10000 */
#include "record_many.h"

int main(void)
{
    many_begin();
    for (int round = 0; round < 4; round++) {
        pid_t pid = START_CHILD(work_in_threads(600));
        many_end(&pid, 1);
    }
    return 0;
}
