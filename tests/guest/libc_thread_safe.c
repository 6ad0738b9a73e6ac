/* malloc, free and one stream are used by several threads at once. */
/* machine: cpus=4 */
#include "threads.h"
#include <stdlib.h>

#define ROUNDS 2000

static FILE *shared;

static void *use_library(void *arg)
{
    char *p[16] = {NULL};
    for (int i = 0; i < ROUNDS; i++) {
        int k = i % 16;
        if (p[k])
            CHECK_EQ(p[k][i % 7], (char)(intptr_t)arg);
        free(p[k]);
        p[k] = malloc(8 + i % 300);
        memset(p[k], (intptr_t)arg, 8 + i % 300);
        if (k == 0)
            fprintf(shared, "%s\n", "twelve bytes");
    }
    for (int k = 0; k < 16; k++)
        free(p[k]);
    return arg;
}

int main(void)
{
    int lines = 0;
    shared = tmpfile();
    CHECK(shared);
    run_all(use_library);
    rewind(shared);
    char line[64];
    for (; fgets(line, sizeof(line), shared); lines++)
        CHECK_STR(line, "twelve bytes\n");
    CHECK_EQ(lines, WORKERS * ROUNDS / 16);
    fclose(shared);
    return 0;
}
