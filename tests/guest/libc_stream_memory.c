/* Where there is no memory for a stream, fopen fails before it has emptied or made a file. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE 100

static void use_up_memory(void)
{
    CHECK_EQ(setrlimit(RLIMIT_AS, &(struct rlimit){1, 1}), 0);
    for (size_t n = BUFSIZ; n > 0; n /= 2)
        while (malloc(n))
            continue;
}

static void write_file(const char *path)
{
    static char bytes[LINE];
    memset(bytes, 'x', LINE - 1);
    bytes[LINE - 1] = '\n';
    int fd = creat(path, 0666);
    CHECK_EQ(write(fd, bytes, LINE), LINE);
    CHECK_EQ(close(fd), 0);
}

static void opening_for_writing(void)
{
    CHECK(!fopen("kept", "w"));
    CHECK_EQ(errno, ENOMEM);
    struct stat st;
    CHECK_EQ(stat("kept", &st), 0);
    CHECK_EQ(st.st_size, LINE);
    CHECK(!fopen("new", "w"));
    CHECK_FAILS(access("new", F_OK), ENOENT);
}

int main(void)
{
    CHECK_EQ(chdir("/tmp"), 0);
    write_file("kept");
    use_up_memory();
    opening_for_writing();
    return 0;
}
