/* select and pselect, by poll. */
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>

static int has(const fd_set *set, int fd)
{
    return set && FD_ISSET(fd, set);
}

/* The descriptors below n that are in a set; how many. */
static int collect(struct pollfd *fds, int n, fd_set *const sets[3])
{
    int count = 0;

    for (int fd = 0; fd < n; fd++) {
        if (!has(sets[0], fd) && !has(sets[1], fd) && !has(sets[2], fd))
            continue;
        short events = (has(sets[0], fd) ? POLLIN : 0) | (has(sets[1], fd) ? POLLOUT : 0);
        fds[count++] = (struct pollfd){fd, events, 0};
    }
    return count;
}

/* Leaves fd in the set if it was there and has one of the events: 1 or 0. */
static int keep(fd_set *set, const struct pollfd *p, short events)
{
    if (!has(set, p->fd))
        return 0;
    if (p->revents & events)
        return 1;
    FD_CLR(p->fd, set);
    return 0;
}

int pselect(int n, fd_set *readable, fd_set *writable, fd_set *other,
            const struct timespec *timeout, const sigset_t *mask)
{
    fd_set *const sets[3] = {readable, writable, other};

    if (n < 0 || n > FD_SETSIZE) {
        errno = EINVAL;
        return -1;
    }
    struct pollfd fds[FD_SETSIZE];
    int count = collect(fds, n, sets), found = 0;
    if (ppoll(fds, count, timeout, mask) < 0)
        return -1;
    for (int i = 0; i < count; i++)
        if (fds[i].revents & POLLNVAL) {
            errno = EBADF;
            return -1;
        }
    for (int i = 0; i < count; i++)
        found += keep(readable, &fds[i], POLLIN | POLLHUP | POLLERR) +
                 keep(writable, &fds[i], POLLOUT | POLLERR) + keep(other, &fds[i], POLLPRI);
    return found;
}

int select(int n, fd_set *readable, fd_set *writable, fd_set *other, struct timeval *timeout)
{
    if (!timeout)
        return pselect(n, readable, writable, other, NULL, NULL);
    struct timespec time = {timeout->tv_sec, timeout->tv_usec * 1000};
    if (timeout->tv_usec < 0 || timeout->tv_usec >= 1000000) {
        errno = EINVAL;
        return -1;
    }
    return pselect(n, readable, writable, other, &time, NULL);
}
