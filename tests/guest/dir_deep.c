/*
 * A long path is fast where it was used before: each further directory takes at most a fifth of a
 * stat of /tmp, for stat and for getcwd.  Every instruction takes the same time here.
 */
/* machine: det=1 cpus=1 */
#include "now.h"
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH 400
#define TIMES 20

static char path[PATH_MAX];

static uint64_t stat_ns(const char *what)
{
    uint64_t start = now_ns();
    struct stat st;
    for (unsigned i = 0; i < TIMES; i++)
        CHECK_EQ(stat(what, &st), 0);
    return (now_ns() - start) / TIMES;
}

static uint64_t getcwd_ns(void)
{
    uint64_t start = now_ns();
    char cwd[PATH_MAX];
    for (unsigned i = 0; i < TIMES; i++)
        CHECK(getcwd(cwd, sizeof(cwd)));
    return (now_ns() - start) / TIMES;
}

int main(void)
{
    strcpy(path, "/tmp");
    CHECK_EQ(chdir(path), 0);
    uint64_t cwd_near = getcwd_ns();
    for (unsigned i = 0; i < DEPTH; i++) {
        strcat(path, "/d");
        CHECK_EQ(mkdir("d", 0777), 0);
        CHECK_EQ(chdir("d"), 0);
    }
    uint64_t near = stat_ns("/tmp"), far = stat_ns(path), cwd_far = getcwd_ns();
    uint64_t each = (far - near) / (DEPTH - 1), cwd_each = (cwd_far - cwd_near) / DEPTH;
    if (each > near / 5 || cwd_each > near / 5)
        FAIL("each directory takes %lu ns, of getcwd %lu; /tmp takes %lu", each, cwd_each, near);
    for (unsigned i = 0; i < DEPTH; i++) {
        CHECK_EQ(chdir(".."), 0);
        CHECK_EQ(rmdir("d"), 0);
    }
    return 0;
}
