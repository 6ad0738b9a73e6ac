/* Whichever allocation of a call fails, the call says ENOMEM, or does without it; nothing is left
 * of it, and it works the next time. */
/* machine: det=1 cpus=1 kargs=fail */
#include "child.h"
#include "counts.h"
#include <fcntl.h>
#include <stdbool.h>
#include <sys/calls.h>
#include <sys/file.h>
#include <sys/kprof.h>
#include <sys/ktrace.h>
#include <sys/profil.h>
#include <sys/stat.h>
#include <sys/time.h>

#define RW           (PROT_READ | PROT_WRITE)
#define ANY          (MAP_PRIVATE | MAP_ANONYMOUS)
#define PAGES        16
#define MANY         1500 /* names: their directory has an indirect block */
#define LAST_OF_MANY "/tmp/many/1499"
#define FAR          (100 * PAGE_SIZE)  /* of a file: through its indirect block */
#define FARTHER      (2000 * PAGE_SIZE) /* through the double indirect one */

static char buf[8 * PAGE_SIZE];
static unsigned counters[64];
static struct prof regions[] = {
    {counters, sizeof(counters), 0, 2}, {counters, 0, 4096, 2}, {counters, 0, 8192, 2}};
static char *area, *fresh;
static int fd, ends[2], zero, folder;

static int make(const char *path)
{
    return close(open(path, O_WRONLY | O_CREAT, 0666));
}

static int open_at(const char *path, off_t at)
{
    int new = open(path, O_WRONLY | O_CREAT, 0666);
    lseek(new, at, SEEK_SET);
    return new;
}

static int make_big(const char *path)
{
    int new = open_at(path, FAR);
    CHECK_EQ(write(new, "x", 1), 1);
    CHECK_EQ(lseek(new, FARTHER, SEEK_SET), FARTHER);
    CHECK_EQ(write(new, "y", 1), 1);
    return close(new);
}

/* If it was cut in part what is left of it is as it was. */
static int remove_big(const char *path)
{
    int old = open(path, O_RDONLY);
    off_t size = lseek(old, 0, SEEK_END);
    CHECK_IN(size, 0, FARTHER + 1);
    lseek(old, FAR, SEEK_SET);
    char byte;
    CHECK_EQ(read(old, &byte, 1), size > FAR ? 1 : 0);
    CHECK(size <= FAR || byte == 'x');
    lseek(old, FARTHER, SEEK_SET);
    CHECK_EQ(read(old, &byte, 1), size > FARTHER ? 1 : 0);
    CHECK(size <= FARTHER || byte == 'y');
    return close(old) + unlink(path);
}

/* The file has one of the two names, and gets the first one. */
static int name_again(const char *path, const char *other)
{
    CHECK_EQ((access(path, F_OK) == 0) + (access(other, F_OK) == 0), 1);
    return rename(other, path);
}

static char *map(char *at, int prot)
{
    return mmap(at, PAGES * PAGE_SIZE, prot, ANY | (at ? MAP_FIXED : 0), -1, 0);
}

