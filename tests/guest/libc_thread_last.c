/* The first thread may end before the others: the last one's end is the process's, with status 0.
 * So it is in a child of fork, where only the thread that forked is.  No thread can join itself. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

static struct channel last;

static void *outlive(void *arg)
{
    for (int i = 0; i < 100; i++)
        sched_yield();
    channel_send(last, 'l');
    return arg;
}

static void end_before_another(void)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, outlive, NULL), 0);
    pthread_exit(NULL);
}

static void leave_with_7(void)
{
    _exit(7);
}

static void *wait_for_byte(void *in)
{
    char byte;
    CHECK_EQ(read(*(int *)in, &byte, 1), 0);
    return NULL;
}

/* The last thread's end is a call of exit, which calls what atexit registered. */
static void end_in_child_of_threads(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, wait_for_byte, ends), 0);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(atexit(leave_with_7); pthread_exit(NULL))), 7);
    CHECK_EQ(close(ends[1]), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(close(ends[0]), 0);
}

int main(void)
{
    last = channel_open();
    CHECK_EQ(IN_CHILD(end_before_another()), 0);
    CHECK_EQ(close(last.out), 0);
    CHECK_EQ(channel_receive(last), 'l');
    end_in_child_of_threads();
    CHECK_EQ(pthread_join(pthread_self(), NULL), EDEADLK);
    return 0;
}
