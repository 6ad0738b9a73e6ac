/* Resources of the process (POSIX.1-2017, <sys/resource.h>). */
#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H

#include <abi/resource.h>
#include <abi/time.h>

#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)

struct rusage {
    struct timeval ru_utime, ru_stime;
};

int getrusage(int who, struct rusage *usage);

/* abi/resource.h explains the limits. */
int getrlimit(int which, struct rlimit *limit);
int setrlimit(int which, const struct rlimit *limit);

#endif
