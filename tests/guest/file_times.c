/* utimensat sets a file's time, to the nanosecond; the calls that change contents or a directory
 * set it to now, the others leave it. */
#include "child.h"
#include "stat_of.h"
#include <fcntl.h>
#include <time.h>

static void set_time(const char *path, time_t sec, long nsec)
{
    struct timespec times[2] = {{1, 1}, {sec, nsec}};
    CHECK_EQ(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void check_time(const char *path, time_t sec, long nsec)
{
    struct stat st = stat_of(path);
    CHECK_EQ(st.st_mtim.tv_sec, sec);
    CHECK_EQ(st.st_mtim.tv_nsec, nsec);
    CHECK_EQ(st.st_ctim.tv_nsec, nsec);
}

static void setting(void)
{
    struct timespec bad[2] = {{0, 0}, {0, 1000000000}};
    set_time("file", 951782400, 123456789);
    check_time("file", 951782400, 123456789);
    set_time("link", 0, 0);
    check_time("file", 0, 0);
    set_time("file", 1l << 34, 999999999); /* in the year 2514 */
    check_time("file", 1l << 34, 999999999);
    CHECK_FAILS(utimensat(AT_FDCWD, "file", bad, 0), EINVAL);
    bad[1] = (struct timespec){-1, 0};
    CHECK_FAILS(utimensat(AT_FDCWD, "file", bad, 0), EINVAL);
    bad[1] = (struct timespec){1l << 40, 0};
    CHECK_FAILS(utimensat(AT_FDCWD, "file", bad, 0), EOVERFLOW);
    CHECK_FAILS(utimensat(AT_FDCWD, "file", nowhere(), 0), EFAULT);
    CHECK_FAILS(utimensat(AT_FDCWD, "none", NULL, 0), ENOENT);
    check_time("file", 1l << 34, 999999999);
}

/* Sets an old time, does something, and says whether the time is old still. */
#define IS_OLD_AFTER(path, ...)               \
    ({                                        \
        set_time(path, 1000, 5);              \
        __VA_ARGS__;                          \
        stat_of(path).st_mtim.tv_sec == 1000; \
    })

static long long ns_of(struct timespec t)
{
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void changing(void)
{
    int fd = open("file", O_RDWR);
    char byte;
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(read(fd, &byte, 1), 1)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(write(fd, "", 0), 0)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(chmod("file", 0600), 0)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(rename("file", "moved"), 0);
                       CHECK_EQ(rename("moved", "file"), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(write(fd, "x", 1), 1)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(ftruncate(fd, 5), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(ftruncate(fd, 5), 0))); /* its size already */
    CHECK(IS_OLD_AFTER("file", CHECK_FAILS(truncate("file", 1l << 50), EFBIG)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(close(open("file", O_RDWR)), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(close(open("file", O_RDWR | O_TRUNC)), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(close(open("file", O_RDWR | O_TRUNC)), 0))); /* empty */
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(utimensat(AT_FDCWD, "file", NULL, 0), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(mkdir("d", 0777), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(rename("d", "e"), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(rmdir("e"), 0)));
    CHECK(IS_OLD_AFTER(".", CHECK_EQ(write(fd, "x", 1), 1)));
    struct timespec before;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &before), 0);
    CHECK_EQ(utimensat(AT_FDCWD, "file", NULL, 0), 0);
    struct timespec after;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &after), 0);
    CHECK_IN(ns_of(stat_of("file").st_mtim), ns_of(before), ns_of(after));
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/times", 0777), 0);
    CHECK_EQ(chdir("/tmp/times"), 0);
    CHECK_EQ(close(open("file", O_RDWR | O_CREAT | O_EXCL, 0604)), 0);
    CHECK_EQ(symlink("file", "link"), 0);
    CHECK_EQ(truncate("file", 10000), 0);
    setting();
    changing();
    return 0;
}
