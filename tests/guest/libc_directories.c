/* readdir finds every name once, again after rewinddir, and leaves errno alone; scandir sorts. */
#include "check.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAMES 100

static void make_names(void)
{
    CHECK_EQ(mkdir("/tmp/many", 0755), 0);
    char path[PATH_MAX];
    for (int i = 0; i < NAMES; i++) {
        snprintf(path, sizeof(path), "/tmp/many/f%02d", i);
        CHECK_EQ(close(creat(path, 0644)), 0);
    }
}

static void read_names(void)
{
    DIR *d = opendir("/tmp/many");
    CHECK(d);
    for (int round = 0; round < 2; round++) {
        bool seen[NAMES] = {false};
        errno = 0;
        struct dirent *e;
        while ((e = readdir(d))) {
            int n;
            if (sscanf(e->d_name, "f%d", &n) == 1) {
                CHECK(!seen[n]);
                seen[n] = true;
            }
        }
        CHECK_EQ(errno, 0);
        for (int n = 0; n < NAMES; n++)
            CHECK(seen[n]);
        rewinddir(d);
    }
    CHECK_EQ(closedir(d), 0);
}

static int skip_dots(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static void scan_names(void)
{
    errno = 77;
    struct dirent **list;
    CHECK_EQ(scandir("/tmp/many", &list, skip_dots, alphasort), NAMES);
    CHECK_EQ(errno, 77); /* no function sets it to 0 */
    for (int n = 0; n < NAMES; n++) {
        char name[20];
        snprintf(name, sizeof(name), "f%02d", n);
        CHECK_STR(list[n]->d_name, name);
        free(list[n]);
    }
    free(list);
}

int main(void)
{
    make_names();
    read_names();
    scan_names();
    CHECK_NULL(opendir("/tmp/none"), ENOENT);
    CHECK_NULL(opendir("/tmp/many/f00"), ENOTDIR);
    return 0;
}
