/* An exec that fails, however late, leaves the profile as it is: on, and counting. */
/* machine: det=1 */
#include "child.h"
#include "prof.h"
#include <fcntl.h>
#include <sys/stat.h>

static unsigned short counters[1];
static char *self;

static void fails(const char *path, char *const argv[], char *const envp[], int error)
{
    struct profstat before = prof_now();
    CHECK_EQ(before.ps_state, PROF_ON);
    CHECK_FAILS(execve(path, argv, envp), error);
    struct profstat after = prof_now();
    CHECK_EQ(after.ps_state, PROF_ON);
    CHECK_EQ(after.ps_reason, PROF_NEVER);
    CHECK(after.ps_user >= before.ps_user);
    CHECK(after.ps_counted >= before.ps_counted);
    prof_burn(2);
    CHECK_EQ(counters[0], prof_now().ps_counted);
    CHECK(prof_now().ps_counted > after.ps_counted);
}

/* A file that can be executed, with these bytes. */
static const char *file(const char *path, const void *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, bytes, n), n);
    CHECK_EQ(close(fd), 0);
    return path;
}

/* The program itself, but its segments reach far beyond the file. */
static const char *cut_short(void)
{
    static char head[4096];
    int fd = open(self, O_RDONLY);
    CHECK(fd >= 0);
    CHECK_EQ(read(fd, head, sizeof(head)), sizeof(head));
    CHECK_EQ(close(fd), 0);
    return file("/tmp/cut", head, sizeof(head));
}

int main(int argc, char *argv[])
{
    static char *too_many[1 << 16];
    char *good[] = {"x", NULL}, *bad_string[] = {"x", nowhere(), NULL}, *none[] = {NULL};
    (void)argc;
    self = argv[0];
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    prof_burn(2);
    fails("/no/such", good, none, ENOENT);
    fails("/dev", good, none, EACCES);
    fails(nowhere(), good, none, EFAULT);
    fails(file("/tmp/text", "no program", 10), good, none, ENOEXEC);
    fails(cut_short(), good, none, ENOEXEC);
    fails(file("/tmp/script", "#!/no/such\n", 11), good, none, ENOENT);
    fails(self, bad_string, none, EFAULT);
    fails(self, good, bad_string, EFAULT);
    fails(self, nowhere(), none, EFAULT);
    for (size_t i = 0; i < sizeof(too_many) / sizeof(too_many[0]) - 1; i++)
        too_many[i] = "a string of a hundred characters in each of 65535 arguments is far more "
                      "than any exec can take.....";
    fails(self, too_many, none, E2BIG);
    fails(self, good, too_many, E2BIG);
    return 0;
}
