/* For test_disk.py: stores to mapped files, and makes them safe in three ways; with an argument it
 * ends the machine instead. */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/calls.h>

static int fd;
static char *p;

static void store(const char *name)
{
    char path[32], text[32];
    size_t n = sprintf(text, "stored before %s\n", name);
    sprintf(path, "/tmp/%s", name);
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK_EQ(ftruncate(fd, (off_t)n), 0);
    p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(p != MAP_FAILED);
    memcpy(p, text, n);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        store(argv[1]);
        poweroff(0);
    }
    store("msync");
    CHECK_EQ(msync(p, PAGE_SIZE, MS_SYNC), 0);
    store("fsync");
    CHECK_EQ(fsync(fd), 0);
    store("sync");
    sync();
    printf("synced\n");
    return 0;
}
