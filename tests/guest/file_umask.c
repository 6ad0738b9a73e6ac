/* umask takes its bits away from the modes of new files, and fork and exec keep it. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static int status;

static mode_t mode_of(const char *path)
{
    struct stat st;
    CHECK_EQ(stat(path, &st), 0);
    return st.st_mode & 0777;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "again") == 0)
        return umask(0) != 027;
    umask(022);
    CHECK_EQ(umask(027), 022);
    CHECK_EQ(close(open("/tmp/f", O_WRONLY | O_CREAT, 0666)), 0);
    CHECK_EQ(mode_of("/tmp/f"), 0640);
    CHECK_EQ(mkdir("/tmp/d", 0777), 0);
    CHECK_EQ(mode_of("/tmp/d"), 0750);
    CHECK_EQ(mkfifo("/tmp/p", 0666), 0);
    CHECK_EQ(mode_of("/tmp/p"), 0640);
    CHECK_EQ(chmod("/tmp/f", 0666), 0); /* the mask is for new files */
    CHECK_EQ(mode_of("/tmp/f"), 0666);
    pid_t pid = fork();
    if (pid == 0)
        execl(argv[0], argv[0], "again", NULL);
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    CHECK_EQ(umask(07777), 027);
    CHECK_EQ(umask(0), 0777);
    return 0;
}
