/* A thread that has ended takes no signal; what cannot be sent is refused, and pthread_kill leaves
 * errno alone. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sys/calls.h>

static void *ends(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, ends, NULL), 0);
    errno = 77;
    for (int i = 0; i < 1000; i++) {
        CHECK_EQ(pthread_kill(t, SIGWINCH), 0);
        CHECK_EQ(pthread_kill(t, 0), 0);
        CHECK_EQ(pthread_kill(t, -1), EINVAL);
        CHECK_EQ(pthread_kill(t, NSIG), EINVAL);
    }
    CHECK_EQ(errno, 77);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_FAILS(raise(NSIG), EINVAL);
    CHECK_FAILS(__thread_kill(nowhere(), 0), ESRCH);
    CHECK_FAILS(__thread_kill(nowhere(), SIGKILL), ESRCH);
    return 0;
}
