/* cp that has no standard input and no standard error writes its message into neither file. */
/* machine: det=1 kargs=fail */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/kstat.h>

#define ALLOCATIONS 200 /* more than cp makes the kernel do */

static const char text[40000] = "text";

static void copy_with_failure(unsigned long n)
{
    close(STDIN_FILENO);
    close(STDERR_FILENO);
    if (kfail(n, 0) < 0)
        _exit(126);
    execl("/bin/cp", "cp", "from", "to", NULL);
    _exit(127);
}

/* What is there is a beginning of what was to be copied. */
static void check_copy(void)
{
    static char copy[sizeof(text) + 1];
    int fd = open("to", O_RDONLY);

    if (fd < 0)
        return;
    ssize_t n = read(fd, copy, sizeof(copy));
    CHECK_IN(n, 0, (ssize_t)sizeof(text));
    CHECK_EQ(memcmp(copy, text, (size_t)n), 0);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(unlink("to"), 0);
}

int main(void)
{
    int failed = 0;

    CHECK_EQ(chdir("/tmp"), 0);
    int fd = creat("from", 0666);
    CHECK_EQ(write(fd, text, sizeof(text)), sizeof(text));
    CHECK_EQ(close(fd), 0);
    for (unsigned long n = 1; n <= ALLOCATIONS; n++) {
        int word = IN_CHILD(copy_with_failure(n));
        CHECK(!WIFEXITED(word) || WEXITSTATUS(word) != 126);
        failed += WIFEXITED(word) && WEXITSTATUS(word) == 1;
        check_copy();
    }
    CHECK(failed > 0);
    return 0;
}
