/* The id of a thread that was joined, or of none, is an error and not a crash. */
/* machine: det=1 cpus=1 */
#include "threads.h"
#include <errno.h>
#include <signal.h>

static void check_stale(pthread_t thread)
{
    CHECK_EQ(pthread_join(thread, NULL), ESRCH);
    CHECK_EQ(pthread_detach(thread), ESRCH);
    CHECK_EQ(pthread_kill(thread, 0), ESRCH);
    CHECK_EQ(pthread_kill(thread, SIGUSR1), ESRCH);
    CHECK_EQ(errno, 0);
}

int main(void)
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_at_once, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    errno = 0;
    check_stale(thread);
    check_stale(NULL);
    check_stale((pthread_t)((char *)&thread + 1));
    return 0;
}
