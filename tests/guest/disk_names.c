/* Inodes run out: nothing new can be made, and all of them come back. */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define DIRS 64

static void name_of(char *name, int i)
{
    sprintf(name, "/many/%d/%d", i % DIRS, i);
}

/* Makes files until there is no inode left: how many. */
static int make_all(void)
{
    char name[64];
    for (int i = 0;; i++) {
        name_of(name, i);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd < 0)
            return i;
        CHECK_EQ(close(fd), 0);
    }
}

static void remove_all(int n)
{
    char name[64];
    for (int i = 0; i < n; i++) {
        name_of(name, i);
        CHECK_EQ(unlink(name), 0);
    }
}

int main(void)
{
    CHECK_EQ(mkdir("/many", 0777), 0);
    char name[64];
    for (int i = 0; i < DIRS; i++) {
        sprintf(name, "/many/%d", i);
        CHECK_EQ(mkdir(name, 0777), 0);
    }
    int all = make_all();
    CHECK_EQ(errno, ENOSPC);
    CHECK(all > 0);
    CHECK_FAILS(open("/many/more", O_WRONLY | O_CREAT, 0666), ENOSPC);
    CHECK_FAILS(mkdir("/many/more", 0777), ENOSPC);
    CHECK_FAILS(symlink("x", "/many/more"), ENOSPC);
    CHECK_EQ(link("/many/0/0", "/many/more"), 0); /* takes none */
    name_of(name, all - 1);
    int fd = open(name, O_RDONLY);
    CHECK_EQ(unlink(name), 0);
    CHECK_FAILS(mkdir("/many/most", 0777), ENOSPC); /* it is in use as long as it is open */
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(mkdir("/many/most", 0777), 0);
    CHECK_EQ(rmdir("/many/most"), 0);
    CHECK_EQ(unlink("/many/more"), 0);
    remove_all(all - 1);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(make_all(), all);
        remove_all(all);
    }
    return 0;
}
