/* If a mapping keeps the heap from growing, blocks of all sizes are mapped. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <stdlib.h>

#define BLOCKS 2000

int main(void)
{
    char *wall = (char *)(((uintptr_t)sbrk(0) + PAGE_SIZE - 1) & -PAGE_SIZE);
    CHECK(mmap(wall, PAGE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == wall);
    CHECK_FAILS(brk(wall + 1), ENOMEM);

    static int *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        size_t n = sizeof(int) + i * 37 % 3000;
        blocks[i] = malloc(n);
        CHECK(blocks[i]);
        memset(blocks[i], 0xa5, n);
        *blocks[i] = i;
    }
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_EQ(*blocks[i], i);
        blocks[i] = realloc(blocks[i], 5000);
        CHECK(blocks[i]);
        CHECK_EQ(*blocks[i], i);
        free(blocks[i]);
    }
    int *zeros = calloc(100, sizeof(int));
    CHECK(zeros);
    CHECK_EQ(zeros[99], 0);
    free(zeros);
    void *aligned;
    CHECK_EQ(posix_memalign(&aligned, 256, 100), 0);
    CHECK_EQ((uintptr_t)aligned % 256, 0);
    free(aligned);
    return 0;
}
