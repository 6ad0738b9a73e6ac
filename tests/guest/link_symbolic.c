/* Symbolic links: where they lead, what a relative one is relative to, and loops. */
#include "child.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static char text[PATH_MAX + 10], buf[PATH_MAX + 10];

static void check_leads(const char *path, const char *to)
{
    struct stat a;
    CHECK_EQ(stat(path, &a), 0);
    struct stat b;
    CHECK_EQ(stat(to, &b), 0);
    CHECK_EQ(a.st_ino, b.st_ino);
}

static void leading(void)
{
    CHECK_EQ(mkdir("d", 0777), 0);
    CHECK_EQ(mkdir("d/e", 0777), 0);
    CHECK_EQ(close(open("d/file", O_WRONLY | O_CREAT, 0666)), 0);
    CHECK_EQ(symlink("file", "d/beside"), 0); /* relative to the link's directory */
    check_leads("d/beside", "d/file");
    CHECK_EQ(symlink("../beside", "d/e/up"), 0);
    check_leads("d/e/up", "d/file");
    CHECK_EQ(symlink("/tmp/symbolic/d", "absolute"), 0);
    check_leads("absolute/e/../file", "d/file");
    check_leads("absolute/", "d");
    CHECK_EQ(symlink("absolute/e/", "slash"), 0);
    check_leads("slash/../beside", "d/file"); /* the parent of what it leads to */
    CHECK_EQ(symlink("//tmp//./symbolic/../symbolic//d/file", "odd"), 0);
    check_leads("odd", "d/file");
    CHECK_FAILS(open("odd/", O_RDONLY), ENOTDIR);
    CHECK_EQ(symlink("/", "root"), 0);
    check_leads("root/tmp/symbolic/d", "d");
}

static void the_link_itself(void)
{
    CHECK_EQ(symlink("some text", "text"), 0);
    struct stat st;
    CHECK_EQ(lstat("text", &st), 0);
    CHECK_EQ(st.st_mode, S_IFLNK | 0777);
    CHECK_EQ(st.st_size, 9);
    memset(buf, '?', sizeof(buf));
    CHECK_EQ(readlink("text", buf, 4), 4);
    CHECK_EQ(memcmp(buf, "some?", 5), 0);
    CHECK_EQ(readlink("text", buf, sizeof(buf)), 9);
    CHECK_EQ(memcmp(buf, "some text?", 10), 0); /* and no NUL */
    CHECK_FAILS(stat("text", &st), ENOENT);
    CHECK_FAILS(stat("text/", &st), ENOENT);
    CHECK_FAILS(chdir("text"), ENOENT);
    CHECK_EQ(unlink("absolute"), 0); /* not what it leads to */
    CHECK_EQ(stat("d/e", &st), 0);
    CHECK_FAILS(rmdir("slash"), ENOTDIR);
    CHECK_FAILS(unlink("slash/"), ENOTDIR);
    CHECK_FAILS(mkdir("text", 0777), EEXIST);
}

static void refused(void)
{
    CHECK_FAILS(readlink("d", buf, 9), EINVAL);
    CHECK_FAILS(readlink("d/file", buf, 9), EINVAL);
    CHECK_FAILS(readlink("none", buf, 9), ENOENT);
    CHECK_FAILS(readlink("text", buf, 0), EINVAL);
    CHECK_FAILS(readlink("text", nowhere(), 9), EFAULT);
    CHECK_FAILS(symlink("x", "text"), EEXIST);
    CHECK_FAILS(symlink("x", "."), EEXIST);
    CHECK_FAILS(symlink("x", "none/x"), ENOENT);
    CHECK_FAILS(symlink("x", "d/file/x"), ENOTDIR);
    CHECK_FAILS(symlink("", "x"), ENOENT);
    CHECK_FAILS(symlink("x", ""), ENOENT);
}

/* The text may have PATH_MAX - 1 bytes; so may the path that it becomes a part of. */
static void lengths(void)
{
    memset(text, '/', sizeof(text));
    memcpy(text + PATH_MAX - 6, "tmp/.", 6);
    CHECK_EQ(strlen(text), PATH_MAX - 1);
    CHECK_EQ(symlink(text, "longest"), 0);
    CHECK_EQ(readlink("longest", buf, sizeof(buf)), PATH_MAX - 1);
    CHECK_EQ(memcmp(buf, text, PATH_MAX - 1), 0);
    check_leads("longest", "/tmp");
    struct stat st;
    CHECK_FAILS(stat("longest/.", &st), ENAMETOOLONG);
    text[PATH_MAX - 1] = 'x';
    text[PATH_MAX] = '\0';
    CHECK_FAILS(symlink(text, "longer"), ENAMETOOLONG);
}

static void circles(void)
{
    CHECK_EQ(symlink("self", "self"), 0);
    struct stat st;
    CHECK_FAILS(stat("self", &st), ELOOP);
    CHECK_FAILS(stat("self/x", &st), ELOOP);
    CHECK_FAILS(open("self", O_WRONLY | O_CREAT, 0666), ELOOP);
    CHECK_FAILS(unlink("self/x"), ELOOP);
    CHECK_EQ(symlink("pong", "ping"), 0);
    CHECK_EQ(symlink("ping", "pong"), 0);
    CHECK_FAILS(chdir("ping"), ELOOP);
    CHECK_EQ(unlink("self"), 0);
    CHECK_EQ(symlink("d", "0"), 0);
    char name[16], next[16];
    for (int i = 1; i <= SYMLOOP_MAX; i++) {
        sprintf(name, "%d", i);
        sprintf(next, "%d", i - 1);
        CHECK_EQ(symlink(next, name), 0);
    }
    sprintf(name, "%d", SYMLOOP_MAX - 1); /* leads to d in SYMLOOP_MAX steps */
    check_leads(name, "d");
    sprintf(name, "%d", SYMLOOP_MAX);
    CHECK_FAILS(stat(name, &st), ELOOP);
    CHECK_EQ(lstat(name, &st), 0);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/symbolic", 0777), 0);
    CHECK_EQ(chdir("/tmp/symbolic"), 0);
    leading();
    the_link_itself();
    refused();
    lengths();
    circles();
    return 0;
}
