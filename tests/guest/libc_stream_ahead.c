/* <stdio_ext.h> counts the bytes in a stream's buffer, and says whether the stream reads or writes.
 */
#include "check.h"
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

static void look_at_reader(FILE *f)
{
    size_t n = 9;

    CHECK_EQ(__freadahead(f), 0);
    CHECK(!__freadptr(f, &n) && n == 0);
    CHECK_EQ(getc(f), 'a');
    CHECK(__freading(f) && !__fwriting(f));
    CHECK_EQ(__freadahead(f), 5);
    CHECK_EQ(__fpending(f), 0);
    const char *ahead = __freadptr(f, &n);
    CHECK_EQ(n, 5);
    CHECK(memcmp(ahead, "bcdef", 5) == 0);
    __freadptrinc(f, 2);
    CHECK_EQ(getc(f), 'd');
    __fpurge(f);
    CHECK_EQ(__freadahead(f), 0);
    CHECK_EQ(getc(f), EOF);
}

static void look_at_writer(FILE *f)
{
    CHECK(__fwriting(f) && !__freading(f) && !__freadable(f) && __fwritable(f));
    CHECK_EQ(__fpending(f), 0);
    CHECK(fputs("lost", f) >= 0);
    CHECK_EQ(__fpending(f), 4);
    CHECK_EQ(__freadahead(f), 0);
    __fpurge(f);
    CHECK_EQ(__fpending(f), 0);
    CHECK(fputs("abcdef", f) >= 0);
    CHECK(!ferror(f));
    __fseterr(f);
    CHECK(ferror(f));
}

int main(void)
{
    FILE *f = fopen("/tmp/ahead", "w");
    CHECK(f);
    CHECK(!__flbf(f));
    CHECK_EQ(__fbufsize(f), BUFSIZ);
    look_at_writer(f);
    CHECK_EQ(fclose(f), 0);
    f = fopen("/tmp/ahead", "r");
    CHECK(f);
    CHECK(__freadable(f) && !__fwritable(f));
    look_at_reader(f);
    CHECK_EQ(fclose(f), 0);
    CHECK_EQ(unlink("/tmp/ahead"), 0);
    return 0;
}
