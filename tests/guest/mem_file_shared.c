/* A shared mapping of a file is the file: stores, read, write and other mappings of it in this and
 * in other processes see each other at once, also after close and unlink.  A store changes the
 * file's time, by msync at the latest. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define SIZE (2 * PAGE_SIZE + 100)

static char *map(int fd, int prot, off_t off, size_t n)
{
    char *p = mmap(NULL, n, prot, MAP_SHARED, fd, off);
    CHECK(p != MAP_FAILED);
    return p;
}

static char byte_at(int fd, off_t at)
{
    char byte;
    CHECK_EQ(pread(fd, &byte, 1, at), 1);
    return byte;
}

static void write_at(int fd, off_t at, const char *text)
{
    CHECK_EQ(pwrite(fd, text, strlen(text), at), (long)strlen(text));
}

static time_t synced_time(int fd, char *p)
{
    CHECK_EQ(msync(p, PAGE_SIZE, MS_SYNC), 0);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    return st.st_mtime;
}

static void check_time(int fd, char *p)
{
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    CHECK_EQ(futimens(fd, old), 0);
    CHECK_EQ(synced_time(fd, p), 1000);
    p[0]++;
    CHECK(synced_time(fd, p) != 1000);
}

int main(void)
{
    static char bytes[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i % 251);
    int fd = open("/tmp/f", O_RDWR | O_CREAT | O_TRUNC, 0666), reads = open("/tmp/f", O_RDONLY);
    CHECK_EQ(write(fd, bytes, SIZE), SIZE);
    char *p = map(fd, PROT_READ | PROT_WRITE, 0, SIZE);
    const char *q = map(reads, PROT_READ, PAGE_SIZE, PAGE_SIZE + 100);
    CHECK_EQ(memcmp(p, bytes, SIZE), 0);
    CHECK_EQ(p[SIZE], 0);
    CHECK_EQ(p[3 * PAGE_SIZE - 1], 0);

    p[PAGE_SIZE] = 'a'; /* a store: for read, another mapping and a child */
    CHECK_EQ(byte_at(reads, PAGE_SIZE), 'a');
    CHECK_EQ(q[0], 'a');
    CHECK_EQ(IN_CHILD(CHECK_EQ(q[0], 'a'); p[PAGE_SIZE + 1] = 'b'), CHILD_DONE);
    CHECK_EQ(q[1], 'b');
    CHECK_EQ(byte_at(reads, PAGE_SIZE + 1), 'b');
    CHECK_EQ(q[2], bytes[PAGE_SIZE + 2]);

    write_at(fd, PAGE_SIZE - 1, "cde"); /* write, beside stores in the same pages */
    CHECK_EQ(p[PAGE_SIZE - 1], 'c');
    CHECK_EQ(q[0], 'd');
    CHECK_EQ(q[1], 'e');
    CHECK_EQ(q[2], bytes[PAGE_SIZE + 2]);
    CHECK_EQ(pwrite(fd, p, PAGE_SIZE, PAGE_SIZE), PAGE_SIZE); /* from itself */
    CHECK_EQ(q[5], bytes[5]);
    CHECK_EQ(pread(fd, p, PAGE_SIZE, PAGE_SIZE), PAGE_SIZE);

    CHECK_EQ(unlink("/tmp/f"), 0);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(IN_CHILD(p[7] = 'g'), CHILD_DONE);
    CHECK_EQ(byte_at(reads, 7), 'g');
    CHECK_EQ(munmap(p, PAGE_SIZE), 0);
    CHECK_EQ(byte_at(reads, 7), 'g');
    CHECK_EQ(close(reads), 0);
    p[PAGE_SIZE] = 'h';
    CHECK_EQ(q[0], 'h');

    /* Other programs, and other mappings after the last one: the file has the stores. */
    fd = open("/tmp/g", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(ftruncate(fd, 5 * PAGE_SIZE), 0); /* a hole */
    p = map(fd, PROT_READ | PROT_WRITE, 0, 5 * PAGE_SIZE);
    strcpy(p + 3 * PAGE_SIZE, "stored");
    CHECK_EQ(munmap(p, 5 * PAGE_SIZE), 0);
    CHECK_EQ(byte_at(fd, 3 * PAGE_SIZE + 1), 't');
    p = map(fd, PROT_READ, 3 * PAGE_SIZE, 1);
    CHECK_STR(p, "stored");
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    CHECK_EQ(st.st_size, 5 * PAGE_SIZE);
    p = map(fd, PROT_READ | PROT_WRITE, 0, PAGE_SIZE);
    check_time(fd, p);
    return 0;
}
