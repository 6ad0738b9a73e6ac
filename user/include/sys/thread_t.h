/* The types of threads that <signal.h> has, too (POSIX.1-2017). */
#ifndef _SYS_THREAD_T_H
#define _SYS_THREAD_T_H

typedef struct __thread_block *pthread_t;
typedef struct __thread_attributes pthread_attr_t;

#endif
