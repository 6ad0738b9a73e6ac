/* exec reads strings and arrays up to the last byte of mapped memory; those that do not end there
 * are EFAULT.  What a script adds to the arguments counts towards ARG_MAX. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define SELF   "/t/exec_ends"
#define SCRIPT "/tmp/script"

static char *none[] = {NULL};

/* The end of a page; the next one is not mapped. */
static char *page_end(void)
{
    char *page = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(munmap(page + PAGE_SIZE, PAGE_SIZE), 0);
    return page + PAGE_SIZE;
}

static void string_at_end(void)
{
    char *end = page_end();
    char *argv[] = {SELF, "child", memcpy(end - 5, "last", 5), NULL};
    CHECK_EQ(IN_CHILD(execve(SELF, argv, none); _exit(1)), 3 << 8);
    CHECK_EQ(IN_CHILD(execve(SELF, argv, argv); _exit(1)), 3 << 8);
    end[-1] = '!';
    CHECK_FAILS(execve(SELF, argv, none), EFAULT);
    CHECK_FAILS(execve(SELF, (char *[]){SELF, NULL}, argv), EFAULT);
}

static void array_at_end(void)
{
    char **end = (char **)page_end(), *argv[] = {SELF, "child", "last", NULL};
    memcpy(end - 4, argv, sizeof(argv));
    CHECK_EQ(IN_CHILD(execve(SELF, end - 4, none); _exit(1)), 3 << 8);
    CHECK_EQ(IN_CHILD(execve(SELF, argv, end - 4); _exit(1)), 3 << 8);
    end[-1] = "more";
    CHECK_FAILS(execve(SELF, end - 4, none), EFAULT);
    CHECK_FAILS(execve(SELF, argv, end - 4), EFAULT);
}

/* Execs the script with one argument of so many bytes; the status is E2BIG if that is too long. */
static int run_script(size_t nbytes)
{
    static char text[ARG_MAX + 1];
    memset(text, 'b', nbytes);
    text[nbytes] = '\0';
    char *argv[] = {"replaced", text, NULL};
    return IN_CHILD(execve(SCRIPT, argv, none); _exit(errno));
}

static void script_at_limit(void)
{
    static const char line[] = "#!" SELF " child\n";
    int fd = open(SCRIPT, O_CREAT | O_WRONLY, 0755);
    CHECK_EQ(write(fd, line, strlen(line)), strlen(line));
    CHECK_EQ(close(fd), 0);
    size_t nbytes = sizeof(SELF) + sizeof("child") + sizeof(SCRIPT) + 6 * sizeof(char *);
    CHECK_EQ(run_script(ARG_MAX - nbytes - 1), 4 << 8);
    CHECK_EQ(run_script(ARG_MAX - nbytes), E2BIG << 8);
}

int main(int argc, char **argv)
{
    if (argc > 1) { /* "child" */
        CHECK_STR(argv[1], "child");
        return argc;
    }
    string_at_end();
    array_at_end();
    script_at_limit();
    return 0;
}
