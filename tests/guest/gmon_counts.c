/* The counts of a program built with -pg: exact with threads on several CPUs, nothing while
 * moncontrol(0), the file where PROFDIR says, from a fork's child too, none after _exit. */
/* machine: cpus=4 */
/* flags: -pg */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/gmon.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define QUIET   __attribute__((no_instrument_function))
#define CALLED  __attribute__((noinline, noclone))
#define THREADS 4
#define CALLS   100000
#define FOLDER  "/tmp/gmon"

static volatile int sink;

CALLED static void called(void)
{
    sink = 1;
}

CALLED static void called_too(void)
{
    called();
    sink = 2;
}

static void *call_often(void *arg)
{
    for (int i = 0; i < CALLS; i++)
        called_too();
    return arg;
}

/* What the profiled process does, by its name. */
static int profiled(const char *what)
{
    pthread_t t[THREADS];

    if (strcmp(what, "threads") == 0) {
        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_create(&t[i], NULL, call_often, NULL), 0);
        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_join(t[i], NULL), 0);
    }
    if (strcmp(what, "control") == 0) {
        called();
        moncontrol(0);
        call_often(NULL);
        moncontrol(1);
        called();
    }
    if (strcmp(what, "fork") == 0) {
        called();
        if (fork() == 0) {
            called();
            exit(0);
        }
        wait(NULL);
    }
    if (strcmp(what, "twice") == 0) {
        called();
        _mcleanup();
        unlink("gmon.out.old");
        CHECK_EQ(rename("gmon.out", "gmon.out.old"), 0);
        called();
        _mcleanup();
    }
    if (strcmp(what, "leave") == 0)
        _exit(0);
    return 0;
}

/* Runs this program so, with that in its environment, in FOLDER.  Returns its process number. */
QUIET static pid_t run(const char *self, const char *what, const char *variable)
{
    pid_t child = fork();

    if (child == 0) {
        char *argv[] = {(char *)self, (char *)what, NULL};
        char *envp[] = {(char *)variable, NULL};
        execve(self, argv, envp);
        _exit(99);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    return child;
}

/* The calls of the function that the file at path holds. */
QUIET static long calls(const char *path, void (*function)(void))
{
    int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    struct gmonhdr head;
    CHECK_EQ(read(fd, &head, sizeof(head)), sizeof(head));
    CHECK_EQ(head.gh_version, GMON_VERSION);
    CHECK_EQ(head.gh_hpc - head.gh_lpc, head.gh_ncnt - sizeof(head));
    CHECK_EQ(lseek(fd, head.gh_ncnt, SEEK_SET), head.gh_ncnt);
    long sum = 0;
    struct gmonrec record;
    while (read(fd, &record, sizeof(record)) == sizeof(record))
        if (record.gr_self - (uintptr_t)function < 16)
            sum += record.gr_count;
        else if (record.gr_from == 0 && record.gr_self == GMON_LOST_CALLS)
            CHECK_EQ(record.gr_count, 0);
    close(fd);
    return sum;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);

    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(mkdir(FOLDER "/d", 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);

    run(argv[0], "threads", "A=1");
    CHECK_EQ(calls("gmon.out", called), THREADS * CALLS);
    CHECK_EQ(calls("gmon.out", called_too), THREADS * CALLS);

    run(argv[0], "control", "A=1");
    CHECK_EQ(calls("gmon.out", called), 2);
    CHECK_EQ(calls("gmon.out", called_too), 0);

    run(argv[0], "twice", "A=1");
    CHECK_EQ(calls("gmon.out.old", called), 1);
    CHECK_EQ(access("gmon.out", F_OK), -1);

    run(argv[0], "leave", "A=1");
    CHECK_EQ(access("gmon.out", F_OK), -1);
    run(argv[0], "control", "PROFDIR=");
    CHECK_EQ(access("gmon.out", F_OK), -1);

    pid_t child = run(argv[0], "fork", "PROFDIR=d");
    char path[64];
    snprintf(path, sizeof(path), "d/%d.gmon_counts", child);
    CHECK_EQ(calls(path, called), 1);
    snprintf(path, sizeof(path), "d/%d.gmon_counts", child + 1);
    CHECK_EQ(calls(path, called), 2); /* its counts began as a copy */
    CHECK_EQ(access("gmon.out", F_OK), -1);
    run(argv[0], "control", "PROFDIR=none"); /* says so, and goes on */
    return 0;
}
