/*
 * Measures directories of 10, 1 000 and 100 000 names, for `make bench`, in the form of bench.c. It
 * looks up, creates, removes and lists names, and lists the directory after all are removed.  Then
 * it finds a file five directories deep, removes a large file, and calls fsync().
 */
#include "measure.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIMES     100u /* for each work, at names evenly spaced */
#define FOLDER    "/tmp/names"
#define FILE_NAME "/tmp/names-file"

static const char *name_of(const char *kind, unsigned i)
{
    static char name[sizeof(FOLDER) + 32];
    snprintf(name, sizeof(name), FOLDER "/%s%u", kind, i);
    return name;
}

enum work { STAT, CREATE, UNLINK, WORKS };
static const char *const words[WORKS] = {"lookup", "create", "unlink"};

static void work_at(enum work work, const char *old, const char *new)
{
    struct stat st;
    if (work == STAT)
        must(stat(old, &st) == 0, old);
    else if (work == CREATE)
        must(close(open(new, O_CREAT | O_EXCL | O_WRONLY, 0644)) == 0, new);
    else
        must(unlink(new) == 0, new);
}

static uint64_t list(void)
{
    uint64_t start = instructions();
    DIR *dir = opendir(FOLDER);
    must(dir != NULL, FOLDER);
    while (readdir(dir))
        continue;
    closedir(dir);
    return instructions() - start;
}

/* The directory has n names, all of one file: an image has fewer inodes. */
static void with_names(unsigned n)
{
    must(mkdir(FOLDER, 0755) == 0, FOLDER);
    for (unsigned i = 0; i < n; i++)
        must(link(FILE_NAME, name_of("old", i)) == 0, "link");
    for (enum work work = 0; work < WORKS; work++) {
        sync(); /* otherwise the disk's thread works at the same time */
        uint64_t spent = 0;
        for (unsigned i = 0; i < TIMES; i++) {
            char new[sizeof(FOLDER) + 32];
            snprintf(new, sizeof(new), "%s", name_of("new", i));
            const char *old = name_of("old", (unsigned)((uint64_t)i * n / TIMES));
            uint64_t start = instructions();
            work_at(work, old, new);
            spent += instructions() - start;
        }
        printf("%s-%u\t%llu\n", words[work], n, (unsigned long long)(spent / TIMES));
    }
    printf("list-%u\t%llu\n", n, (unsigned long long)(list() / n));
    for (unsigned i = 0; i < n; i++)
        must(unlink(name_of("old", i)) == 0, "unlink");
    printf("list-emptied-%u\t%llu\n", n, (unsigned long long)list());
    must(rmdir(FOLDER) == 0, FOLDER);
}

static void stat_deep(void)
{
    must(mkdir("/tmp/a", 0755) == 0 && mkdir("/tmp/a/b", 0755) == 0, "mkdir");
    must(mkdir("/tmp/a/b/c", 0755) == 0 && link(FILE_NAME, "/tmp/a/b/c/d") == 0, "mkdir");
    struct stat st;
    must(stat("/tmp/a/b/c/d", &st) == 0, "stat");
    uint64_t start = instructions();
    for (unsigned i = 0; i < TIMES; i++)
        must(stat("/tmp/a/b/c/d", &st) == 0, "stat");
    printf("stat-deep\t%llu\n", (unsigned long long)((instructions() - start) / TIMES));
}

static void large(void)
{
    int fd = open(FILE_NAME "-large", O_CREAT | O_WRONLY, 0644);
    must(fd >= 0, FILE_NAME);
    static char buf[65536];
    for (unsigned i = 0; i < 16; i++)
        must(write(fd, buf, sizeof(buf)) == sizeof(buf), FILE_NAME);
    close(fd);
    uint64_t start = instructions();
    must(unlink(FILE_NAME "-large") == 0, FILE_NAME);
    printf("unlink-1m\t%llu\n", (unsigned long long)(instructions() - start));
}

static void synced(void)
{
    int fd = open(DISK "/synced", O_CREAT | O_WRONLY, 0644);
    must(fd >= 0 && fsync(fd) == 0, DISK "/synced");
    uint64_t spent = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        static char buf[1024];
        must(lseek(fd, 0, SEEK_SET) == 0 && write(fd, buf, sizeof(buf)) == sizeof(buf), "write");
        uint64_t start = instructions();
        must(fsync(fd) == 0, "fsync");
        spent += instructions() - start;
    }
    printf("fsync\t%llu\n", (unsigned long long)(spent / TIMES));
    close(fd);
}

int main(void)
{
    static const unsigned counts[] = {10, 1000, 100000};
    int fd = open(FILE_NAME, O_CREAT | O_WRONLY, 0644);
    must(fd >= 0 && close(fd) == 0, FILE_NAME);
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        with_names(counts[i]);
    stat_deep();
    large();
    synced();
    return 0;
}
