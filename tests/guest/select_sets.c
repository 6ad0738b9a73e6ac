/* select and pselect leave the descriptors that are ready in their sets, and count them. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <sys/select.h>
#include <sys/time.h>
#include <unistd.h>

static int ends[2], empty[2];
static fd_set in, out, other;

int main(void)
{
    struct timeval none = {0, 0};
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(pipe(empty), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_ZERO(&other);
    FD_SET(ends[0], &in);
    FD_SET(empty[0], &in);
    FD_SET(ends[1], &out);
    FD_SET(ends[0], &other);
    CHECK_EQ(select(FD_SETSIZE, &in, &out, &other, NULL), 2);
    CHECK(FD_ISSET(ends[0], &in));
    CHECK(!FD_ISSET(empty[0], &in));
    CHECK(FD_ISSET(ends[1], &out));
    CHECK(!FD_ISSET(ends[0], &other));
    FD_SET(empty[0], &in);
    CHECK_EQ(select(ends[0] + 1, &in, NULL, NULL, &none), 1);
    FD_CLR(ends[0], &in);
    FD_SET(empty[0], &in);
    CHECK_EQ(pselect(empty[0] + 1, &in, NULL, NULL, &(struct timespec){0, 1000}, NULL), 0);
    CHECK(!FD_ISSET(empty[0], &in));
    CHECK_EQ(close(empty[1]), 0);
    FD_SET(empty[0], &in);
    CHECK_EQ(select(FD_SETSIZE, &in, NULL, NULL, NULL), 1); /* the end of the file */
    CHECK_EQ(select(0, NULL, NULL, NULL, &none), 0);
    FD_SET(99, &in);
    CHECK_FAILS(select(FD_SETSIZE, &in, NULL, NULL, NULL), EBADF);
    CHECK_FAILS(select(-1, NULL, NULL, NULL, &none), EINVAL);
    CHECK_FAILS(select(FD_SETSIZE + 1, NULL, NULL, NULL, &none), EINVAL);
    none.tv_usec = 1000000;
    CHECK_FAILS(select(0, NULL, NULL, NULL, &none), EINVAL);
    return 0;
}