static char *map_shared(void)
{
    return mmap(NULL, PAGES * PAGE_SIZE, RW, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* A file with a hole, or with blocks: the next call must find what the failing one left. */
static char *map_file(const char *path, off_t nbytes)
{
    int file = open(path, O_RDWR | O_CREAT, 0666);
    char *p = (char *)-1;
    if (file >= 0 && ftruncate(file, nbytes) == 0)
        p = mmap(NULL, nbytes, RW, MAP_SHARED, file, 0);
    int error = errno;
    close(file);
    errno = error;
    return p;
}

static int touch(char *p)
{
    ssize_t n = read(zero, p, 2 * PAGE_SIZE);
    if (n < 0 && errno == EFAULT) /* so it is told of any buffer */
        errno = ENOMEM;
    return n < 0 ? -1 : 0;
}

/* X(name, what the call needs, the call, what undoes both, whether or not it worked) */
#define CALLS(X)                                                                               \
    X(open, 0, fd = open("/tmp/dir/file", O_RDONLY), close(fd))                                \
    X(create, 0, fd = open("/tmp/new", O_WRONLY | O_CREAT | O_EXCL, 0666),                     \
      close(fd) + unlink("/tmp/new"))                                                          \
    X(write, fd = open("/tmp/new", O_WRONLY | O_CREAT, 0666), write(fd, buf, sizeof(buf)),     \
      close(fd) + unlink("/tmp/new"))                                                          \
    X(write_far, fd = open_at("/tmp/new", FAR), write(fd, buf, sizeof(buf)),                   \
      close(fd) + unlink("/tmp/new"))                                                          \
    X(truncate, write(fd = open_at("/tmp/dir/big", FAR), buf, sizeof(buf)), ftruncate(fd, 1),  \
      close(fd) + unlink("/tmp/dir/big"))                                                      \
    X(truncate_big, make_big("/tmp/dir/big"), fd = open("/tmp/dir/big", O_WRONLY | O_TRUNC),   \
      close(fd) + remove_big("/tmp/dir/big"))                                                  \
    X(read, fd = open("/bin/sh", O_RDONLY), read(fd, buf, sizeof(buf)), close(fd))             \
    X(list, fd = open("/bin", O_RDONLY), getdents(fd, (void *)buf, sizeof(buf)), close(fd))    \
    X(pipe, 0, pipe(ends), close(ends[0]) + close(ends[1]))                                    \
    X(pipe_write, pipe(ends), write(ends[1], buf, 1), close(ends[0]) + close(ends[1]))         \
    X(fifo, 0, mkfifo("/tmp/new", 0666), unlink("/tmp/new"))                                   \
    X(fifo_open, mkfifo("/tmp/new", 0666), fd = open("/tmp/new", O_RDWR),                      \
      close(fd) + unlink("/tmp/new"))                                                          \
    X(lock, fd = open("/tmp/dir/file", O_RDWR), flock(fd, LOCK_EX), close(fd))                 \
    X(map_shared, 0, (fresh = map_shared()) == MAP_FAILED ? -1 : 0,                            \
      fresh == MAP_FAILED ? 0 : munmap(fresh, PAGES * PAGE_SIZE))                              \
    X(map_file, make("/tmp/new"),                                                              \
      (fresh = map_file("/tmp/new", 2 * PAGE_SIZE)) == MAP_FAILED ? -1 : 0,                    \
      (fresh == MAP_FAILED ? 0 : munmap(fresh, 2 * PAGE_SIZE)) + unlink("/tmp/new"))           \
    X(msync, strcpy(fresh = map_file("/tmp/new", PAGE_SIZE), "x"), msync(fresh, 1, MS_SYNC),   \
      munmap(fresh, PAGE_SIZE) + unlink("/tmp/new"))                                           \
    X(openat, folder = open("/tmp", O_RDONLY), fd = openat(folder, "dir/file", O_RDONLY),      \
      close(fd) + close(folder))                                                               \
    X(stat, 0, stat("/tmp/dir/file", (struct stat *)buf), 0)                                   \
    X(chdir, 0, chdir("/tmp/dir"), chdir("/"))                                                 \
    X(getcwd, chdir("/tmp/dir"), getcwd(buf, sizeof(buf)) ? 0 : -1, chdir("/"))                \
    X(mkdir, 0, mkdir("/tmp/new", 0777), rmdir("/tmp/new"))                                    \
    X(rmdir, mkdir("/tmp/new", 0777), rmdir("/tmp/new"), rmdir("/tmp/new"))                    \
    X(symlink, 0, symlink("target", "/tmp/new"), unlink("/tmp/new"))                           \
    X(readlink, 0, readlink("/tmp/dir/link", buf, sizeof(buf)), 0)                             \
    X(follow, 0, fd = open("/tmp/dir/link", O_RDONLY), close(fd))                              \
    X(link, 0, link("/tmp/dir/file", "/tmp/new"), unlink("/tmp/new"))                          \
    X(unlink, make("/tmp/new"), unlink("/tmp/new"), unlink("/tmp/new"))                        \
    X(rename, 0, rename("/tmp/dir/file", "/tmp/other/new"),                                    \
      name_again("/tmp/dir/file", "/tmp/other/new"))                                           \
    X(rename_many, 0, rename(LAST_OF_MANY, "/tmp/many/new"),                                   \
      name_again(LAST_OF_MANY, "/tmp/many/new"))                                               \
    X(replace, make("/tmp/other/old"), rename("/tmp/dir/file", "/tmp/other/old"),              \
      rename("/tmp/other/old", "/tmp/dir/file"))                                               \
    X(move, 0, rename("/tmp/dir", "/tmp/other/dir"), name_again("/tmp/dir", "/tmp/other/dir")) \
    X(chmod, 0, chmod("/tmp/dir/file", 0666), 0)                                               \
    X(map, 0, (fresh = map(NULL, PROT_READ)) == MAP_FAILED ? -1 : 0,                           \
      munmap(fresh, PAGES * PAGE_SIZE))                                                        \
    X(map_over, 0, map(area + 4 * PAGE_SIZE, PROT_READ) == MAP_FAILED ? -1 : 0,                \
      (long)map(area + 4 * PAGE_SIZE, RW))                                                     \
    X(unmap, 0, munmap(area + PAGE_SIZE, PAGE_SIZE),                                           \
      (long)mmap(area + PAGE_SIZE, PAGE_SIZE, RW, ANY | MAP_FIXED, -1, 0))                     \
    X(protect, 0, mprotect(area + PAGE_SIZE, PAGE_SIZE, PROT_READ),                            \
      mprotect(area + PAGE_SIZE, PAGE_SIZE, RW))                                               \
    X(touch, fresh = map(NULL, RW), touch(fresh), munmap(fresh, PAGES * PAGE_SIZE))            \
    X(sprofil, 0, sprofil(regions, 3, NULL, PROF_UINT), sprofil(regions, 0, NULL, 0))          \
    X(kprof, 0, kprof(KPROF_START, NULL, 0), kprof(KPROF_FREE, NULL, 0))                       \
    X(ktrace, 0, ktrace(KTRACE_START, NULL, 300), ktrace(KTRACE_FREE, NULL, 0))                \
    X(record, fd = open("/tmp/new", O_WRONLY | O_CREAT, 0666), profrecord(0, fd, 0),           \
      profrecord(0, -1, 0) + close(fd) + unlink("/tmp/new"))                                   \
    X(kstat, 0, kstat((struct kstat *)buf, 0), 0)

#define FUNCTIONS(name, needs, call, undo) \
    static void before_##name(void)        \
    {                                      \
        (void)(needs);                     \
    }                                      \
    static long run_##name(void)           \
    {                                      \
        return (long)(call);               \
    }                                      \
    static void after_##name(void)         \
    {                                      \
        (void)(undo);                      \
    }
CALLS(FUNCTIONS)

#define ROW(name, needs, call, undo) {#name, before_##name, run_##name, after_##name},
static const struct call {
    const char *name;
    void (*before)(void);
    long (*run)(void);
    void (*after)(void);
} calls[] = {CALLS(ROW)};

/* One call, in which the n-th allocation fails, or all from there on; whether it came to that. */
static bool fails_at(const struct call *call, unsigned long n, unsigned flags)
{
    call->before();
    sync(); /* what a transaction holds needs no allocation */
    kfail(n, flags);
    errno = 0;
    long result = call->run();
    int error = errno;
    bool came = kfail(0, 0) >= (long)n;
    call->after();
    sync(); /* frees what there was no memory to free */
    if (result < 0 && (!came || error != ENOMEM))
        FAIL("%s, allocation %lu: %s", call->name, n, strerror(error));
    return came;
}

/* How many allocations it makes. */
static unsigned long each_fails(const struct call *call, unsigned flags)
{
    unsigned long n = 1;
    fails_at(call, 1000000, 0);
    struct kstat before = counts();
    while (fails_at(call, n, flags)) {
        struct kstat now = counts();
        counts_same(&before, &now);
        CHECK_EQ(now.ks_disk_inodes, before.ks_disk_inodes);
        CHECK_EQ(now.ks_disk_blocks, before.ks_disk_blocks);
        n++;
    }
    return n - 1;
}

/* How many allocations of any call are failed in a run is bounded, and these are all the flags. */
static void errors(void)
{
    const unsigned all = KFAIL_ON | KFAIL_TELL | KFAIL_NEW;
    CHECK_FAILS(kfail(1, all + 1), EINVAL);
    CHECK_FAILS(kfail(1, ~all), EINVAL);
    CHECK_FAILS(kfail(0, all + 1), EINVAL);
    CHECK_FAILS(kfail(KFAIL_NEW_MAX + 1, KFAIL_NEW), EINVAL);
    CHECK_FAILS(kfail(-1ul, KFAIL_NEW), EINVAL);
    CHECK_EQ(symlink("/", "/tmp/link") + unlink("/tmp/link"), 0);
    CHECK_EQ(kfail(0, 0), 0); /* so none was counted */
    CHECK_EQ(kfail(KFAIL_NEW_MAX, KFAIL_NEW), 0);
    CHECK_EQ(kfail(KFAIL_NEW_MAX + 1, 0), 0);
    CHECK_EQ(kfail(0, 0), 0);
}

int main(void)
{
    errors();
    zero = open("/dev/zero", O_RDONLY);
    area = map(NULL, RW);
    CHECK_EQ(mkdir("/tmp/dir", 0777), 0);
    CHECK_EQ(mkdir("/tmp/other", 0777), 0);
    CHECK_EQ(make("/tmp/dir/file"), 0);
    CHECK_EQ(symlink("file", "/tmp/dir/link"), 0);
    CHECK_EQ(mkdir("/tmp/many", 0777), 0);
    CHECK_EQ(chdir("/tmp/many"), 0);
    for (int i = 0; i < MANY; i++) {
        char name[8];
        snprintf(name, sizeof(name), "%d", i);
        CHECK_EQ(i == 0 ? make(name) : link("0", name), 0);
    }
    CHECK_EQ(chdir("/"), 0);
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        CHECK(each_fails(&calls[i], 0) > 0);
        each_fails(&calls[i], KFAIL_ON);
    }
    return 0;
}
