/* mkstemp, mkdtemp and tmpfile make files of names of their own; remove takes both kinds. */
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void named(void)
{
    char a[] = "/tmp/aXXXXXX", b[] = "/tmp/aXXXXXX", dir[] = "/tmp/dXXXXXX", bad[] = "/tmp/XXXXX";
    int fd_a = mkstemp(a), fd_b = mkstemp(b);
    CHECK(fd_a >= 0);
    CHECK(fd_b >= 0);
    CHECK(strcmp(a, b) != 0);
    struct stat st;
    CHECK_EQ(fstat(fd_a, &st), 0);
    CHECK(S_ISREG(st.st_mode));
    CHECK_EQ(st.st_size, 0);
    CHECK(mkdtemp(dir));
    CHECK_EQ(stat(dir, &st), 0);
    CHECK(S_ISDIR(st.st_mode));
    CHECK_FAILS(mkstemp(bad), EINVAL);
    char named[] = "/tmp/xXXXXXX.c", *dot = strchr(named, '.');
    int fd = mkstemps(named, 2);
    CHECK(fd >= 0);
    CHECK_STR(dot, ".c");
    CHECK(strncmp(named + 6, "XXXXXX", 6) != 0);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(unlink(named), 0);
    CHECK_FAILS(mkstemps(named, 2), EINVAL);
    CHECK_FAILS(mkstemps(bad, 100), EINVAL);
    CHECK_FAILS(mkstemps(bad, -1), EINVAL);
    close(fd_a);
    close(fd_b);
    CHECK_EQ(remove(a), 0);
    CHECK_EQ(remove(b), 0);
    CHECK_EQ(remove(dir), 0);
    CHECK_EQ(access(dir, F_OK), -1);
}

static void nameless(void)
{
    FILE *f = tmpfile();
    int n = 0;
    CHECK(f);
    CHECK_EQ(fprintf(f, "%d", 1234), 4);
    CHECK_EQ(fseek(f, 0, SEEK_SET), 0);
    CHECK_EQ(fscanf(f, "%d", &n), 1);
    CHECK_EQ(n, 1234);
    CHECK_EQ(fclose(f), 0);
}

int main(void)
{
    named();
    nameless();
    return 0;
}
