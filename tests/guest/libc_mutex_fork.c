/* A child of fork gets a mutex that threads starve for in its parent, both when the parent holds it
 * and when the parent has just handed it over to a thread that is not in the child. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "threads.h"

#define BUSY   4
#define ROUNDS 20

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done; /* atomic */

static void *take_again(void *unused)
{
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED)) {
        pthread_mutex_lock(&mutex);
        for (volatile int i = 0; i < 10000; i++)
            continue;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

/* A child that waits for ever is killed. */
static void use(void)
{
    alarm(10);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    CHECK_EQ(pthread_mutex_trylock(&mutex), 0);
}

int main(void)
{
    pthread_t busy[BUSY];
    for (int i = 0; i < BUSY; i++)
        CHECK_EQ(pthread_create(&busy[i], NULL, take_again, NULL), 0);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&mutex);
        CHECK_EQ(IN_CHILD((pthread_mutex_unlock(&mutex), use())), 0);
        pthread_mutex_unlock(&mutex);
        CHECK_EQ(IN_CHILD(use()), 0);
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < BUSY; i++)
        CHECK_EQ(pthread_join(busy[i], NULL), 0);
    return 0;
}
