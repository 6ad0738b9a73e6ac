/* The calls that take a directory begin relative paths there, even when it has moved. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat st;

int main(void)
{
    char text[8] = "";
    CHECK_EQ(mkdir("/tmp/old", 0777), 0);
    int d = open("/tmp/old", O_RDONLY | O_DIRECTORY);
    CHECK_EQ(rename("/tmp/old", "/tmp/d"), 0);
    CHECK_EQ(mkdirat(d, "sub", 0700), 0);
    CHECK_EQ(stat("/tmp/d/sub", &st), 0);
    int sub = openat(d, "sub", O_RDONLY);
    int fd = openat(sub, "f", O_WRONLY | O_CREAT, 0600);
    CHECK_EQ(write(fd, "abc", 3), 3);
    CHECK_EQ(fstatat(d, "sub/f", &st, 0), 0);
    CHECK_EQ(st.st_size, 3);
    CHECK_EQ(linkat(sub, "f", d, "g", 0), 0);
    CHECK_EQ(access("/tmp/d/g", F_OK), 0);
    CHECK_EQ(renameat(d, "g", sub, "h"), 0);
    CHECK_EQ(access("/tmp/d/sub/h", F_OK), 0);
    CHECK_EQ(symlinkat("sub/f", d, "l"), 0);
    CHECK_EQ(readlinkat(d, "l", text, sizeof(text)), 5);
    CHECK_STR(text, "sub/f");
    CHECK_EQ(fstatat(d, "l", &st, AT_SYMLINK_NOFOLLOW), 0);
    CHECK(S_ISLNK(st.st_mode));
    CHECK_EQ(linkat(d, "l", d, "hard", AT_SYMLINK_FOLLOW), 0);
    CHECK_EQ(fstatat(d, "hard", &st, AT_SYMLINK_NOFOLLOW), 0);
    CHECK(S_ISREG(st.st_mode));
    CHECK_EQ(fchmodat(d, "sub/f", 0640, 0), 0);
    CHECK_EQ(fstatat(sub, "f", &st, 0), 0);
    CHECK_EQ(st.st_mode & 0777, 0640);
    CHECK_EQ(faccessat(d, "sub/f", R_OK, AT_EACCESS), 0);
    CHECK_FAILS(faccessat(d, "sub/f", X_OK, 0), EACCES);
    CHECK_EQ(utimensat(d, "sub/f", (struct timespec[]){{1, 0}, {2, 0}}, 0), 0);
    CHECK_EQ(fstatat(sub, "f", &st, 0), 0);
    CHECK_EQ(st.st_mtime, 2);
    CHECK_EQ(mkfifoat(sub, "p", 0600), 0);
    CHECK_EQ(fstatat(sub, "../sub/p", &st, 0), 0);
    CHECK(S_ISFIFO(st.st_mode));
    CHECK_FAILS(unlinkat(d, "sub", 0), EISDIR);
    CHECK_FAILS(unlinkat(d, "l", AT_REMOVEDIR), ENOTDIR);
    CHECK_EQ(unlinkat(sub, "f", 0) + unlinkat(sub, "h", 0) + unlinkat(sub, "p", 0), 0);
    CHECK_EQ(unlinkat(d, "sub", AT_REMOVEDIR), 0);
    CHECK_FAILS(openat(sub, "new", O_WRONLY | O_CREAT, 0600), ENOENT); /* it was removed */
    DIR *list = fdopendir(openat(d, ".", O_RDONLY));
    int n = 0;
    while (readdir(list))
        n++;
    CHECK_EQ(closedir(list), 0);
    CHECK_EQ(n, 4); /* ".", "..", "l", "hard" */
    return 0;
}
