/* ftw and nftw visit each file once, folders before or behind their files, and end when told. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char said[400];

static int note(const char *path, const struct stat *st, int kind)
{
    (void)st;
    sprintf(said + strlen(said), "%s:%d ", path + 5, kind);
    return 0;
}

static int note_where(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st;
    sprintf(said + strlen(said), "%s:%d:%d ", path + where->base, kind, where->level);
    return strcmp(path + where->base, "stop") == 0 ? 42 : 0;
}

static int take_away(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)where;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/w", 0700), 0);
    CHECK_EQ(mkdir("/tmp/w/d", 0700), 0);
    CHECK_EQ(close(open("/tmp/w/d/f", O_CREAT | O_WRONLY, 0600)), 0);
    CHECK_EQ(symlink("/tmp/w", "/tmp/w/d/up"), 0); /* a circle */
    CHECK_EQ(ftw("/tmp/w", note, 5), 0);
    CHECK_STR(said, "w:1 w/d:1 w/d/f:0 ");
    said[0] = 0;
    CHECK_EQ(symlink("none", "/tmp/w/d/z"), 0);
    CHECK_EQ(nftw("/tmp/w/", note_where, 5, FTW_PHYS | FTW_DEPTH), 0);
    CHECK_STR(said, "f:0:2 up:4:2 z:4:2 d:5:1 w:5:0 ");
    said[0] = 0;
    CHECK_EQ(nftw("/tmp/w/d", note_where, 5, 0), 0);
    CHECK(strstr(said, "z:6:1 "));
    CHECK_EQ(close(open("/tmp/w/stop", O_CREAT | O_WRONLY, 0600)), 0);
    CHECK_EQ(nftw("/tmp/w", note_where, 5, FTW_PHYS), 42);
    CHECK_FAILS(nftw("/tmp/w", note_where, 5, FTW_CHDIR), ENOTSUP);
    CHECK_FAILS(ftw("/tmp/none", note, 5), ENOENT);
    CHECK_FAILS(ftw("/tmp/w", note, 0), EINVAL);
    CHECK_EQ(nftw("/tmp/w", take_away, 5, FTW_PHYS | FTW_DEPTH), 0);
    CHECK_FAILS(access("/tmp/w", F_OK), ENOENT);
    return 0;
}
