/* kprof: a tick that comes due while a device's interrupt is handled is charged to that, and not to
 * the program that was interrupted. */
/* machine: cpus=1 kargs=hz=10000 */
#include "kprof_load.h"
#include <fcntl.h>

#define WRITES 300 /* about 28 ticks */

static void spin_for_ever(void)
{
    for (;;)
        prof_spin(SPIN_TURNS);
}

int main(void)
{
    char byte = 'x';
    int fd = open("/tmp/written", O_CREAT | O_RDWR, 0600);
    pid_t pid = START_CHILD(spin_for_ever()); /* or the CPU would be idle */
    kprof_begin();
    for (int i = 0; i < WRITES; i++) {
        CHECK_EQ(write(fd, &byte, 1), 1);
        CHECK_EQ(fsync(fd), 0);
    }
    kprof_end();
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
    CHECK(kprof_in("interrupt") >= 5);
    return 0;
}
