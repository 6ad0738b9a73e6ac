/* C11's threads: other names for POSIX's, and other results. */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct start {
    thrd_start_t run;
    void *arg;
};

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case ENOMEM:
        return thrd_nomem;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    }
    return thrd_error;
}

static void *begin(void *arg)
{
    struct start start = *(struct start *)arg;

    free(arg);
    return (void *)(intptr_t)start.run(start.arg);
}

int thrd_create(thrd_t *t, thrd_start_t run, void *arg)
{
    struct start *start = malloc(sizeof(*start));

    if (!start)
        return thrd_nomem;
    *start = (struct start){run, arg};
    int error = pthread_create(t, NULL, begin, start);
    if (error)
        free(start);
    return error == EAGAIN ? thrd_nomem : result_of(error);
}

int thrd_join(thrd_t t, int *result)
{
    void *value;
    int error = pthread_join(t, &value);

    if (!error && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

int thrd_detach(thrd_t t)
{
    return result_of(pthread_detach(t));
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

int thrd_sleep(const struct timespec *want, struct timespec *left)
{
    if (nanosleep(want, left) == 0)
        return 0;
    return errno == EINTR ? -1 : -2;
}

void thrd_yield(void)
{
    sched_yield();
}

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t attr = {.type = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE
                                                             : PTHREAD_MUTEX_NORMAL};

    if (type & ~(mtx_recursive | mtx_timed))
        return thrd_error;
    return result_of(pthread_mutex_init(m, &attr));
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy(m);
}

int mtx_lock(mtx_t *m)
{
    return result_of(pthread_mutex_lock(m));
}

int mtx_timedlock(mtx_t *m, const struct timespec *until)
{
    return result_of(pthread_mutex_timedlock(m, until));
}

int mtx_trylock(mtx_t *m)
{
    return result_of(pthread_mutex_trylock(m));
}

int mtx_unlock(mtx_t *m)
{
    return result_of(pthread_mutex_unlock(m));
}

int cnd_init(cnd_t *c)
{
    return result_of(pthread_cond_init(c, NULL));
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy(c);
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return result_of(pthread_cond_wait(c, m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until)
{
    return result_of(pthread_cond_timedwait(c, m, until));
}

int cnd_signal(cnd_t *c)
{
    return result_of(pthread_cond_signal(c));
}

int cnd_broadcast(cnd_t *c)
{
    return result_of(pthread_cond_broadcast(c));
}

int tss_create(tss_t *key, tss_dtor_t destroy)
{
    return result_of(pthread_key_create(key, destroy));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return result_of(pthread_setspecific(key, value));
}

void call_once(once_flag *once, void (*init)(void))
{
    pthread_once(once, init);
}
