/*
 * calls: spends most of its time in system calls; the stub of each call is charged with the time.
 *
 *     calls TIMES
 *
 * getppid does almost nothing, so nearly all of its cost is getting into the kernel and back, part
 * of it with interrupts off; reading /dev/zero copies a page in the kernel.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OUT_OF_LINE __attribute__((noinline))

static char page[4096];

OUT_OF_LINE static void ask(void)
{
    for (int i = 0; i < 10; i++)
        getppid();
}

OUT_OF_LINE static void copy(int fd)
{
    if (read(fd, page, sizeof(page)) != sizeof(page))
        exit(1);
}

OUT_OF_LINE static unsigned think(void)
{
    unsigned sum = 0;

    for (int i = 0; i < 200; i++)
        sum = sum * 31 + (unsigned char)page[i];
    return sum;
}

int main(int argc, char **argv)
{
    int times = argc == 2 ? atoi(argv[1]) : 0, fd = open("/dev/zero", O_RDONLY);
    unsigned sum = 0;

    if (times <= 0 || fd < 0) {
        fprintf(stderr, "usage: calls TIMES\n");
        return 2;
    }
    for (int i = 0; i < times; i++) {
        ask();
        copy(fd);
        sum += think();
    }
    printf("%u\n", sum);
    return 0;
}
