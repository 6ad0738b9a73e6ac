/* machine: cpus=4 */
/* A file without a name lives until its last descriptor is closed, and then its room is free. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define PIECE (1 << 20)
#define BYTES (10 * PIECE)

static char buf[PIECE], back[PIECE];

static int make(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0666);
    CHECK(fd >= 0);
    for (int i = 0; i < BYTES / PIECE; i++) {
        memset(buf, 'a' + i, sizeof(buf));
        CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    }
    return fd;
}

static void check(int fd)
{
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    for (int i = 0; i < BYTES / PIECE; i++) {
        memset(buf, 'a' + i, sizeof(buf));
        CHECK_EQ(read(fd, back, sizeof(back)), sizeof(back));
        CHECK_EQ(memcmp(buf, back, sizeof(buf)), 0);
    }
}

static void lives_on(void)
{
    int fd = make("/tmp/lost"), copy = dup(fd);
    CHECK_EQ(unlink("/tmp/lost"), 0);
    struct stat st;
    CHECK_FAILS(stat("/tmp/lost", &st), ENOENT);
    int other = open("/tmp/lost", O_RDWR | O_CREAT | O_EXCL, 0666); /* another file */
    CHECK_EQ(write(other, "other", 5), 5);
    CHECK_EQ(close(fd), 0);
    pid_t pid = START_CHILD(check(copy));
    CHECK_EQ(child_wait(pid), 0);
    CHECK_EQ(fstat(copy, &st), 0);
    CHECK_EQ(st.st_nlink, 0);
    CHECK_EQ(st.st_size, BYTES);
    CHECK_EQ(ftruncate(copy, 10), 0);
    CHECK_EQ(write(copy, "x", 1), 1);
    CHECK_EQ(close(copy), 0);
    CHECK_EQ(close(other), 0);
    CHECK_EQ(unlink("/tmp/lost"), 0);
}

/* Together more than the disk holds; the last user may be any process on any CPU. */
static void room_comes_back(void)
{
    for (int i = 0; i < 8; i++) {
        int fd = make("/tmp/large");
        pid_t pid = START_CHILD(close(fd));
        CHECK_EQ(unlink("/tmp/large"), 0);
        CHECK_EQ(close(fd), 0);
        CHECK_EQ(child_wait(pid), 0);
    }
}

/* exit and exec close what was open. */
static void ends_of_processes(void)
{
    for (int i = 0; i < 7; i++) {
        pid_t pid = START_CHILD({
            fcntl(make("/tmp/ended"), F_SETFD, FD_CLOEXEC);
            CHECK_EQ(unlink("/tmp/ended"), 0);
            if (i % 2)
                BECOME("/bin/true");
            else
                kill(getpid(), SIGKILL);
        });
        CHECK_EQ(child_wait(pid), i % 2 ? 0 : SIGKILL);
    }
}

int main(void)
{
    lives_on();
    room_comes_back();
    ends_of_processes();
    return 0;
}
