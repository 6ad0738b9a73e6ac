/*
 * For test_disk.py, which cuts the power: writes generation after generation of files and syncs,
 * says so on the console, and goes on with work that is not synced.  By itself it does one.
 *
 *     disk_synced GENERATIONS
 */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define FILES 5

static char buf[100000];

static void write_file(const char *path, char fill, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    CHECK(fd >= 0);
    memset(buf, fill, n);
    CHECK_EQ(write(fd, buf, n), n);
    CHECK_EQ(close(fd), 0);
}

/* /synced/N-I has N + I kilobytes of the letter with number N. */
static void generation(int n)
{
    char name[64], from[64];
    for (int i = 0; i < FILES; i++) {
        sprintf(from, "/tmp/%d", i);
        sprintf(name, "/synced/%d-%d", n, i);
        write_file(from, 'a' + n % 26, (n % 40 + i) * 1024);
        CHECK_EQ(rename(from, name), 0);
    }
}

/* May be lost, but must leave the file system consistent: it spans several commits. */
static void unsynced(int n)
{
    char name[64];
    for (int i = 0; i < 20; i++) {
        sprintf(name, "/unsynced/%d-%d", n, i);
        write_file(name, 'A' + i, sizeof(buf));
        sprintf(name, "/unsynced/%d-%d", n - 1, i);
        unlink(name);
    }
}

int main(int argc, char **argv)
{
    int last = argc > 1 ? atoi(argv[1]) : 1;
    CHECK_EQ(mkdir("/synced", 0777), 0);
    CHECK_EQ(mkdir("/unsynced", 0777), 0);
    for (int n = 1; n <= last; n++) {
        generation(n);
        sync();
        printf("synced %d\n", n);
        fflush(stdout);
        unsynced(n);
    }
    return 0;
}
