/* The exec family: arguments, the search along PATH, and a script without "#!", which the shell
 * runs. */
/* machine: det=1 */
#include "child.h"
#include <sys/stat.h>

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    CHECK_EQ(fputs(text, f), 0);
    CHECK_EQ(fclose(f), 0);
    CHECK_EQ(chmod(path, mode), 0);
}

/* The call that starts another program, or its error, is the child's exit status. */
#define STATUS_OF(call) WEXITSTATUS(IN_CHILD(call; _exit(errno)))

static void every_kind(void)
{
    char *const words[] = {"sh", "-c", "exit $#", "name", "a", "b", NULL};
    CHECK_EQ(STATUS_OF(execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL)), 9);
    CHECK_EQ(STATUS_OF(execlp("sh", "sh", "-c", "exit 8", (char *)NULL)), 8);
    CHECK_EQ(STATUS_OF(execv("/bin/sh", words)), 2);
    CHECK_EQ(STATUS_OF(execvp("no-such", words)), ENOENT);
    CHECK_EQ(STATUS_OF(execvp("", words)), ENOENT);
    static char name[2 * PATH_MAX];
    memset(name, 'x', sizeof(name) - 1);
    CHECK_EQ(STATUS_OF(execvp(name, words)), ENAMETOOLONG);
    name[PATH_MAX - 1] = 0; /* it alone would fit */
    CHECK_EQ(STATUS_OF(execvp(name, words)), ENAMETOOLONG);
    name[NAME_MAX + 1] = 0;
    CHECK_EQ(STATUS_OF(execvp(name, words)), ENAMETOOLONG);
}

/* A file on PATH that may not be executed is passed over, and is the error if no other is found. */
static void search(void)
{
    CHECK_EQ(mkdir("/tmp/first", 0755), 0);
    CHECK_EQ(mkdir("/tmp/second", 0755), 0);
    write_file("/tmp/first/tool", "not for running", 0644);
    write_file("/tmp/second/tool", "exit $1$#\n", 0755);
    setenv("PATH", "/tmp/first:/tmp/second:/bin", 1);
    CHECK_EQ(STATUS_OF(execlp("tool", "tool", "4", "x", (char *)NULL)), 42);
    setenv("PATH", "/none:/tmp/first", 1);
    CHECK_EQ(STATUS_OF(execlp("tool", "tool", (char *)NULL)), EACCES);
    unsetenv("PATH");
    CHECK_EQ(STATUS_OF(execlp("sh", "sh", "-c", "exit 7", (char *)NULL)), 7);
}

int main(void)
{
    every_kind();
    search();
    return 0;
}
