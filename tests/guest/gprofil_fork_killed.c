/* A fork's child may be killed while the library clears the counts that it has from its parent: the
 * file is a profile all the same. */
/* machine: cpus=2 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_file.h"
#include <signal.h>
#include <stdio.h>

#define CHILDREN 500
#define STEP     4 /* additions more each time, until the child has long ended by itself */

static volatile unsigned sink;

QUIET int main(void)
{
    int killed = 0;
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        for (int n = 0; n < i * STEP; n++)
            sink++;
        kill(child, SIGKILL);
        int status;
        CHECK_EQ(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status);
        char path[64];
        snprintf(path, sizeof(path), "/gmon.gprofil_fork_killed.%d.out", child);
        int fd;
        gmon_open(path, &fd);
        CHECK_EQ(close(fd), 0);
        CHECK_EQ(unlink(path), 0);
    }
    CHECK(killed > 0);
    return 0;
}
