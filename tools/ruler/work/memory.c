/*
 * memory: walks through memory that it touches for the first time, and then through it again.
 *
 *     memory TIMES
 *
 * The first touch of a page is a fault, and the kernel's time for it belongs to the touching
 * instruction.  A string instruction repeats; the clock counts each repetition as an instruction.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define OUT_OF_LINE __attribute__((noinline))
#define NBYTES      (4u << 20)
#define PAGE        4096

OUT_OF_LINE static void touch_fresh(volatile unsigned char *bytes)
{
    for (size_t i = 0; i < NBYTES; i += PAGE)
        bytes[i] = 1;
}

OUT_OF_LINE static unsigned walk_old(const volatile unsigned char *bytes)
{
    unsigned sum = 0;

    for (size_t i = 0; i < NBYTES; i += 64)
        sum += bytes[i];
    return sum;
}

OUT_OF_LINE static void fill(unsigned char *bytes)
{
    size_t nbytes = NBYTES / 8;

    __asm__ volatile("rep stosb" : "+D"(bytes), "+c"(nbytes) : "a"(1) : "memory");
}

OUT_OF_LINE static unsigned jump_about(const unsigned char *bytes, unsigned at)
{
    for (int i = 0; i < 100000; i++)
        at = at * 1103515245 + 12345 + bytes[at % NBYTES];
    return at;
}

int main(int argc, char **argv)
{
    int times = argc == 2 ? atoi(argv[1]) : 0;
    unsigned sum = 0;

    if (times <= 0) {
        fprintf(stderr, "usage: memory TIMES\n");
        return 2;
    }
    for (int i = 0; i < times; i++) {
        unsigned char *bytes =
            mmap(NULL, NBYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        if (bytes == MAP_FAILED)
            return 1;
        touch_fresh(bytes);
        sum += walk_old(bytes);
        fill(bytes);
        sum = jump_about(bytes, sum);
        munmap(bytes, NBYTES);
    }
    printf("%u\n", sum);
    return 0;
}
