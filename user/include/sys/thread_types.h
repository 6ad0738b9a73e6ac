/* Types of <pthread.h> and <sys/types.h> (POSIX.1-2017). */
#ifndef _SYS_THREAD_TYPES_H
#define _SYS_THREAD_TYPES_H

#include <abi/types.h>
#include <sys/thread_t.h>

typedef unsigned pthread_key_t;
typedef int pthread_once_t;

struct __thread_attributes {
    size_t stack_nbytes;
    int detached;
    int inherit;
    size_t guard_nbytes;
    void *stack; /* of the program, or NULL */
};

typedef struct {
    int type;
    int shared;
} pthread_mutexattr_t;

typedef struct {
    clockid_t clock;
    int shared;
} pthread_condattr_t;

typedef struct {
    int word; /* 0 free, 1 held, more: others may sleep for it (lib/lock.c) */
    int type;
    unsigned depth; /* of a recursive mutex: times locked beyond the first */
    int shared;     /* the owner is a tid: threads of two processes may have one pthread_t */
    pthread_t owner;
} pthread_mutex_t;

typedef struct {
    int sequence; /* changes at every signal and broadcast; waiters sleep on it */
    clockid_t clock;
} pthread_cond_t;

typedef struct {
    int lock;     /* for the fields below */
    int holders;  /* readers, or -1: a writer */
    int sequence; /* changes at a release that makes it free; waiters sleep on it */
    int waiters;
    int shared; /* the writer is a tid */
    pthread_t writer;
} pthread_rwlock_t;

typedef struct {
    int shared;
} pthread_rwlockattr_t, pthread_barrierattr_t;

typedef struct {
    int lock; /* for the fields below */
    unsigned count, inside;
    int round;   /* changes when all have come; they sleep on it */
    int leaving; /* atomic: threads that sleep, or are about to leave */
} pthread_barrier_t;

typedef int pthread_spinlock_t;

#endif
