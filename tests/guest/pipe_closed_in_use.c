/* A thread closes the descriptor that another writes to: that write goes on to its end, the next
 * one is EBADF. */
#include "child.h"
#include <pthread.h>

static char buf[256 * 1024]; /* more than a pipe holds */

struct closing {
    int fd;              /* to be closed ... */
    struct channel when; /* ... once a byte comes here, */
    struct channel told; /* and then one is sent */
};

static void *close_later(void *arg)
{
    struct closing *closing = arg;
    channel_receive(closing->when);
    CHECK_EQ(close(closing->fd), 0);
    channel_send(closing->told, 'c');
    return NULL;
}

/* Reads the first bytes, has the other process's thread close, and reads the rest: all of buf. */
static void read_all(int fd, const struct closing *closing)
{
    size_t sum = 0;
    ssize_t n = read(fd, buf, 100);
    channel_send(closing->when, 'g');
    channel_receive(closing->told);
    for (; n > 0; n = read(fd, buf, 1000))
        sum += n;
    CHECK_EQ(sum, sizeof(buf));
}

int main(void)
{
    int p[2];
    CHECK_EQ(pipe(p), 0);
    struct closing closing = {p[1], channel_open(), channel_open()};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, close_later, &closing), 0);
    pid_t pid = START_CHILD(close(p[1]); read_all(p[0], &closing));
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(write(p[1], buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_FAILS(write(p[1], buf, 1), EBADF);
    CHECK_EQ(child_wait(pid), 0);
    channel_close(closing.when);
    channel_close(closing.told);
    return 0;
}
