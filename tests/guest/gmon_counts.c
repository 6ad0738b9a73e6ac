/* The counts of a program built with -pg: exact with threads on several CPUs, nothing while
 * moncontrol(0), only those in the range of monstartup, the file where PROFDIR says, none after
 * _exit. */
/* manual: bsd44, FILES: gmon-out */
/* manual: monitor, MONSTARTUP: range */
/* manual: monitor, MONCONTROL: off-on */
/* machine: cpus=4 */
/* flags: -pg */
#include "gmon_file.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

#define THREADS    4
#define CALLS      100000
#define FOLDER     "/tmp/gmon"
#define OLD_NBYTES (1 << 20)

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
    if (strcmp(what, "range") == 0) {
        called();
        monstartup((uintptr_t)called, (uintptr_t)called + 16);
        call_often(NULL);
        monstartup((uintptr_t)called_too, (uintptr_t)called_too); /* no range */
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

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);

    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(mkdir(FOLDER "/d", 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);

    /* An older file, longer than the profile, is truncated. */
    int fd = open("gmon.out", O_WRONLY | O_CREAT, 0600);
    CHECK_EQ(ftruncate(fd, OLD_NBYTES), 0);
    CHECK_EQ(close(fd), 0);
    gmon_run(argv[0], "threads", "A=1");
    struct stat st;
    CHECK_EQ(stat("gmon.out", &st), 0);
    CHECK(st.st_size < OLD_NBYTES);
    CHECK_EQ(gmon_calls("gmon.out", called), THREADS * CALLS);
    CHECK_EQ(gmon_calls("gmon.out", called_too), THREADS * CALLS);

    gmon_run(argv[0], "control", "A=1");
    CHECK_EQ(gmon_calls("gmon.out", called), 2);
    CHECK_EQ(gmon_calls("gmon.out", called_too), 0);

    gmon_run(argv[0], "range", "A=1");
    CHECK_EQ(gmon_calls_between("gmon.out", 1, UINTPTR_MAX, 0, UINTPTR_MAX), CALLS);
    CHECK_EQ(gmon_calls("gmon.out", called), CALLS);

    gmon_run(argv[0], "twice", "A=1");
    CHECK_EQ(gmon_calls("gmon.out.old", called), 1);
    CHECK_EQ(access("gmon.out", F_OK), -1);

    gmon_run(argv[0], "leave", "A=1");
    CHECK_EQ(access("gmon.out", F_OK), -1);
    gmon_run(argv[0], "control", "PROFDIR=");
    CHECK_EQ(access("gmon.out", F_OK), -1);

    char path[64];
    snprintf(path, sizeof(path), "d/%d.gmon_counts", gmon_run(argv[0], "threads", "PROFDIR=d"));
    CHECK_EQ(gmon_calls(path, called), THREADS * CALLS);
    CHECK_EQ(access("gmon.out", F_OK), -1);
    gmon_run(argv[0], "control", "PROFDIR=none"); /* says so, and goes on */
    return 0;
}
