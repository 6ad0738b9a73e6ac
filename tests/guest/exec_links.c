/* exec through symbolic links: to a program, dangling, in a loop, with a trailing slash; and none
 * of the failures changes or leaks anything. */
#include "child.h"

#define ROUNDS 50

static void check(const char *path, int error)
{
    char *argv[] = {"true", NULL}, *none[] = {NULL};
    for (int i = 0; i < ROUNDS; i++)
        CHECK_FAILS(execve(path, argv, none), error);
}

static void run(const char *path)
{
    char *argv[] = {"true", NULL}, *none[] = {NULL};
    CHECK_EQ(IN_CHILD(execve(path, argv, none); _exit(1)), 0);
}

int main(void)
{
    CHECK_EQ(symlink("/bin/true", "/tmp/good"), 0);
    CHECK_EQ(symlink("good", "/tmp/better"), 0);
    CHECK_EQ(symlink("nothing", "/tmp/dangling"), 0);
    CHECK_EQ(symlink("/nowhere/at/all", "/tmp/far"), 0);
    CHECK_EQ(symlink("/bin/true/x", "/tmp/through"), 0);
    CHECK_EQ(symlink("loop", "/tmp/loop"), 0);
    run("/tmp/better");
    check("/tmp/dangling", ENOENT);
    check("/tmp/far", ENOENT);
    check("/tmp/through", ENOTDIR);
    check("/tmp/loop", ELOOP);
    check("/bin/true/", ENOTDIR);
    check("/tmp/better/", ENOTDIR);
    check("/tmp/better/x", ENOTDIR);
    check("/bin/", EACCES);
    run("/tmp/better");
    run("/bin/true");
    return 0;
}
