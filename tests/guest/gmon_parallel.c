/* Threads, and a handler of a signal, call moncontrol at once, and several threads call exit: the
 * file is whole, with each tick and call in it. */
/* manual: monitor, MONCONTROL: at-once */
/* machine: cpus=4 kargs=hz=10000 */
/* flags: -pg */
#include "gmon_file.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>

#define THREADS 4
#define ROUNDS  2000
#define CALLS   100000

static volatile int sink, handled;

CALLED static void called(void)
{
    sink = 1;
}

QUIET static void *toggle(void *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        moncontrol(i % 2);
    return arg;
}

QUIET static void on_tick(int sig)
{
    (void)sig;
    handled++;
    moncontrol(0);
    moncontrol(1);
}

QUIET static void *leave(void *arg)
{
    (void)arg;
    exit(0);
}

QUIET static int profiled(const char *what)
{
    pthread_t t[THREADS];

    if (strcmp(what, "threads") == 0) {
        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_create(&t[i], NULL, toggle, NULL), 0);
        if (fork() == 0)
            exit(0); /* which needs what another thread may have held */
        int status;
        CHECK(wait(&status) > 0);
        CHECK_EQ(status, 0);
        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_join(t[i], NULL), 0);
    } else if (strcmp(what, "handler") == 0) {
        const struct itimerval often = {{0, 200}, {0, 200}};
        signal(SIGPROF, on_tick);
        CHECK_EQ(setitimer(ITIMER_PROF, &often, NULL), 0);
        for (int i = 0; i < ROUNDS || handled == 0; i++) {
            moncontrol(0);
            moncontrol(1);
        }
        signal(SIGPROF, SIG_IGN);
    } else {
        for (int i = 0; i < THREADS; i++)
            CHECK_EQ(pthread_create(&t[i], NULL, leave, NULL), 0);
        exit(0);
    }
    moncontrol(1);
    for (int i = 0; i < CALLS; i++)
        called();
    return 0;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);
    CHECK_EQ(mkdir("/tmp/gmon", 0755), 0);
    static const char *const ways[] = {"threads", "handler", "exits"};
    for (int i = 0; i < 12; i++) {
        const char *way = ways[i % 3];
        char path[64];
        snprintf(path, sizeof(path), "/tmp/gmon/%d.gmon_parallel",
                 gmon_run(argv[0], way, "PROFDIR=/tmp/gmon"));
        CHECK_EQ(gmon_calls(path, called), strcmp(way, "exits") == 0 ? 0 : CALLS);
        CHECK_EQ(gmon_total(path, GMON_ENDED), 0);
        CHECK_EQ(gmon_total(path, GMON_LOST_CALLS), 0);
        int fd;
        uint64_t ticks = gmon_open(path, &fd);
        close(fd);
        CHECK_EQ(ticks + gmon_total(path, GMON_OUTSIDE),
                 gmon_total(path, GMON_USER) + gmon_total(path, GMON_SYSTEM));
    }
    return 0;
}
