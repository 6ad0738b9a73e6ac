/* fflush of a stream that reads from a pipe is no error, and loses nothing that was read ahead. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(write(ends[1], "one\ntwo\n", 8), 8);
    CHECK_EQ(close(ends[1]), 0);
    FILE *f = fdopen(ends[0], "r");
    CHECK(f);
    char line[8];
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "one\n");
    errno = ENOENT;
    CHECK_EQ(fflush(f), 0);
    CHECK_EQ(errno, ENOENT);
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "two\n");
    CHECK_EQ(fflush(f), 0);
    CHECK(!fgets(line, sizeof(line), f));
    CHECK(feof(f) && !ferror(f));
    CHECK_EQ(fclose(f), 0);
    return 0;
}
