/* Streams where there is no memory: fopen fails before it has emptied or made a file, and getline
 * returns as much of a line as there is room for, and then the rest. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM (2 * BUFSIZ) /* a stream's buffer once, and not twice with the NUL */
#define LINE (2 * BUFSIZ + 100)

static void use_up_memory(void)
{
    CHECK_EQ(setrlimit(RLIMIT_AS, &(struct rlimit){1, 1}), 0);
    void *volatile block; /* gcc 16 leaves out a malloc whose result is not used */
    for (size_t n = BUFSIZ; n > 0; n /= 2)
        do
            block = malloc(n);
        while (block);
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

static void reading_a_line(FILE *f, char *line)
{
    size_t size = ROOM;
    errno = 0;
    CHECK_EQ(getline(&line, &size, f), BUFSIZ);
    CHECK_EQ(errno, ENOMEM);
    CHECK(ferror(f));
    CHECK_EQ(strspn(line, "x"), BUFSIZ);
    CHECK_EQ(strlen(line), BUFSIZ);
    clearerr(f);
    CHECK_EQ(getline(&line, &size, f), LINE - BUFSIZ);
    CHECK(!ferror(f));
    CHECK_EQ(line[LINE - BUFSIZ - 1], '\n');
}

int main(void)
{
    CHECK_EQ(chdir("/tmp"), 0);
    write_file("kept");
    FILE *f = fopen("kept", "r");
    CHECK(f);
    char *line = malloc(ROOM);
    CHECK(line);
    use_up_memory();
    opening_for_writing();
    reading_a_line(f, line);
    return 0;
}
