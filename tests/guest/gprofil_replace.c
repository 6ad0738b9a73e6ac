/* gprofil: the file has mode 0600 and replaces a regular file with one name, and nothing else: no
 * symbolic link is followed.  If it cannot be written, the status stays. */
/* manual: openbsd, Left open: safe-file */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_replace"
#include "gprofil.h"

static struct buffer *b, seen;

/* Starts a child that waits and then ends with status 7, with its file's path in *path. */
static pid_t start(struct channel c, const char **path)
{
    pid_t child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        channel_receive(c);
        _exit(7);
    });
    *path = path_in("/tmp", child);
    return child;
}

static void end(struct channel c, pid_t child)
{
    channel_send(c, '.');
    CHECK_EQ(child_wait(child), 7 << 8);
}

static void make_file(const char *path, size_t nbytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
    CHECK(fd >= 0);
    CHECK_EQ(ftruncate(fd, nbytes), 0);
    CHECK_EQ(close(fd), 0);
}

static void check_size(const char *path, mode_t mode, size_t nbytes)
{
    struct stat st;
    CHECK_EQ(lstat(path, &st), 0);
    CHECK_EQ(st.st_mode, mode);
    CHECK_EQ(st.st_size, nbytes);
}

static int begun_in_tmp(void)
{
    struct channel c = channel_open();

    b = make_buffer();
    const char *path;
    pid_t child = start(c, &path);
    make_file(path, 100000);
    int old = open(path, O_RDONLY);
    end(c, child);
    read_exactly(path, &seen, sizeof(seen));
    struct stat st;
    CHECK_EQ(fstat(old, &st), 0); /* whoever has the old one open keeps it */
    CHECK_EQ(st.st_size, 100000);

    make_file("/tmp/target", 10);
    child = start(c, &path);
    CHECK_EQ(symlink("/tmp/target", path), 0);
    end(c, child);
    check_size("/tmp/target", S_IFREG | 0644, 10);
    CHECK_EQ(readlink(path, (char *)&seen, sizeof(seen)), strlen("/tmp/target"));

    child = start(c, &path);
    CHECK_EQ(symlink("/tmp/nothing", path), 0);
    end(c, child);
    no_file("/tmp/nothing");

    child = start(c, &path);
    CHECK_EQ(link("/tmp/target", path), 0);
    end(c, child);
    check_size(path, S_IFREG | 0644, 10);

    child = start(c, &path);
    CHECK_EQ(mkdir(path, 0755), 0);
    end(c, child);
    CHECK_EQ(rmdir(path), 0);
    return 0;
}

int main(int argc, char **argv)
{
    moncontrol(0);
    if (argc > 1)
        _exit(begun_in_tmp());
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(IN_CHILD(BECOME(argv[0], "begun")), 0);
    return 0;
}
