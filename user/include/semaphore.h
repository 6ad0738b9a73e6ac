/* Semaphores of the threads of one process (POSIX.1-2017, <semaphore.h>).  -1 with errno on
 * failure.  Left out: those of several processes, sem_open. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <abi/time.h>

typedef struct {
    int value;
    int waiters; /* that may sleep until it is above 0 */
} sem_t;

#define SEM_VALUE_MAX 0x7fffffff

int sem_init(sem_t *sem, int shared, unsigned value); /* shared: ENOSYS */
int sem_destroy(sem_t *sem);
int sem_post(sem_t *sem); /* a handler may call it */
int sem_wait(sem_t *sem);
int sem_trywait(sem_t *sem);
int sem_timedwait(sem_t *sem, const struct timespec *until); /* of CLOCK_REALTIME */
int sem_getvalue(sem_t *sem, int *value);

#endif
