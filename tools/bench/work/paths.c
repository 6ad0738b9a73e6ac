/*
 * Measures stat() of a file 498 directories deep by its whole path, and getcwd() 10 and 498
 * directories deep, for `make bench`, in the form of bench.c.  Tally's PATH_MAX is 1 024.
 */
#include "measure.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIMES 20u
#define DEPTH 498

static char path[2 * DEPTH + sizeof("/tmp")] = "/tmp";

static void stat_path(void)
{
    struct stat st;
    must(stat(path, &st) == 0, path);
}

static void get_folder(void)
{
    char folder[sizeof(path)];
    must(getcwd(folder, sizeof(folder)) && !strcmp(folder, path), "getcwd");
}

static void measure(const char *key, unsigned depth, void (*work)(void))
{
    work();
    uint64_t start = instructions();
    for (unsigned i = 0; i < TIMES; i++)
        work();
    printf("%s-%u\t%llu\n", key, depth, (unsigned long long)((instructions() - start) / TIMES));
}

/* The path is /tmp/d/d/d and so on, and the current directory. */
int main(void)
{
    must(chdir(path) == 0, path);
    for (unsigned depth = 2; depth <= DEPTH; depth++) {
        must(mkdir("d", 0755) == 0 && chdir("d") == 0, "d");
        strcat(path, "/d");
        if (depth == DEPTH)
            measure("stat-path", depth, stat_path);
        if (depth == 10 || depth == DEPTH)
            measure("getcwd", depth, get_folder);
    }
    for (unsigned depth = DEPTH; depth > 1; depth--)
        must(chdir("..") == 0 && rmdir("d") == 0, "rmdir");
    return 0;
}
