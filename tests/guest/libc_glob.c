/* glob: the files of a pattern, their order, and the flags. */
#include "check.h"
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

static void touch(const char *path)
{
    CHECK_EQ(close(open(path, O_CREAT | O_WRONLY, 0644)), 0);
}

/* The paths with a blank behind each. */
static void check_paths(const char *pattern, int flags, const char *want)
{
    char got[200] = "";
    glob_t list;
    CHECK_EQ(glob(pattern, flags, NULL, &list), 0);
    for (size_t i = 0; i < list.gl_pathc; i++)
        strcat(strcat(got, list.gl_pathv[i]), " ");
    CHECK(!list.gl_pathv[list.gl_pathc]);
    globfree(&list);
    if (strcmp(got, want) != 0)
        FAIL("%s: %s, not %s", pattern, got, want);
}

static int nfailed;

static int note(const char *path, int error)
{
    CHECK(strcmp(path, "loop/") == 0);
    CHECK(error != 0);
    nfailed++;
    return 0;
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/g", 0777), 0);
    CHECK_EQ(chdir("/tmp/g"), 0);
    CHECK_EQ(mkdir("sub", 0777), 0);
    touch("b.c");
    touch("a.c");
    touch(".hidden.c");
    touch("sub/x.c");
    touch("a*c");
    check_paths("*.c", 0, "a.c b.c ");
    check_paths("*/*.c", 0, "sub/x.c ");
    check_paths("/tmp/g/[!a]*", 0, "/tmp/g/b.c /tmp/g/sub ");
    check_paths("*", GLOB_MARK, "a*c a.c b.c sub/ ");
    check_paths(".h*", 0, ".hidden.c ");
    check_paths("a\\*c", 0, "a*c ");
    check_paths("none*", GLOB_NOCHECK, "none* ");
    check_paths("sub", 0, "sub ");

    glob_t list = {.gl_offs = 2};
    CHECK_EQ(glob("b*", GLOB_DOOFFS, NULL, &list), 0);
    CHECK_EQ(glob("a.c", GLOB_DOOFFS | GLOB_APPEND, NULL, &list), 0);
    CHECK(list.gl_pathc == 2 && !list.gl_pathv[0] && !list.gl_pathv[1]);
    CHECK(strcmp(list.gl_pathv[2], "b.c") == 0 && strcmp(list.gl_pathv[3], "a.c") == 0);
    globfree(&list);

    CHECK_EQ(glob("none*", 0, NULL, &list), GLOB_NOMATCH);
    globfree(&list);
    CHECK_EQ(glob("b.c/*", GLOB_ERR, note, &list), GLOB_NOMATCH); /* it is no folder */
    globfree(&list);
    CHECK_EQ(symlink("loop", "loop"), 0);
    CHECK_EQ(glob("*/*.c", 0, note, &list), 0);
    CHECK_EQ(nfailed, 1);
    globfree(&list);
    CHECK_EQ(glob("*/*.c", GLOB_ERR, NULL, &list), GLOB_ABORTED);
    globfree(&list);
    return 0;
}
