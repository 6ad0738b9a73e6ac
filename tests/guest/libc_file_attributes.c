/* access, chmod, truncate, utimes, utime and chown change or check what stat returns. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define PATH "/tmp/attributes"

static struct stat stat_now(void)
{
    struct stat st;
    CHECK_EQ(stat(PATH, &st), 0);
    return st;
}

int main(void)
{
    struct timeval times[2] = {{1000000000, 500000}, {1000000000, 500000}};
    struct utimbuf day_two = {1, 86400};
    CHECK_EQ(close(creat(PATH, 0644)), 0);
    CHECK_EQ(access(PATH, R_OK | W_OK), 0);
    CHECK_FAILS(access(PATH, X_OK), EACCES);
    CHECK_EQ(chmod(PATH, 0755), 0);
    CHECK_EQ(access(PATH, X_OK), 0);
    CHECK_EQ(truncate(PATH, 5000), 0);
    CHECK_EQ(stat_now().st_size, 5000);
    CHECK_EQ(utimes(PATH, times), 0);
    CHECK_EQ(stat_now().st_mtime, 1000000000);
    CHECK_EQ(utime(PATH, &day_two), 0);
    CHECK_EQ(stat_now().st_mtime, 86400);
    CHECK_EQ(utime(PATH, NULL), 0);
    CHECK(stat_now().st_mtime >= time(NULL) - 60);
    CHECK_EQ(chown(PATH, 0, 0), 0);
    CHECK_FAILS(chown(PATH, 1, 1), EPERM);
    return 0;
}
