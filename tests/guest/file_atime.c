/* A read notes its time if the file was last read before it last changed, or more than a day ago;
 * otherwise the noted time stays. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DAY 86400

static time_t now;

/* Reads the file, whose last read and last change were so many seconds ago; the noted time then,
 * in seconds before now. */
static struct stat st;
static char byte;

static long read_after(long read_ago, long change_ago)
{
    struct timespec times[2] = {{now - read_ago, 0}, {now - change_ago, 0}};
    CHECK_EQ(utimensat(AT_FDCWD, "/tmp/f", times, 0), 0);
    CHECK_EQ(stat("/tmp/f", &st), 0);
    CHECK_EQ(st.st_atime, now - read_ago);
    CHECK_EQ(st.st_mtime, now - change_ago);
    int fd = open("/tmp/f", O_RDONLY);
    CHECK_EQ(read(fd, &byte, 1), 1);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_mtime, now - change_ago);
    CHECK_EQ(close(fd), 0);
    return now - st.st_atime;
}

int main(void)
{
    int fd = open("/tmp/f", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(write(fd, "x", 1), 1);
    CHECK_EQ(close(fd), 0);
    now = time(NULL);
    CHECK_IN(read_after(1000, 500), -5, 0); /* changed since it was read */
    CHECK_EQ(read_after(500, 1000), 500);
    CHECK_EQ(read_after(DAY - 100, DAY), DAY - 100);
    CHECK_IN(read_after(DAY + 100, 2 * DAY), -5, 0);
    return 0;
}
