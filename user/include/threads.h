/* Threads of C11 (7.26), on those of <pthread.h>. */
#ifndef _THREADS_H
#define _THREADS_H

#include <pthread.h>
#include <time.h>

#define thread_local        _Thread_local
#define ONCE_FLAG_INIT      PTHREAD_ONCE_INIT
#define TSS_DTOR_ITERATIONS 4

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);

enum { thrd_success, thrd_nomem, thrd_timedout, thrd_busy, thrd_error };
enum { mtx_plain, mtx_recursive, mtx_timed };

int thrd_create(thrd_t *t, thrd_start_t run, void *arg);
int thrd_join(thrd_t t, int *result);
int thrd_detach(thrd_t t);
_Noreturn void thrd_exit(int result);
thrd_t thrd_current(void);
int thrd_equal(thrd_t a, thrd_t b);
int thrd_sleep(const struct timespec *want, struct timespec *left); /* -1: a signal; -2: an error */
void thrd_yield(void);

int mtx_init(mtx_t *m, int type);
void mtx_destroy(mtx_t *m);
int mtx_lock(mtx_t *m);
int mtx_timedlock(mtx_t *m, const struct timespec *until); /* of TIME_UTC */
int mtx_trylock(mtx_t *m);
int mtx_unlock(mtx_t *m);

int cnd_init(cnd_t *c);
void cnd_destroy(cnd_t *c);
int cnd_wait(cnd_t *c, mtx_t *m);
int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until);
int cnd_signal(cnd_t *c);
int cnd_broadcast(cnd_t *c);

int tss_create(tss_t *key, tss_dtor_t destroy);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

void call_once(once_flag *once, void (*init)(void));

#endif
