/* printf to a descriptor, through a stream that lives for one call. */
#include "stream.h"

int vdprintf(int fd, const char *fmt, va_list ap)
{
    struct __file f = {.fd = fd, .flags = S_WRITE | S_NONE | S_STATIC};

    return vfprintf(&f, fmt, ap);
}

int dprintf(int fd, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vdprintf(fd, fmt, ap);
    va_end(ap);
    return n;
}
