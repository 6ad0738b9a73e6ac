/*
 * calls: most of its time is the kernel's, in system calls; each belongs to the stub that made it.
 *
 *     calls TIMES
 *
 * getppid does as good as nothing, so nearly all of its cost is getting into the kernel and back,
 * part of it with interrupts off; reading /dev/zero copies a page in the kernel.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OUT_OF_LINE __attribute__((noinline))

static char page[4096];

OUT_OF_LINE static void ask(int times)
{
    while (times-- > 0)
        getppid();
}

OUT_OF_LINE static void copy(int fd, int times)
{
    while (times-- > 0)
        if (read(fd, page, sizeof page) != sizeof page)
            exit(1);
}

OUT_OF_LINE static unsigned think(int times)
{
    unsigned sum = 0;

    for (int i = 0; i < times; i++)
        sum = sum * 31 + (unsigned char)page[i % sizeof page];
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
        ask(10);
        copy(fd, 1);
        sum += think(200);
    }
    printf("%u\n", sum);
    return 0;
}
