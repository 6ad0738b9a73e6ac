/* poll, by the system call, which takes a time in nanoseconds and a mask of signals. */
#include <poll.h>

int poll(struct pollfd fds[], nfds_t n, int timeout_ms)
{
    struct timespec timeout = {timeout_ms / 1000, timeout_ms % 1000 * 1000000l};

    return ppoll(fds, n, timeout_ms < 0 ? NULL : &timeout, NULL);
}
