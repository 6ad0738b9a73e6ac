/* Readers share a lock, a writer has it alone, and waits end at their time. */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <time.h>

#define THREADS 6
#define TURNS   2000

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int readers, writers, sum, spun;

static void *use(void *number)
{
    for (int i = 0; i < TURNS; i++) {
        if (((long)number + i) % 3 == 0) {
            CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
            CHECK_EQ(__atomic_add_fetch(&writers, 1, __ATOMIC_RELAXED), 1);
            CHECK_EQ(__atomic_load_n(&readers, __ATOMIC_RELAXED), 0);
            sum++;
            __atomic_sub_fetch(&writers, 1, __ATOMIC_RELAXED);
        } else {
            CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
            __atomic_add_fetch(&readers, 1, __ATOMIC_RELAXED);
            CHECK_EQ(__atomic_load_n(&writers, __ATOMIC_RELAXED), 0);
            __atomic_sub_fetch(&readers, 1, __ATOMIC_RELAXED);
        }
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
        CHECK_EQ(pthread_spin_lock(&spin), 0);
        spun++;
        CHECK_EQ(pthread_spin_unlock(&spin), 0);
    }
    return NULL;
}

static const struct timespec past = {1, 0}, no_time = {1, 1000000000};

static void *held_by_another(void *writes)
{
    CHECK_EQ(pthread_rwlock_trywrlock(&lock), EBUSY);
    CHECK_EQ(pthread_rwlock_timedwrlock(&lock, &past), ETIMEDOUT);
    CHECK_EQ(pthread_rwlock_timedwrlock(&lock, &no_time), EINVAL);
    if (writes) {
        CHECK_EQ(pthread_rwlock_tryrdlock(&lock), EBUSY);
        CHECK_EQ(pthread_rwlock_timedrdlock(&lock, &past), ETIMEDOUT);
        CHECK_EQ(pthread_rwlock_unlock(&lock), EPERM);
    } else {
        CHECK_EQ(pthread_rwlock_tryrdlock(&lock), 0);
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    }
    return NULL;
}

static void in_thread(void *(*run)(void *), void *arg)
{
    pthread_t t;

    CHECK_EQ(pthread_create(&t, NULL, run, arg), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
}

int main(void)
{
    CHECK_EQ(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE), 0);
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, use, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(sum, THREADS * TURNS / 3);
    CHECK_EQ(spun, THREADS * TURNS);

    CHECK_EQ(pthread_rwlock_unlock(&lock), EPERM);
    CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_wrlock(&lock), EDEADLK);
    CHECK_EQ(pthread_rwlock_rdlock(&lock), EDEADLK);
    CHECK_EQ(pthread_rwlock_destroy(&lock), EBUSY);
    in_thread(held_by_another, &lock);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    in_thread(held_by_another, NULL);
    CHECK_EQ(pthread_rwlock_timedrdlock(&lock, &no_time), 0); /* it need not wait */
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_destroy(&lock), 0);
    return 0;
}
