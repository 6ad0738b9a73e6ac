/* The working directory: getcwd follows renames above it, and fails in a removed one. */
#include "child.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static void check_cwd(const char *want)
{
    char buf[PATH_MAX];
    CHECK(getcwd(buf, sizeof(buf)));
    if (strcmp(buf, want) != 0)
        FAIL("in %s, not %s", buf, want);
}

static void follows_renames(void)
{
    CHECK_EQ(mkdir("/tmp/w", 0777), 0);
    CHECK_EQ(mkdir("/tmp/w/a", 0777), 0);
    CHECK_EQ(mkdir("/tmp/w/a/b", 0777), 0);
    CHECK_EQ(chdir("/tmp/w/a/b"), 0);
    check_cwd("/tmp/w/a/b");
    CHECK_EQ(rename("/tmp/w/a", "/tmp/w/longer-name"), 0);
    check_cwd("/tmp/w/longer-name/b");
    CHECK_EQ(rename("/tmp/w/longer-name/b", "/tmp/w/c"), 0);
    check_cwd("/tmp/w/c");
    CHECK_EQ(chdir(".."), 0); /* the new parent */
    check_cwd("/tmp/w");
    CHECK_EQ(chdir("../../.././.."), 0); /* there is nothing above the root */
    check_cwd("/");
    CHECK_EQ(symlink("/tmp/w/c", "/tmp/w/link"), 0);
    CHECK_EQ(chdir("/tmp/w/link/"), 0);
    check_cwd("/tmp/w/c");
}

static void sizes(void)
{
    char buf[PATH_MAX];
    memset(buf, '?', sizeof(buf));
    CHECK_NULL(getcwd(buf, 8), ERANGE); /* "/tmp/w/c" and its NUL take 9 */
    CHECK_EQ(getcwd(buf, 9), buf);
    CHECK_EQ(memcmp(buf, "/tmp/w/c\0?", 10), 0);
}

static void is_inherited(void)
{
    int status = IN_CHILD({
        check_cwd("/tmp/w/c");
        CHECK_EQ(chdir("/"), 0);
    });
    CHECK_EQ(status, 0);
    check_cwd("/tmp/w/c");
    status = IN_CHILD(BECOME("/bin/sh", "-c", "test $(pwd) = /tmp/w/c"));
    CHECK_EQ(status, 0);
}

static void refused(void)
{
    CHECK_EQ(close(open("/tmp/w/file", O_WRONLY | O_CREAT, 0666)), 0);
    CHECK_FAILS(chdir("/tmp/w/file"), ENOTDIR);
    CHECK_FAILS(chdir("/tmp/w/none"), ENOENT);
    CHECK_FAILS(chdir(""), ENOENT);
    CHECK_FAILS(chdir(nowhere()), EFAULT);
    CHECK_FAILS(chdir("/dev/null"), ENOTDIR);
    check_cwd("/tmp/w/c");
}

static void removed(void)
{
    CHECK_EQ(rmdir("/tmp/w/c"), 0);
    char buf[PATH_MAX];
    CHECK_NULL(getcwd(buf, sizeof(buf)), ENOENT);
    CHECK_FAILS(open("new", O_WRONLY | O_CREAT, 0666), ENOENT);
    CHECK_FAILS(mkdir("new", 0777), ENOENT);
    CHECK_FAILS(symlink("x", "new"), ENOENT);
    CHECK_FAILS(link("/tmp/w/file", "new"), ENOENT);
    struct stat st;
    CHECK_FAILS(stat("new", &st), ENOENT);
    CHECK_EQ(stat("/tmp/w/file", &st), 0); /* paths from the root are as before */
    CHECK_EQ(chdir("/tmp"), 0);
    check_cwd("/tmp");
}

/* A path of more than PATH_MAX bytes can be reached step by step; there getcwd fails. */
static void too_deep(void)
{
    int depth = 0;
    char name[51];
    memset(name, 'n', 50);
    name[50] = '\0';
    CHECK_EQ(chdir("/tmp/w"), 0);
    char buf[PATH_MAX];
    for (; depth * 51 + 6 + 1 <= PATH_MAX; depth++) {
        CHECK(getcwd(buf, sizeof(buf)));
        CHECK_EQ(strlen(buf), depth * 51 + 6);
        CHECK_EQ(mkdir(name, 0777), 0);
        CHECK_EQ(chdir(name), 0);
    }
    CHECK_NULL(getcwd(buf, sizeof(buf)), ERANGE);
    for (; depth > 0; depth--) {
        CHECK_EQ(chdir(".."), 0);
        CHECK_EQ(rmdir(name), 0);
    }
    check_cwd("/tmp/w");
}

int main(void)
{
    check_cwd("/");
    follows_renames();
    sizes();
    is_inherited();
    refused();
    removed();
    too_deep();
    return 0;
}
