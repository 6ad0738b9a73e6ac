/* "#!": the interpreter gets its one argument, the file's path, and the arguments after argv[0]. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define SELF "/t/exec_scripts"

static void write_script(const char *path, const char *text, size_t n)
{
    int fd = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0755);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, text, n), n);
    CHECK_EQ(close(fd), 0);
}

/* What the interpreter, this program, got: its arguments with a bar after each. */
static void check(const char *text, const char *want)
{
    static char got[1000];
    int n = 0;
    write_script("/tmp/script", text, strlen(text));
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    pid_t pid = START_CHILD(dup2(fds[1], 1); close(fds[0]); close(fds[1]);
                            execl("/tmp/script", "zero", "one", "", NULL); printf("%d", errno);
                            fflush(stdout));
    close(fds[1]);
    int m;
    while ((m = read(fds[0], got + n, sizeof(got) - 1 - n)) > 0)
        n += m;
    got[n] = '\0';
    close(fds[0]);
    CHECK_EQ(child_wait(pid), 0);
    if (strcmp(got, want) != 0)
        FAIL("%s: got %s, not %s", text, got, want);
}

static void check_error(const char *text, int error)
{
    char want[20];
    snprintf(want, sizeof(want), "%d", error);
    check(text, want);
}

static void lines(void)
{
    check("#!" SELF "\nrest", SELF "|/tmp/script|one||");
    check("#! \t" SELF " \nrest", SELF "|/tmp/script|one||");
    check("#!" SELF " -x\n", SELF "|-x|/tmp/script|one||");
    check("#!" SELF "  an argument \t with blanks \r\n",
          SELF "|an argument \t with blanks|/tmp/script|one||");
    check("#!" SELF, SELF "|/tmp/script|one||"); /* no newline at all */
    check_error("#!", ENOEXEC);
    check_error("#!\n" SELF, ENOEXEC);
    check_error("#!  \t \n", ENOEXEC);
    check_error("#!/tmp/nothing\n", ENOENT);
    check_error("#!/tmp\n", EACCES);
    check_error("#!/dev/null\n", EACCES);
}

static void long_line(void)
{
    static char text[400];
    strcpy(text, "#!" SELF " ");
    memset(text + strlen(text), 'a', 380 - strlen(text));
    text[380] = '\n';
    check_error(text, ENOEXEC);
}

/* A script that is run by a script. */
static void nested(void)
{
    write_script("/tmp/inner", "#!" SELF " inner\n", strlen("#!" SELF " inner\n"));
    check("#!/tmp/inner outer\n", SELF "|inner|/tmp/inner|outer|/tmp/script|one||");
    check_error("#!/tmp/script\n", ELOOP);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        for (int i = 0; i < argc; i++)
            printf("%s|", argv[i]);
        return 0;
    }
    lines();
    long_line();
    nested();
    return 0;
}
