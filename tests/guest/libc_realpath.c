/* realpath resolves "." and "..", repeated slashes and symbolic links, and has an error for each
 * path that leads nowhere. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void check_path(const char *path, const char *want)
{
    char got[PATH_MAX];
    if (!realpath(path, got) || strcmp(got, want) != 0)
        FAIL("%s is %s (%s), not %s", path, got, strerror(errno), want);
}

static const char *volatile no_path;

int main(void)
{
    CHECK_EQ(mkdir("/tmp/files", 0755), 0);
    CHECK_EQ(chdir("/tmp/files"), 0);
    CHECK_EQ(mkdir("d", 0755), 0);
    CHECK_EQ(mkdir("d/e", 0755), 0);
    CHECK_EQ(close(creat("d/e/f", 0644)), 0);
    CHECK_EQ(symlink("d/e", "short"), 0);
    CHECK_EQ(symlink("/tmp/files/d", "d/e/up"), 0);
    CHECK_EQ(symlink("e/f", "d/file"), 0);
    CHECK_EQ(symlink("loop", "loop"), 0);
    check_path(".", "/tmp/files");
    check_path("/", "/");
    check_path("/../..//tmp/./files/", "/tmp/files");
    check_path("short/f", "/tmp/files/d/e/f");
    check_path("short/up/e/../e/f", "/tmp/files/d/e/f");
    check_path("d/file", "/tmp/files/d/e/f");
    CHECK_NULL(realpath("d/file/", NULL), ENOTDIR);
    CHECK_NULL(realpath("loop", NULL), ELOOP);
    CHECK_NULL(realpath("none/f", NULL), ENOENT);
    CHECK_NULL(realpath("d/e/f/g", NULL), ENOTDIR);
    CHECK_NULL(realpath("", NULL), ENOENT);
    CHECK_NULL(realpath(no_path, NULL), EINVAL);
    return 0;
}
