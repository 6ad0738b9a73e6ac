/* A program's functions with names of the library's win, and the library does not call them: files,
 * streams, directories and formats work as before. */
#include "check.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int called;

/* A function whose symbol is NAME, of another type than the library's. */
#define OWN(name)                        \
    int own_##name(void) __asm__(#name); \
    int own_##name(void)                 \
    {                                    \
        return ++called;                 \
    }
OWN(clock_gettime)
OWN(fcntl)
OWN(flockfile)
OWN(funlockfile)
OWN(getline)
OWN(index)
OWN(isatty)
OWN(link)
OWN(lseek)
OWN(mmap)
OWN(read)
OWN(reallocarray)
OWN(sbrk)
OWN(sigprocmask)
OWN(strchrnul)
OWN(strlcpy)
OWN(strnlen)
OWN(write)

int main(void)
{
    FILE *f;

    CHECK(f = fopen("/own", "w+"));
    CHECK(fputs("words\n", f) >= 0);
    CHECK_EQ(fclose(f), 0);
    CHECK(f = fopen("/own", "r"));
    char line[32];
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "words\n");
    CHECK_EQ(fclose(f), 0);
    CHECK_EQ(snprintf(line, sizeof(line), "%.3s %s %d", "abcdef", "g", 5), 7);
    CHECK_STR(line, "abc g 5");
    CHECK(getcwd(line, sizeof(line)));
    free(malloc(1 << 22));
    CHECK_EQ(called, 0);
    CHECK_EQ(own_index(), 1);
    CHECK_EQ(own_link(), 2);
    return 0;
}
