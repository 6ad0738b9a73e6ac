/* poll(2): waiting for several files (POSIX.1-2017, <poll.h>). */
#ifndef ABI_POLL_H
#define ABI_POLL_H

#define POLLIN     0x001 /* a read returns at once: bytes, the end of the file, or an error */
#define POLLPRI    0x002 /* never happens */
#define POLLOUT    0x004 /* a write of PIPE_BUF bytes does not wait */
#define POLLERR    0x008 /* a pipe without readers; revents only, like the next two */
#define POLLHUP    0x010 /* a pipe without writers */
#define POLLNVAL   0x020 /* fd is not open */
#define POLLRDNORM POLLIN
#define POLLRDBAND POLLPRI
#define POLLWRNORM POLLOUT
#define POLLWRBAND POLLPRI

struct pollfd {
    int fd; /* negative: this one is left out */
    short events;
    short revents;
};

#endif
