/* The memory of a detached thread comes back: one after the other there can be more of them than
 * can live at once. */
/* machine: cpus=4 */
#include "check.h"
#include <pthread.h>
#include <sys/resource.h>

#define THREADS 300
#define MEMORY  (64 << 20) /* less than the stacks of all */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ended;

static void *end(void *arg)
{
    pthread_mutex_lock(&mutex);
    ended++;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    CHECK_EQ(setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY, RLIM_INFINITY}), 0);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_t t;
    for (int i = 1; i <= THREADS; i++) {
        CHECK_EQ(pthread_create(&t, i & 1 ? &attr : NULL, end, NULL), 0);
        if (!(i & 1))
            CHECK_EQ(pthread_detach(t), 0);
        pthread_mutex_lock(&mutex);
        while (ended < i)
            pthread_cond_wait(&cond, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
