/* A thread's CPU clock: its number is the thread's, negated (abi/time.h). */
#include <errno.h>

#include "../thread.h"

int pthread_getcpuclockid(pthread_t t, clockid_t *clock)
{
    int before = errno;
    tid_t tid = __thread_kill(t, 0);

    errno = before;
    if (tid < 0)
        return ESRCH;
    *clock = -tid;
    return 0;
}
