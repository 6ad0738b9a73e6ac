/* gprofil: PROGNAME is the last component of the path that exec was given, whatever argv[0] says,
 * and of a name that is too long the first 44 bytes. */
/* manual: openbsd, FILES: file-name */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_name"
#include "gprofil.h"

#define FIRST "0123456789_123456789_123456789_123456789_123"
#define LONG  FIRST "456789_12345678"

/* The file of the program at that path has that name; it is run in /tmp. */
static void check_name(char *path, const char *name)
{
    pid_t child = START_CHILD(execl(path, "/other/name", "again", NULL); _exit(1));
    CHECK_EQ(child_wait(child), 0);
    static char file[128];
    static struct buffer seen;
    snprintf(file, sizeof(file), "/tmp/gmon.%s.%d.out", name, child);
    read_exactly(file, &seen, sizeof(seen));
}

int main(int argc, char **argv)
{
    moncontrol(0);
    if (argc > 1)
        _exit(set_buffer(make_buffer(), -1));
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(strlen(LONG), NAME_MAX);
    CHECK_EQ(strlen(FIRST), 44);
    CHECK_EQ(link(argv[0], "/tmp/" LONG), 0);
    CHECK_EQ(symlink(argv[0], "/tmp/" FIRST), 0);
    CHECK_EQ(symlink(argv[0], "/tmp/.x"), 0);
    check_name(argv[0], "gprofil_name");
    check_name("/tmp/" LONG, FIRST);
    check_name(LONG, FIRST);
    check_name("./" FIRST, FIRST);
    check_name("/tmp//../tmp/.x", ".x");
    return 0;
}
