/* What stat returns; chmod, and that exec checks the x bit; utimens, and what changes the time. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

static struct stat stat_of(const char *path)
{
    struct stat st;
    memset(&st, 0xaa, sizeof(st));
    CHECK_EQ(stat(path, &st), 0);
    return st;
}

static void fields(void)
{
    static char buf[10000];
    struct stat st, again;
    int fd = open("file", O_RDWR | O_CREAT | O_EXCL, 0604);
    CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    st = stat_of("file");
    CHECK_EQ(fstat(fd, &again), 0);
    CHECK_EQ(memcmp(&st, &again, sizeof(st)), 0);
    CHECK_EQ(st.st_dev, 1);
    CHECK_EQ(st.st_mode, S_IFREG | 0604);
    CHECK_EQ(st.st_nlink, 1);
    CHECK_EQ(st.st_rdev, 0);
    CHECK_EQ(st.st_uid, 0);
    CHECK_EQ(st.st_gid, 0);
    CHECK_EQ(st.st_pad, 0);
    CHECK_EQ(st.st_size, 10000);
    CHECK_EQ(st.st_blksize, 4096);
    CHECK_EQ(st.st_blocks, 3 * 8);
    CHECK(st.st_ino > 1);
    CHECK_EQ(stat_of("/").st_ino, 1);
    CHECK_EQ(stat_of("/..").st_ino, 1);
    st = stat_of("/dev/zero");
    CHECK(S_ISCHR(st.st_mode));
    CHECK_EQ(st.st_rdev, DEV_ZERO);
    CHECK_EQ(st.st_size, 0);
    CHECK_FAILS(stat("none", &st), ENOENT);
    CHECK_FAILS(stat("file/x", &st), ENOTDIR);
    CHECK_FAILS(stat("file/", &st), ENOTDIR);
    CHECK_FAILS(stat("", &st), ENOENT);
    CHECK_FAILS(stat("file", nowhere()), EFAULT);
    CHECK_FAILS(fstat(fd, nowhere()), EFAULT);
    CHECK_EQ(close(fd), 0);
    CHECK_FAILS(fstat(fd, &st), EBADF);
}

static void modes(void)
{
    CHECK_EQ(chmod("file", 07777 | S_IFDIR), 0);
    CHECK_EQ(stat_of("file").st_mode,
             S_IFREG | 0777); /* the kind stays, other bits there are not */
    CHECK_EQ(symlink("file", "link"), 0);
    CHECK_EQ(chmod("link", 0), 0);
    CHECK_EQ(stat_of("file").st_mode, S_IFREG);
    struct stat st;
    CHECK_EQ(lstat("link", &st), 0);
    CHECK_EQ(st.st_mode, S_IFLNK | 0777);
    CHECK_FAILS(chmod("none", 0777), ENOENT);
    CHECK_FAILS(chmod("file/", 0777), ENOTDIR);
}

static void running(void)
{
    char buf[4096];
    ssize_t n;
    int in = open("/bin/true", O_RDONLY), out = open("prog", O_WRONLY | O_CREAT | O_EXCL, 0666);
    while ((n = read(in, buf, sizeof(buf))) > 0)
        CHECK_EQ(write(out, buf, n), n);
    CHECK_EQ(close(in), 0);
    CHECK_EQ(close(out), 0);
    CHECK_FAILS(execl("./prog", "prog", NULL), EACCES);
    CHECK_EQ(chmod("prog", 0077), 0);
    CHECK_FAILS(execl("./prog", "prog", NULL), EACCES); /* the owner's bit counts */
    CHECK_EQ(chmod("prog", 0100), 0);
    CHECK_EQ(IN_CHILD(execl("./prog", "prog", NULL); _exit(9)), 0);
    CHECK_FAILS(execl("/tmp", "tmp", NULL), EACCES);
    CHECK_FAILS(execl("/dev/null", "null", NULL), EACCES);
}

static void set_time(const char *path, time_t sec, long nsec)
{
    struct timespec times[2] = {{1, 1}, {sec, nsec}};
    CHECK_EQ(utimens(path, times), 0);
}

static void check_time(const char *path, time_t sec, long nsec)
{
    struct stat st = stat_of(path);
    CHECK_EQ(st.st_mtim.tv_sec, sec);
    CHECK_EQ(st.st_mtim.tv_nsec, nsec);
    CHECK_EQ(st.st_atim.tv_sec, sec);
    CHECK_EQ(st.st_ctim.tv_nsec, nsec);
}

static void times(void)
{
    struct timespec bad[2] = {{0, 0}, {0, 1000000000}};
    set_time("file", 951782400, 123456789);
    check_time("file", 951782400, 123456789);
    set_time("link", 0, 0);
    check_time("file", 0, 0);
    set_time("file", 1l << 34, 999999999); /* in the year 2514 */
    check_time("file", 1l << 34, 999999999);
    CHECK_FAILS(utimens("file", bad), EINVAL);
    bad[1] = (struct timespec){-1, 0};
    CHECK_FAILS(utimens("file", bad), EINVAL);
    bad[1] = (struct timespec){1l << 40, 0};
    CHECK_FAILS(utimens("file", bad), EOVERFLOW);
    CHECK_FAILS(utimens("file", nowhere()), EFAULT);
    CHECK_FAILS(utimens("none", NULL), ENOENT);
    check_time("file", 1l << 34, 999999999);
}

/* Sets an old time, does something, and says whether the time is old still. */
#define IS_OLD_AFTER(path, ...)               \
    ({                                        \
        set_time(path, 1000, 5);              \
        __VA_ARGS__;                          \
        stat_of(path).st_mtim.tv_sec == 1000; \
    })

static void changing(void)
{
    char byte;
    struct timespec before, after;
    int fd = open("file", O_RDWR);
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(read(fd, &byte, 1), 1)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(write(fd, "", 0), 0)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(chmod("file", 0600), 0)));
    CHECK(IS_OLD_AFTER("file", CHECK_EQ(rename("file", "moved"), 0);
                       CHECK_EQ(rename("moved", "file"), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(write(fd, "x", 1), 1)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(ftruncate(fd, 5), 0)));
    CHECK(!IS_OLD_AFTER("file", CHECK_EQ(utimens("file", NULL), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(mkdir("d", 0777), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(rename("d", "e"), 0)));
    CHECK(!IS_OLD_AFTER(".", CHECK_EQ(rmdir("e"), 0)));
    CHECK(IS_OLD_AFTER(".", CHECK_EQ(write(fd, "x", 1), 1)));
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &before), 0);
    CHECK_EQ(utimens("file", NULL), 0);
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &after), 0);
    struct timespec now = stat_of("file").st_mtim;
    CHECK(now.tv_sec > before.tv_sec ||
          (now.tv_sec == before.tv_sec && now.tv_nsec >= before.tv_nsec));
    CHECK(now.tv_sec < after.tv_sec ||
          (now.tv_sec == after.tv_sec && now.tv_nsec <= after.tv_nsec));
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/facts", 0777), 0);
    CHECK_EQ(chdir("/tmp/facts"), 0);
    fields();
    modes();
    running();
    times();
    changing();
    return 0;
}
