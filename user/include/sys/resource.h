/* Resources of the process (POSIX.1-2017, <sys/resource.h>). */
#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H

#include <abi/resource.h>
#include <abi/time.h>

#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)

#define RLIM_SAVED_MAX RLIM_INFINITY
#define RLIM_SAVED_CUR RLIM_INFINITY

/* The kernel knows the times alone: the other fields are 0. */
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss;
    long ru_minflt, ru_majflt, ru_nswap;
    long ru_inblock, ru_oublock;
    long ru_msgsnd, ru_msgrcv, ru_nsignals;
    long ru_nvcsw, ru_nivcsw;
};

int getrusage(int who, struct rusage *usage);

/* abi/resource.h explains the limits. */
int getrlimit(int which, struct rlimit *limit);
int setrlimit(int which, const struct rlimit *limit);

#endif
