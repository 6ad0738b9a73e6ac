/* The host's threads for fs_threads.c, whose headers do not go together with the host's own. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

uint64_t host_thread_start(void *(*run)(void *), void *arg);
void host_thread_join(uint64_t thread);
void host_thread_yield(void);

uint64_t host_thread_start(void *(*run)(void *), void *arg)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, arg) != 0)
        abort();
    return (uint64_t)thread;
}

void host_thread_join(uint64_t thread)
{
    pthread_join((pthread_t)thread, NULL);
}

void host_thread_yield(void)
{
    sched_yield();
}
