/* The library's functions on files and names, on the real file system. */
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static void touch(const char *path)
{
    FILE *f = fopen(path, "w");

    CHECK(f);
    CHECK_EQ(fclose(f), 0);
}

static int skip_dots(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static void directories(void)
{
    struct dirent **list, *e;
    bool seen[100] = {false};
    char path[PATH_MAX];
    int n = 0;

    CHECK_EQ(mkdir("many", 0755), 0);
    for (int i = 0; i < 100; i++) {
        snprintf(path, sizeof(path), "many/f%02d", i);
        touch(path);
    }
    DIR *d = opendir("many");
    CHECK(d);
    for (int round = 0; round < 2; round++) {
        memset(seen, false, sizeof(seen));
        for (n = 0, errno = 0; (e = readdir(d)) != NULL;)
            if (sscanf(e->d_name, "f%d", &n) == 1) {
                CHECK(!seen[n]);
                seen[n] = true;
            }
        CHECK_EQ(errno, 0);
        for (n = 0; n < 100; n++)
            CHECK(seen[n]);
        rewinddir(d);
    }
    CHECK_EQ(closedir(d), 0);
    errno = 77;
    CHECK_EQ(scandir("many", &list, skip_dots, alphasort), 100);
    CHECK_EQ(errno, 77); /* no function sets it to 0 */
    for (n = 0; n < 100; n++) {
        snprintf(path, sizeof(path), "f%02d", n);
        CHECK_STR(list[n]->d_name, path);
        free(list[n]);
    }
    free(list);
    CHECK_NULL(opendir("none"), ENOENT);
    CHECK_NULL(opendir("many/f00"), ENOTDIR);
}

static void real_path_is(const char *path, const char *want)
{
    char got[PATH_MAX];

    if (!realpath(path, got) || strcmp(got, want) != 0)
        FAIL("%s is %s (%s), not %s", path, got, strerror(errno), want);
}

static const char *volatile no_path;

static void real_paths(void)
{
    mkdir("d", 0755);
    mkdir("d/e", 0755);
    touch("d/e/f");
    symlink("d/e", "short");
    symlink("/tmp/files/d", "d/e/up");
    symlink("loop", "loop");
    real_path_is(".", "/tmp/files");
    real_path_is("/", "/");
    real_path_is("/../..//tmp/./files/", "/tmp/files");
    real_path_is("short/f", "/tmp/files/d/e/f");
    real_path_is("short/up/e/../e/f", "/tmp/files/d/e/f");
    CHECK_NULL(realpath("loop", NULL), ELOOP);
    CHECK_NULL(realpath("none/f", NULL), ENOENT);
    CHECK_NULL(realpath("d/e/f/g", NULL), ENOTDIR);
    CHECK_NULL(realpath("", NULL), ENOENT);
    CHECK_NULL(realpath(no_path, NULL), EINVAL);
}

static void temporary_files(void)
{
    char a[] = "/tmp/aXXXXXX", b[] = "/tmp/aXXXXXX", c[] = "/tmp/dXXXXXX", bad[] = "/tmp/XXXXX";
    int fd = mkstemp(a), fd2 = mkstemp(b);
    struct stat st;

    CHECK(fd >= 0);
    CHECK(fd2 >= 0);
    CHECK(strcmp(a, b) != 0);
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK(S_ISREG(st.st_mode));
    CHECK_EQ(st.st_size, 0);
    CHECK(mkdtemp(c));
    CHECK_EQ(stat(c, &st), 0);
    CHECK(S_ISDIR(st.st_mode));
    CHECK_FAILS(mkstemp(bad), EINVAL);
    close(fd);
    close(fd2);
    CHECK_EQ(remove(a), 0);
    CHECK_EQ(remove(b), 0);
    CHECK_EQ(remove(c), 0);
    CHECK_EQ(access(c, F_OK), -1);

    FILE *f = tmpfile();
    int n = 0;
    CHECK(f);
    CHECK_EQ(fprintf(f, "%d", 1234), 4);
    CHECK_EQ(fseek(f, 0, SEEK_SET), 0);
    CHECK_EQ(fscanf(f, "%d", &n), 1);
    CHECK_EQ(n, 1234);
    CHECK_EQ(fclose(f), 0);
}

static void attributes(void)
{
    struct timeval times[2] = {{1000000000, 500000}, {1000000000, 500000}};
    struct utimbuf two = {1, 86400};
    struct stat st;

    touch("attr");
    CHECK_EQ(access("attr", R_OK | W_OK), 0);
    CHECK_FAILS(access("attr", X_OK), EACCES);
    CHECK_EQ(chmod("attr", 0755), 0);
    CHECK_EQ(access("attr", X_OK), 0);
    CHECK_EQ(truncate("attr", 5000), 0);
    CHECK_EQ(stat("attr", &st), 0);
    CHECK_EQ(st.st_size, 5000);
    CHECK_EQ(utimes("attr", times), 0);
    CHECK_EQ(stat("attr", &st), 0);
    CHECK_EQ(st.st_mtime, 1000000000);
    CHECK_EQ(utime("attr", &two), 0);
    CHECK_EQ(stat("attr", &st), 0);
    CHECK_EQ(st.st_mtime, 86400);
    CHECK_EQ(utime("attr", NULL), 0);
    CHECK_EQ(stat("attr", &st), 0);
    CHECK(st.st_mtime >= time(NULL) - 60);
    CHECK_EQ(chown("attr", 0, 0), 0);
    CHECK_FAILS(chown("attr", 1, 1), EPERM);
}

static void limits(void)
{
    CHECK_EQ(sysconf(_SC_LINE_MAX), LINE_MAX);
    CHECK(LINE_MAX >= 2048); /* _POSIX2_LINE_MAX */
}

static void descriptors(void)
{
    char *cwd = getcwd(NULL, 0), small[3];
    int fd = creat("fd", 0644);

    CHECK(cwd);
    CHECK_STR(cwd, "/tmp/files");
    free(cwd);
    CHECK_NULL(getcwd(small, sizeof(small)), ERANGE);
    CHECK_EQ(fcntl(fd, F_GETFD), 0);
    CHECK_EQ(fcntl(fd, F_SETFD, FD_CLOEXEC), 0);
    CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(fcntl(fd, F_DUPFD, 40), 40);
    CHECK(!isatty(fd));
    CHECK_EQ(errno, ENOTTY);
    CHECK_EQ(dprintf(40, "%s %d", "text", 5), 6);
    CHECK_EQ(lseek(fd, 0, SEEK_CUR), 6);
    close(fd);
    close(40);
}

int main(void)
{
    mkdir("/tmp", 0755);
    CHECK_EQ(mkdir("/tmp/files", 0755), 0);
    CHECK_EQ(chdir("/tmp/files"), 0);
    directories();
    real_paths();
    temporary_files();
    attributes();
    descriptors();
    limits();
    return 0;
}
