/* What the library says of its surroundings: getcwd, in memory of its own or the caller's, and
 * sysconf. */
#include "check.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    CHECK_EQ(mkdir("/tmp/here", 0755), 0);
    CHECK_EQ(chdir("/tmp/here"), 0);
    char *cwd = getcwd(NULL, 0);
    CHECK(cwd);
    CHECK_STR(cwd, "/tmp/here");
    free(cwd);
    char small[3];
    CHECK_NULL(getcwd(small, sizeof(small)), ERANGE);
    CHECK_EQ(sysconf(_SC_LINE_MAX), LINE_MAX);
    CHECK(LINE_MAX >= 2048); /* _POSIX2_LINE_MAX */
    return 0;
}
