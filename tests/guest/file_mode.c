/* chmod sets the permissions and nothing else, through a symbolic link too; exec checks the owner's
 * x bit. */
#include "child.h"
#include "stat_of.h"
#include <fcntl.h>

static void modes(void)
{
    CHECK_EQ(chmod("file", 07777 | S_IFDIR), 0);
    CHECK_EQ(stat_of("file").st_mode,
             S_IFREG | 0777); /* the kind stays, other bits there are not */
    CHECK_EQ(symlink("file", "link"), 0);
    CHECK_EQ(chmod("link", 0), 0);
    CHECK_EQ(stat_of("file").st_mode, S_IFREG);
    CHECK_EQ(close(open("file", O_RDWR)), 0); /* open does not look at the permissions */
    CHECK_EQ(utimensat(AT_FDCWD, "file", NULL, 0), 0);
    struct stat st;
    CHECK_EQ(lstat("link", &st), 0);
    CHECK_EQ(st.st_mode, S_IFLNK | 0777);
    CHECK_FAILS(chmod("none", 0777), ENOENT);
    CHECK_FAILS(chmod("file/", 0777), ENOTDIR);
}

static void running(void)
{
    int in = open("/bin/true", O_RDONLY), out = open("prog", O_WRONLY | O_CREAT | O_EXCL, 0666);
    char buf[4096];
    ssize_t n;
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

int main(void)
{
    CHECK_EQ(mkdir("/tmp/modes", 0777), 0);
    CHECK_EQ(chdir("/tmp/modes"), 0);
    CHECK_EQ(close(open("file", O_RDWR | O_CREAT | O_EXCL, 0604)), 0);
    modes();
    running();
    return 0;
}
