/*
 * Threads (POSIX.1-2017, <pthread.h>).  Functions return 0 or an error number and do not set errno.
 * There is no cancellation: a thread ends by returning or by pthread_exit.
 */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <abi/time.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>

typedef unsigned pthread_key_t;
typedef int pthread_once_t;

typedef struct {
    size_t stack_nbytes;
    int detached;
} pthread_attr_t;

typedef struct {
    int type;
} pthread_mutexattr_t;

typedef struct {
    clockid_t clock;
} pthread_condattr_t;

typedef struct {
    int word; /* 0 free, 1 held, more: others may sleep for it (lib/lock.c) */
    int type;
    unsigned depth; /* of a recursive mutex: times locked beyond the first */
    pthread_t owner;
} pthread_mutex_t;

typedef struct {
    int sequence; /* changes at every signal and broadcast; waiters sleep on it */
    clockid_t clock;
} pthread_cond_t;

#define PTHREAD_MUTEX_NORMAL     0
#define PTHREAD_MUTEX_RECURSIVE  1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT    PTHREAD_MUTEX_NORMAL
#define PTHREAD_CREATE_JOINABLE  0
#define PTHREAD_CREATE_DETACHED  1

#define PTHREAD_ONCE_INIT 0

/* clang-format off */
#define PTHREAD_MUTEX_INITIALIZER {0, PTHREAD_MUTEX_NORMAL, 0, NULL}
#define PTHREAD_COND_INITIALIZER  {0, CLOCK_REALTIME}
/* clang-format on */

int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int pthread_join(pthread_t t, void **result);
int pthread_detach(pthread_t t);
_Noreturn void pthread_exit(void *result);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);

int pthread_attr_init(pthread_attr_t *attr);
int pthread_attr_destroy(pthread_attr_t *attr);
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t nbytes);
int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *nbytes);
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state);

int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type);
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *m);
int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_trylock(pthread_mutex_t *m);
int pthread_mutex_unlock(pthread_mutex_t *m);

int pthread_condattr_init(pthread_condattr_t *attr);
int pthread_condattr_destroy(pthread_condattr_t *attr);
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock);
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr);
int pthread_cond_destroy(pthread_cond_t *c);
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until);
int pthread_cond_signal(pthread_cond_t *c);
int pthread_cond_broadcast(pthread_cond_t *c);

int pthread_once(pthread_once_t *once, void (*init)(void));
int pthread_key_create(pthread_key_t *key, void (*destroy)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

#endif
