/* writev writes its pieces in order with one write, and readv fills its pieces with one read. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static char big[5000], back[5000];

int main(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    struct iovec out[] = {{"one ", 4}, {NULL, 0}, {"two", 3}};
    CHECK_EQ(writev(ends[1], out, 3), 7);
    char a[3], b[10];
    struct iovec in[] = {{a, 3}, {b, 10}};
    CHECK_EQ(readv(ends[0], in, 2), 7);
    CHECK_EQ(memcmp(a, "one", 3), 0);
    CHECK_EQ(memcmp(b, " two", 4), 0);

    memset(big, 'x', sizeof(big));
    int fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666);
    struct iovec many[] = {{big, sizeof(big)}, {"end", 3}};
    CHECK_EQ(writev(fd, many, 2), 5003);
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    struct iovec parts[] = {{back, sizeof(back)}, {a, 3}};
    CHECK_EQ(readv(fd, parts, 2), 5003);
    CHECK_EQ(memcmp(back, big, sizeof(big)), 0);
    CHECK_EQ(memcmp(a, "end", 3), 0);

    CHECK_FAILS(writev(fd, out, 0), EINVAL);
    CHECK_FAILS(readv(fd, in, IOV_MAX + 1), EINVAL);
    struct iovec too_long[] = {{a, SSIZE_MAX}, {b, 1}};
    CHECK_FAILS(readv(fd, too_long, 2), EINVAL);
    CHECK_FAILS(writev(-1, out, 1), EBADF);
    return 0;
}
