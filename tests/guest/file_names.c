/* Names of up to NAME_MAX bytes, of any bytes; paths of up to PATH_MAX; slashes and dots. */
#include "child.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

static char path[PATH_MAX + 10];

static void create(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(close(fd), 0);
}

static void longest_name(void)
{
    memset(path, 'n', NAME_MAX);
    path[NAME_MAX] = '\0';
    create(path);
    path[NAME_MAX - 1] = '\0';
    struct stat st;
    CHECK_FAILS(stat(path, &st), ENOENT); /* its front part is another name */
    create(path);
    memset(path, 'n', NAME_MAX + 1);
    path[NAME_MAX + 1] = '\0';
    CHECK_FAILS(open(path, O_WRONLY | O_CREAT, 0666), ENAMETOOLONG);
    CHECK_FAILS(stat(path, &st), ENAMETOOLONG);
    CHECK_FAILS(mkdir(path, 0777), ENAMETOOLONG);
    CHECK_FAILS(unlink(path), ENAMETOOLONG);
    CHECK_FAILS(rmdir(path), ENAMETOOLONG);
    CHECK_FAILS(link("x", path), ENOENT); /* the first path is looked at first */
    CHECK_FAILS(link(".", path), ENAMETOOLONG);
    CHECK_FAILS(symlink("x", path), ENAMETOOLONG);
    CHECK_FAILS(chdir(path), ENAMETOOLONG);
    strcat(path, "/x");
    CHECK_FAILS(stat(path, &st), ENAMETOOLONG);
}

/* Names whose first eight bytes agree, or that are shorter, are told apart. */
static void similar_names(void)
{
    static const char *const names[] = {"a",       "aa",   "abcdefgh", "abcdefghi", "abcdefghj",
                                        "abcdefg", "A",    "...",      ".a",        "a.",
                                        " ",       "a\nb", "\xff\x80", "-",         "a\\"};
    struct stat st[15];
    for (int i = 0; i < 15; i++) {
        create(names[i]);
        CHECK_EQ(stat(names[i], &st[i]), 0);
        for (int k = 0; k < i; k++)
            CHECK(st[k].st_ino != st[i].st_ino);
    }
    for (int i = 0; i < 15; i++) {
        CHECK_EQ(unlink(names[i]), 0);
        CHECK_FAILS(stat(names[i], &st[i]), ENOENT);
    }
}

static void longest_path(void)
{
    memset(path, '/', PATH_MAX);
    memcpy(path + PATH_MAX - 4, "tmp", 4);
    CHECK_EQ(strlen(path), PATH_MAX - 1);
    struct stat st;
    CHECK_EQ(stat(path, &st), 0);
    CHECK(S_ISDIR(st.st_mode));
    memcpy(path + PATH_MAX - 4, "/tmp", 5);
    CHECK_FAILS(stat(path, &st), ENAMETOOLONG);
    CHECK_FAILS(open(path, O_RDONLY), ENAMETOOLONG);
    CHECK_FAILS(rename("x", path), ENAMETOOLONG);
    CHECK_FAILS(rename(path, "x"), ENAMETOOLONG);
    CHECK_FAILS(execl(path, "x", NULL), ENAMETOOLONG);
    for (int i = 0; i < PATH_MAX - 2; i += 2)
        memcpy(path + i, "./", 3);
    strcpy(path + PATH_MAX - 2, "p");
    create(path);
    CHECK_EQ(stat("p", &st), 0);
}

/* A path that begins at the end of what may be read is read no further than its NUL. */
static void at_the_edge(void)
{
    char *page = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE), *last = page + PAGE_SIZE - 2;
    CHECK_EQ(munmap(page + PAGE_SIZE, PAGE_SIZE), 0);
    memcpy(last, "p", 2);
    struct stat st;
    CHECK_EQ(stat(last, &st), 0);
    memcpy(last, "pp", 2);
    CHECK_FAILS(stat(last, &st), EFAULT);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/names", 0777), 0);
    CHECK_EQ(chdir("/tmp/names"), 0);
    longest_name();
    similar_names();
    longest_path();
    at_the_edge();
    return 0;
}
