/* Beside a process that lists or searches a large directory, moves one at the end of a long path,
 * or cuts or removes a large file, others have their turns. */
/* machine: det=1 cpus=1 mem=128M */
#include "lateness.h"
#include "pages_available.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/calls.h>
#include <sys/stat.h>

#define BESIDE_CALL (SLICE + MS)
#define NAMES       98305
#define LIST_BYTES  (NAMES * sizeof(struct dirent))
#define STRIDE      (4l << 20) /* what one block of pointers leads to */
#define BLOCKS      800
#define DEPTH       3000

static const char *name_of(int i)
{
    static char name[8];
    snprintf(name, sizeof(name), "%d", i);
    return name;
}

static void make_names(void)
{
    CHECK_EQ(mkdir("/tmp/many", 0777), 0);
    CHECK_EQ(chdir("/tmp/many"), 0);
    CHECK_EQ(close(open("0", O_CREAT | O_WRONLY, 0644)), 0);
    for (int i = 1; i < NAMES; i++)
        CHECK_EQ(link("0", name_of(i)), 0);
}

static void remove_names(void)
{
    for (int i = 0; i < NAMES; i++)
        CHECK_EQ(unlink(name_of(i)), 0);
}

static void list(char *mem)
{
    int fd = open(".", O_RDONLY);
    for (ssize_t done = 0, n; done < (ssize_t)LIST_BYTES; done += n) {
        n = getdents(fd, (void *)(mem + done), LIST_BYTES - done);
        CHECK(n > 0);
    }
}

/* The name of a directory that was renamed is searched for in the one that it is in.  It is the
 * last there. */
static void search(void)
{
    CHECK_EQ(mkdir("a", 0777), 0);
    CHECK_EQ(chdir("a"), 0);
    char path[32];
    for (int i = 0; i < 20; i++) {
        CHECK_EQ(rename(i % 2 ? "../b" : "../a", i % 2 ? "../a" : "../b"), 0);
        CHECK(getcwd(path, sizeof(path)));
        CHECK_STR(path, i % 2 ? "/tmp/many/a" : "/tmp/many/b");
    }
    CHECK_EQ(rmdir("../a"), 0);
}

/* In the slice after next. */
static void make_index(long after)
{
    for (long end = (now_ns() / SLICE + 3) * SLICE + after; now_ns() < end;)
        ;
    struct stat st;
    CHECK_EQ(stat("0", &st), 0);
}

/* Without memory the directory's index is gone, and so are its blocks: they are read again.  The
 * next look for a name makes the index; each begins at another place of a slice. */
static void make_indexes(void)
{
    static char some[4096];
    int fd = open(".", O_RDONLY);
    for (int i = 0; i < 10; i++) {
        pages_available();
        CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
        while (getdents(fd, (void *)some, sizeof(some)) > 0)
            continue;
        CHECK_BESIDE(BESIDE_CALL, make_index(i * MS));
    }
}

/* A file with a block at the end of each stride. */
static void make_sparse(const char *path)
{
    int fd = open(path, O_CREAT | O_WRONLY, 0644);
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_EQ(lseek(fd, i * STRIDE, SEEK_SET), i * STRIDE);
        CHECK_EQ(write(fd, "x", 1), 1);
    }
    CHECK_EQ(close(fd), 0);
}

static void cut(void)
{
    CHECK_EQ(truncate("/tmp/cut", 0), 0);
    CHECK_EQ(unlink("/tmp/removed"), 0);
}

static void go_down(void)
{
    CHECK_EQ(chdir("/tmp"), 0);
    for (int i = 0; i < DEPTH; i++) {
        CHECK_EQ(mkdir("d", 0777), 0);
        CHECK_EQ(chdir("d"), 0);
    }
    CHECK_EQ(mkdir("x", 0777), 0);
    CHECK_EQ(mkdir("y", 0777), 0);
}

/* For each, all folders above are looked at: y must not be inside x. */
static void move_deep(void)
{
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(rename("x", "y/x"), 0);
        CHECK_EQ(rename("y/x", "x"), 0);
    }
}

static void go_up(void)
{
    CHECK_EQ(rmdir("x"), 0);
    CHECK_EQ(rmdir("y"), 0);
    for (int i = 0; i < DEPTH; i++) {
        CHECK_EQ(chdir(".."), 0);
        CHECK_EQ(rmdir("d"), 0);
    }
}

int main(void)
{
    go_down();
    sync(); /* a commit takes long in one piece */
    CHECK_BESIDE(BESIDE_CALL, move_deep());
    go_up();
    make_sparse("/tmp/cut");
    make_sparse("/tmp/removed");
    sync();
    CHECK_BESIDE(BESIDE_CALL, cut());
    make_names();
    sync();
    int status = IN_CHILD({
        CHECK_BESIDE(BESIDE_CALL, list(map_memory(LIST_BYTES, PROT_READ | PROT_WRITE)));
        CHECK_BESIDE(BESIDE_CALL, search());
        sync();
        make_indexes();
    });
    remove_names();
    CHECK_EQ(status, 0);
    return 0;
}
