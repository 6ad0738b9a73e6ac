/* The first thread may end before the others: the last one's end is the process's, with status 0.
 * No thread can join itself. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

static void *outlive(void *arg)
{
    for (int i = 0; i < 100; i++)
        sched_yield();
    return arg;
}

static void end_before_another(void)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, outlive, NULL), 0);
    pthread_exit(NULL);
}

int main(void)
{
    CHECK_EQ(IN_CHILD(end_before_another()), 0);
    CHECK_EQ(pthread_join(pthread_self(), NULL), EDEADLK);
    return 0;
}
