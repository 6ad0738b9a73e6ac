/* A thread closes the descriptor that another writes to: that write goes on to its end, the next
 * one is EBADF. */
#include "child.h"
#include <pthread.h>

static char buf[256 * 1024]; /* more than a pipe holds */

struct closing {
    int fd;   /* to be closed ... */
    int when; /* ... once a byte can be read here */
};

static void *close_later(void *arg)
{
    struct closing *closing = arg;
    char byte;
    read(closing->when, &byte, 1);
    close(closing->fd);
    return NULL;
}

/* Reads the first bytes, has the other process's thread close, and reads the rest: all of buf. */
static void read_all(int fd, struct channel go)
{
    size_t sum = 0;
    ssize_t n = read(fd, buf, 100);
    channel_send(go, 'g');
    for (; n > 0; n = read(fd, buf, 1000))
        sum += n;
    CHECK_EQ(sum, sizeof(buf));
}

int main(void)
{
    struct channel go = channel_open();
    int p[2];
    CHECK_EQ(pipe(p), 0);
    struct closing closing = {p[1], go.in};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, close_later, &closing), 0);
    pid_t pid = START_CHILD(close(p[1]); read_all(p[0], go));
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(write(p[1], buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_FAILS(write(p[1], buf, 1), EBADF);
    CHECK_EQ(child_wait(pid), 0);
    channel_close(go);
    return 0;
}
