/* A program with -pg that follows OpenBSD's manual: gcrt0 begins its profile with gprofil, and the
 * kernel writes the file, with exact counts, where PROFDIR said at the start. */
/* manual: openbsd, DESCRIPTION: first-call dirfd starting continues moncontrol at-exit */
/* manual: openbsd, FILES: file-name */
/* manual: openbsd, HISTORY: by-kernel */
/* machine: cpus=4 */
/* flags: -pg */
/* dialect: openbsd */
#include "gmon_file.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/profil.h>
#include <sys/stat.h>

#define FOLDER  "/tmp/gmon"
#define THREADS 4
#define MANY    100000

static volatile int sink;

CALLED static void called(void)
{
    sink = 1;
}

CALLED static void called_too(void)
{
    called();
}

static void *call_often(void *arg)
{
    for (int i = 0; i < MANY; i++)
        called_too();
    return arg;
}

static void in_threads(void)
{
    pthread_t t[THREADS];

    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, call_often, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
}

static void control(void)
{
    called();
    moncontrol(0);
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_state, PROF_OFF);
    call_often(NULL);
    moncontrol(0);
    moncontrol(1);
    CHECK_EQ(profstat(&st), 0);
    CHECK_EQ(st.ps_state, PROF_ON);
    moncontrol(1);
    monstartup(0x400000, 0x400010); /* too late */
    called();
}

static void replaced(void)
{
    static unsigned short counter;
    const struct prof region = {&counter, sizeof(counter), 0, 1};

    called();
    CHECK_EQ(sprofil(&region, 1, NULL, PROF_USHORT), 0);
    called();
}

static void forked(void)
{
    called();
    if (fork() == 0) {
        called();
        called();
        kill(getpid(), SIGKILL);
    }
    wait(NULL);
}

/* What the profiled process does, by its name, and the calls in its file. */
static const struct {
    const char *name;
    void (*run)(void);
    uint64_t calls;
} what[] = {{"threads", in_threads, THREADS *MANY},
            {"control", control, 2},
            {"replaced", replaced, 2},
            {"forked", forked, 1}};

static int profiled(const char *name)
{
    int fd = dup(0);

    CHECK_EQ(fd, 3); /* gcrt0 leaves no descriptor open */
    for (fd = 0; fd < OPEN_MAX; fd++)
        close(fd);
    CHECK_EQ(chdir("/"), 0);
    CHECK_EQ(setenv("PROFDIR", "/tmp/elsewhere", 1), 0);
    for (size_t i = 0; i < sizeof(what) / sizeof(*what); i++)
        if (strcmp(name, what[i].name) == 0)
            what[i].run();
    return 0;
}

QUIET static const char *path_of(const char *folder, pid_t pid)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/gmon.gprofil_start.%d.out", folder, pid);
    return path;
}

QUIET static void check_format(const char *path, const char *begins)
{
    int fd = open(path, O_RDONLY);
    CHECK(fd >= 0);
    char magic[5] = "";
    CHECK_EQ(read(fd, magic, 4), 4);
    CHECK_EQ(memcmp(magic, "gmon", 4) == 0, strcmp(begins, "gmon") == 0);
    close(fd);
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);

    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(mkdir(FOLDER "/d", 0755), 0);
    CHECK_EQ(mkdir("/tmp/elsewhere", 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);
    for (size_t i = 0; i < sizeof(what) / sizeof(*what); i++) {
        pid_t pid = gmon_run(argv[0], what[i].name, "PROFDIR=d");
        CHECK_EQ(gmon_calls(path_of("d", pid), called), what[i].calls);
        if (what[i].run == forked)
            CHECK_EQ(gmon_calls(path_of("d", pid + 1), called), 2);
    }

    static const char *const unusable[] = {"A=1", "PROFDIR=", "PROFDIR=none", "PROFDIR=/bin/sh"};
    for (size_t i = 0; i < sizeof(unusable) / sizeof(*unusable); i++) {
        pid_t pid = gmon_run(argv[0], "control", unusable[i]);
        CHECK_EQ(gmon_calls(path_of(FOLDER, pid), called), 2);
    }
    check_format(path_of(FOLDER, gmon_run(argv[0], "control", "GMON_FORMAT=gnu")), "gmon");
    check_format(path_of(FOLDER, gmon_run(argv[0], "control", "GMON_FORMAT=bsd")), "");
    CHECK_FAILS(rmdir(FOLDER "/d"), ENOTEMPTY);
    CHECK_EQ(rmdir("/tmp/elsewhere"), 0);
    return 0;
}
