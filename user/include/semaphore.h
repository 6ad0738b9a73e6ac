/* Semaphores (POSIX.1-2017, <semaphore.h>).  -1 with errno on failure.  In memory that processes
 * share with MAP_SHARED they work between processes. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <abi/time.h>

typedef struct {
    int value;
    int waiters; /* that may sleep until it is above 0 */
} sem_t;

#define SEM_VALUE_MAX 0x7fffffff

int sem_init(sem_t *sem, int shared, unsigned value);
int sem_destroy(sem_t *sem);
int sem_post(sem_t *sem); /* a handler may call it */
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *until); /* of CLOCK_REALTIME */
int sem_getvalue(sem_t *sem, int *value);

/* Semaphores with a name: each is the file /tmp/sem.NAME, without a slash before NAME.  With
 * O_CREAT two more arguments follow: mode_t mode, unsigned value. */
#define SEM_FAILED ((sem_t *)0)
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *sem);
int sem_unlink(const char *name);

#endif
