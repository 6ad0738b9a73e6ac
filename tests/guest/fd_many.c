/* A process may have OPEN_MAX descriptors if it raises its limit: they work as the first ones do,
 * fork copies all, exec closes those it has to, and poll takes as many. */
#include "child.h"
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/resource.h>

#define SELF "/t/fd_many"

static struct pollfd fds[OPEN_MAX];

static void raise_limit(void)
{
    struct rlimit limit;
    CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK_EQ(limit.rlim_max, OPEN_MAX);
    limit.rlim_cur = limit.rlim_max;
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK_EQ(getdtablesize(), OPEN_MAX);
}

/* All there are, each the lowest that was free. */
static void open_all(int first)
{
    for (int fd = first; fd < OPEN_MAX; fd++)
        CHECK_EQ(dup(0), fd);
    CHECK_FAILS(dup(0), EMFILE);
}

static bool is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static void close_some(int first)
{
    for (int fd = first; fd < OPEN_MAX; fd += 500)
        CHECK_EQ(close(fd), 0);
    for (int fd = first; fd < OPEN_MAX; fd += 500) {
        CHECK(!is_open(fd));
        CHECK_EQ(dup(0), fd);
    }
    CHECK_FAILS(dup(0), EMFILE);
}

static void poll_all(int first)
{
    for (int i = 0; i < OPEN_MAX; i++)
        fds[i] = (struct pollfd){i < 3 ? 0 : i, POLLIN, 0}; /* /dev/zero */
    CHECK_EQ(close(first), 0);
    CHECK_EQ(close(OPEN_MAX - 1), 0);
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(ends[1], OPEN_MAX - 1);
    CHECK_EQ(poll(fds, OPEN_MAX, 0), OPEN_MAX - 2);
    CHECK_EQ(fds[ends[0]].revents | fds[ends[1]].revents, 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(poll(fds + ends[0], OPEN_MAX - ends[0], 0), OPEN_MAX - 1 - ends[0]);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(close(ends[i]), 0);
        CHECK_EQ(dup(0), ends[i]);
    }
}

/* In the new program: each third one is closed. */
static int count_open(void)
{
    for (int fd = 3; fd < OPEN_MAX; fd++)
        CHECK_EQ(is_open(fd), fd % 3 != 0);
    return 7;
}

static void keep_and_exec(void)
{
    for (int fd = 3; fd < OPEN_MAX; fd++)
        CHECK_EQ(fcntl(fd, F_SETFD, fd % 3 == 0 ? FD_CLOEXEC : 0), 0);
    BECOME(SELF, "again");
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return count_open();
    CHECK_EQ(dup2(open("/dev/zero", O_RDONLY), 0), 0);
    int first = dup(0);
    CHECK_EQ(close(first), 0);
    CHECK_FAILS(dup2(0, getdtablesize()), EBADF);
    raise_limit();
    CHECK_EQ(dup2(0, OPEN_MAX - 1), OPEN_MAX - 1);
    CHECK_EQ(close(OPEN_MAX - 1), 0);
    open_all(first);
    close_some(first);
    poll_all(first);
    CHECK_EQ(IN_CHILD(keep_and_exec()), 7 << 8);
    CHECK_EQ(fcntl(3, F_GETFD), 0); /* the child has changed its table */
    return 0;
}
