/*
 * Threads (POSIX.1-2017, <pthread.h>).  Functions return 0 or an error number and do not set errno.
 *
 * Cancellation points: read, write, waitpid and its kin, nanosleep and its kin, sigsuspend and
 * pause, sigwait and its kin, waits for conditions and semaphores, pthread_join,
 * pthread_testcancel.  Streams are none.
 *
 * Locks with PTHREAD_PROCESS_SHARED work in memory that processes share with MAP_SHARED.
 *
 * Left out, and refused with ENOTSUP: robust mutexes, priorities.
 */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <abi/time.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/thread_types.h>

#define PTHREAD_MUTEX_NORMAL     0
#define PTHREAD_MUTEX_RECURSIVE  1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT    PTHREAD_MUTEX_NORMAL
#define PTHREAD_CREATE_JOINABLE  0
#define PTHREAD_CREATE_DETACHED  1

#define PTHREAD_INHERIT_SCHED   0
#define PTHREAD_EXPLICIT_SCHED  1
#define PTHREAD_SCOPE_SYSTEM    0
#define PTHREAD_SCOPE_PROCESS   1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED  1
#define PTHREAD_PRIO_NONE       0
#define PTHREAD_PRIO_INHERIT    1
#define PTHREAD_PRIO_PROTECT    2
#define PTHREAD_MUTEX_STALLED   0
#define PTHREAD_MUTEX_ROBUST    1

#define PTHREAD_CANCEL_ENABLE       0
#define PTHREAD_CANCEL_DISABLE      1
#define PTHREAD_CANCEL_DEFERRED     0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED            ((void *)-1)

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)

#define PTHREAD_ONCE_INIT 0

/* clang-format off */
#define PTHREAD_MUTEX_INITIALIZER  {0, PTHREAD_MUTEX_NORMAL, 0, 0, NULL}
#define PTHREAD_COND_INITIALIZER   {0, CLOCK_REALTIME}
#define PTHREAD_RWLOCK_INITIALIZER {0, 0, 0, 0, 0, NULL}
/* clang-format on */

int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int pthread_join(pthread_t t, void **result);
int pthread_detach(pthread_t t);
_Noreturn void pthread_exit(void *result);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_getcpuclockid(pthread_t t, clockid_t *clock);

int pthread_attr_init(pthread_attr_t *attr);
int pthread_attr_destroy(pthread_attr_t *attr);
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t nbytes);
int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *nbytes);
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state);
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state);
int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t nbytes);
int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *nbytes);
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t nbytes); /* at most a page */
int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *nbytes);
int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit);
int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit);
int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy);
int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param);
int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param);
int pthread_attr_setscope(pthread_attr_t *attr, int scope);
int pthread_attr_getscope(const pthread_attr_t *attr, int *scope);
int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *param);
int pthread_getschedparam(pthread_t t, int *policy, struct sched_param *param);
int pthread_setschedprio(pthread_t t, int priority);

/*
 * Cancellation.  A pair of push and pop stands in one block.  The handlers run when the thread is
 * cancelled or calls pthread_exit, last first; pop with run not 0 runs its handler too.
 */
struct __cleanup {
    void (*func)(void *);
    void *arg;
    struct __cleanup *before;
};
void __cleanup_push(struct __cleanup *c);
void __cleanup_pop(struct __cleanup *c, int run);
#define pthread_cleanup_push(func, arg)                       \
    {                                                         \
        struct __cleanup __cleanup_here = {(func), (arg), 0}; \
        __cleanup_push(&__cleanup_here);
#define pthread_cleanup_pop(run)         \
    __cleanup_pop(&__cleanup_here, run); \
    }

int pthread_cancel(pthread_t t);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
void pthread_testcancel(void);

/* Run around each fork of the program; NULL: nothing. */
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void));

int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust);
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *m);
int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_trylock(pthread_mutex_t *m);
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until); /* CLOCK_REALTIME */
int pthread_mutex_unlock(pthread_mutex_t *m);

int pthread_condattr_init(pthread_condattr_t *attr);
int pthread_condattr_destroy(pthread_condattr_t *attr);
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock);
int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock);
int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared);
int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared);
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr);
int pthread_cond_destroy(pthread_cond_t *c);
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until);
int pthread_cond_signal(pthread_cond_t *c);
int pthread_cond_broadcast(pthread_cond_t *c);

/* Many readers or one writer.  A reader passes other readers' waiting writers. */
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared);
int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr);
int pthread_rwlock_destroy(pthread_rwlock_t *l);
int pthread_rwlock_rdlock(pthread_rwlock_t *l);
int pthread_rwlock_wrlock(pthread_rwlock_t *l);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l);
int pthread_rwlock_trywrlock(pthread_rwlock_t *l);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until);
int pthread_rwlock_unlock(pthread_rwlock_t *l);

/* The last of `count' threads lets all go on; one of them gets PTHREAD_BARRIER_SERIAL_THREAD. */
int pthread_barrierattr_init(pthread_barrierattr_t *attr);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared);
int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *b);
int pthread_barrier_wait(pthread_barrier_t *b);

int pthread_spin_init(pthread_spinlock_t *l, int shared);
int pthread_spin_destroy(pthread_spinlock_t *l);
int pthread_spin_lock(pthread_spinlock_t *l);
int pthread_spin_trylock(pthread_spinlock_t *l);
int pthread_spin_unlock(pthread_spinlock_t *l);

int pthread_once(pthread_once_t *once, void (*init)(void));
int pthread_key_create(pthread_key_t *key, void (*destroy)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

#endif
