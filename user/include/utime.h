/* utime (POSIX.1-2017, <utime.h>). */
#ifndef _UTIME_H
#define _UTIME_H

#include <abi/types.h>

struct utimbuf {
    time_t actime, modtime;
};

int utime(const char *path, const struct utimbuf *times); /* NULL: now */

#endif
