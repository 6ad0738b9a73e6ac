/*
 * After a directory was renamed, replaced or removed, a path through it leads to the files that are
 * there now, and getcwd gives its new name.  So it is when another directory has got its old name
 * or its number.
 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char top[] = "/tmp/k";

static const char *at(const char *path)
{
    static char paths[2][128]; /* a call may have two */
    static unsigned turn;
    char *whole = paths[turn++ % 2];
    snprintf(whole, sizeof(paths[0]), "%s/%s", top, path);
    return whole;
}

static ino_t make(const char *path)
{
    CHECK_EQ(mkdir(at(path), 0777), 0);
    struct stat st;
    CHECK_EQ(stat(at(path), &st), 0);
    return st.st_ino;
}

static void touch(const char *path)
{
    CHECK_EQ(close(open(at(path), O_CREAT | O_EXCL | O_WRONLY, 0666)), 0);
}

/* Twice: the first time may make it known. */
static void check_there(const char *path)
{
    for (int i = 0; i < 2; i++)
        CHECK_EQ(access(at(path), F_OK), 0);
}

static void check_gone(const char *path, int error)
{
    for (int i = 0; i < 2; i++)
        CHECK_FAILS(access(at(path), F_OK), error);
}

static void check_cwd(const char *path)
{
    char cwd[128];
    for (int i = 0; i < 2; i++) {
        CHECK(getcwd(cwd, sizeof(cwd)));
        CHECK_STR(cwd, at(path));
    }
}

static void renamed(void)
{
    make("a");
    make("a/b");
    touch("a/b/f");
    check_there("a/b/f");
    CHECK_EQ(chdir(at("a/b")), 0);
    check_cwd("a/b");
    CHECK_EQ(rename(at("a"), at("c")), 0);
    check_gone("a/b/f", ENOENT);
    check_there("c/b/f");
    check_cwd("c/b");
    CHECK_EQ(rename(at("c/b"), at("b")), 0);
    check_gone("c/b/f", ENOENT);
    check_there("b/f");
    check_cwd("b");
}

/* "c" is empty, and "d" takes its place. */
static void replaced(void)
{
    make("d");
    touch("d/g");
    check_gone("c/g", ENOENT);
    check_there("d/g");
    CHECK_EQ(rename(at("d"), at("c")), 0);
    check_there("c/g");
    check_gone("d/g", ENOENT);
}

static void removed(void)
{
    ino_t was = make("e");
    make("e/f");
    check_gone("e/f/g", ENOENT);
    CHECK_EQ(rmdir(at("e/f")), 0);
    touch("e/f");
    check_gone("e/f/g", ENOTDIR);
    CHECK_EQ(unlink(at("e/f")), 0);
    CHECK_EQ(rmdir(at("e")), 0);
    check_gone("e/f", ENOENT);
    CHECK_EQ(make("h"), was); /* the first number that is free */
    touch("h/f");
    check_gone("e/f", ENOENT);
    check_there("h/f");
}

/* "i" is not there at first, and a file at last. */
static void made(void)
{
    check_gone("i/f", ENOENT);
    make("i");
    check_gone("i/f", ENOENT);
    touch("i/f");
    check_there("i/f");
    check_there("i/./../i//f");
    CHECK_EQ(unlink(at("i/f")), 0);
    CHECK_EQ(rmdir(at("i")), 0);
    touch("i");
    check_gone("i/f", ENOTDIR);
}

int main(void)
{
    CHECK_EQ(mkdir(top, 0777), 0);
    renamed();
    replaced();
    removed();
    made();
    return 0;
}
