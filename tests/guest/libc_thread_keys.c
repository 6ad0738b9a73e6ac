/* pthread_once makes a key once; each thread has its own value of it, which is destroyed as the
 * thread ends, by return or by pthread_exit. */
/* machine: cpus=4 */
#include "threads.h"
#include <sched.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made, destroyed;

static void make_key(void)
{
    made++;
    CHECK_EQ(pthread_key_create(&key, free), 0);
}

static void destroy(void *value)
{
    __atomic_add_fetch(&destroyed, (int)(intptr_t)value, __ATOMIC_RELAXED);
}

static void *use_key(void *arg)
{
    pthread_once(&once, make_key);
    CHECK(!pthread_getspecific(key));
    CHECK_EQ(pthread_setspecific(key, malloc(10)), 0);
    sched_yield();
    CHECK(pthread_getspecific(key));
    pthread_exit(arg);
}

static void *set_key(void *arg)
{
    pthread_setspecific(key, (void *)1);
    return arg;
}

int main(void)
{
    run_all(use_key);
    CHECK_EQ(made, 1);
    CHECK_EQ(pthread_key_delete(key), 0);
    CHECK_EQ(pthread_key_create(&key, destroy), 0);
    CHECK(!pthread_getspecific(key));
    run_all(set_key);
    CHECK_EQ(destroyed, WORKERS);
    return 0;
}
