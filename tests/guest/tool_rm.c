/* rm -r goes on after what it could not remove for want of memory, and then its status is 1. */
/* machine: det=1 kargs=fail */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/kstat.h>
#include <sys/stat.h>

#define ALLOCATIONS 150 /* more than rm makes the kernel do */
#define FILES       3

static const char *const dirs[FILES] = {"tree/a", "tree/b", "tree/c"};
static const char *const files[FILES] = {"tree/a/file", "tree/b/file", "tree/c/file"};

static void make_tree(void)
{
    CHECK_EQ(mkdir("tree", 0777), 0);
    for (int i = 0; i < FILES; i++) {
        CHECK_EQ(mkdir(dirs[i], 0777), 0);
        CHECK_EQ(close(creat(files[i], 0666)), 0);
    }
}

static void remove_rest(void)
{
    for (int i = 0; i < FILES; i++) {
        unlink(files[i]);
        rmdir(dirs[i]);
    }
    rmdir("tree");
}

static void remove_with_failure(unsigned long n)
{
    CHECK(kfail(n, 0) >= 0);
    execl("/bin/rm", "rm", "-r", "tree", NULL);
    _exit(127);
}

int main(void)
{
    int gone_on = 0, word = -1;

    CHECK_EQ(chdir("/tmp"), 0);
    for (unsigned long n = 1; n <= ALLOCATIONS; n++) {
        make_tree();
        word = IN_CHILD(remove_with_failure(n));
        int left = access("tree", F_OK) == 0;
        if (WIFEXITED(word) && WEXITSTATUS(word) != 127)
            CHECK_EQ(WEXITSTATUS(word), left);
        gone_on += access(files[0], F_OK) == 0 && access(dirs[1], F_OK) != 0;
        remove_rest();
    }
    CHECK_EQ(word, 0); /* the last had all its allocations */
    CHECK(gone_on > 0);
    return 0;
}
