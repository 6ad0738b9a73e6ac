/* Locks with PTHREAD_PROCESS_SHARED exclude, wake and count threads of several processes, which may
 * map them at different addresses. */
/* machine: cpus=2 */
#include "child.h"
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

#define TURNS 2000

static struct shared {
    pthread_mutex_t mutex, recursive;
    pthread_cond_t cond;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    pthread_spinlock_t spin;
    sem_t sem;
    volatile long count, turn, written, spun;
} *s;

#define INIT_SHARED(kind, object, ...)                                                    \
    do {                                                                                  \
        pthread_##kind##attr_t attr;                                                      \
        int value;                                                                        \
        CHECK_EQ(pthread_##kind##attr_init(&attr), 0);                                    \
        CHECK_EQ(pthread_##kind##attr_getpshared(&attr, &value), 0);                      \
        CHECK_EQ(value, PTHREAD_PROCESS_PRIVATE);                                         \
        CHECK_EQ(pthread_##kind##attr_setpshared(&attr, 2), EINVAL);                      \
        CHECK_EQ(pthread_##kind##attr_setpshared(&attr, PTHREAD_PROCESS_SHARED), 0);      \
        CHECK_EQ(pthread_##kind##attr_getpshared(&attr, &value), 0);                      \
        CHECK_EQ(value, PTHREAD_PROCESS_SHARED);                                          \
        CHECK_EQ(pthread_##kind##_init(&s->object, &attr __VA_OPT__(, ) __VA_ARGS__), 0); \
        CHECK_EQ(pthread_##kind##attr_destroy(&attr), 0);                                 \
    } while (0)

static struct shared *map(int fd)
{
    void *p = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(p != MAP_FAILED);
    return p;
}

/* Both processes do this; the barrier makes each round one of both. */
static void work(int me)
{
    int marked = pthread_barrier_wait(&s->barrier);
    CHECK(marked == 0 || marked == PTHREAD_BARRIER_SERIAL_THREAD);
    for (int i = 0; i < TURNS; i++) {
        CHECK_EQ(pthread_mutex_lock(&s->mutex), 0);
        s->count++;
        while (s->turn % 2 != me)
            CHECK_EQ(pthread_cond_wait(&s->cond, &s->mutex), 0);
        s->turn++;
        CHECK_EQ(pthread_cond_signal(&s->cond), 0);
        CHECK_EQ(pthread_mutex_unlock(&s->mutex), 0);

        CHECK_EQ(pthread_rwlock_wrlock(&s->rwlock), 0);
        s->written++;
        CHECK_EQ(pthread_rwlock_unlock(&s->rwlock), 0);

        CHECK_EQ(pthread_spin_lock(&s->spin), 0);
        s->spun++;
        CHECK_EQ(pthread_spin_unlock(&s->spin), 0);
    }
    pthread_barrier_wait(&s->barrier);
}

static void try_owned(void)
{
    CHECK_EQ(pthread_mutex_trylock(&s->recursive), EBUSY);
    CHECK_EQ(pthread_mutex_unlock(&s->recursive), EPERM);
    CHECK_EQ(pthread_rwlock_unlock(&s->rwlock), EPERM);
    CHECK_EQ(pthread_rwlock_trywrlock(&s->rwlock), EBUSY);
    CHECK_EQ(sem_post(&s->sem), 0);
    CHECK_EQ(pthread_mutex_lock(&s->recursive), 0); /* the parent has released it */
    CHECK_EQ(pthread_rwlock_wrlock(&s->rwlock), 0);
}

int main(void)
{
    int fd = open("/tmp/locks", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(ftruncate(fd, sizeof(*s)), 0);
    s = map(fd);
    INIT_SHARED(mutex, mutex);
    INIT_SHARED(cond, cond);
    INIT_SHARED(rwlock, rwlock);
    INIT_SHARED(barrier, barrier, 2);
    pthread_mutexattr_t attr;
    CHECK_EQ(pthread_mutexattr_init(&attr), 0);
    CHECK_EQ(pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED), 0);
    CHECK_EQ(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE), 0);
    CHECK_EQ(pthread_mutex_init(&s->recursive, &attr), 0);
    CHECK_EQ(pthread_spin_init(&s->spin, PTHREAD_PROCESS_SHARED), 0);
    CHECK_EQ(sem_init(&s->sem, 1, 0), 0);

    pid_t child = START_CHILD({
        s = map(fd); /* at another address */
        work(1);
    });
    work(0);
    CHECK_EQ(child_wait(child), CHILD_DONE);
    CHECK_EQ(s->count, 2 * TURNS);
    CHECK_EQ(s->turn, 2 * TURNS);
    CHECK_EQ(s->written, 2 * TURNS);
    CHECK_EQ(s->spun, 2 * TURNS);

    /* The child's first thread has the parent's pthread_t, and is not the owner. */
    CHECK_EQ(pthread_mutex_lock(&s->recursive), 0);
    CHECK_EQ(pthread_mutex_lock(&s->recursive), 0);
    CHECK_EQ(pthread_rwlock_wrlock(&s->rwlock), 0);
    child = START_CHILD(try_owned());
    CHECK_EQ(sem_wait(&s->sem), 0);
    CHECK_EQ(pthread_mutex_unlock(&s->recursive), 0);
    CHECK_EQ(pthread_mutex_unlock(&s->recursive), 0);
    CHECK_EQ(pthread_rwlock_unlock(&s->rwlock), 0);
    CHECK_EQ(child_wait(child), CHILD_DONE);
    return 0;
}
