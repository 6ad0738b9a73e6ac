/* A program with -pg that the kernel writes: threads stop and resume the profile and make calls
 * while another ends the process, by exit or by a signal: the file is whole. */
/* machine: cpus=4 */
/* flags: -pg */
/* dialect: openbsd */
#include "child.h"
#include "gmon_file.h"
#include "prof.h"
#include <pthread.h>

#define THREADS 3
#define ROUNDS  30

static struct channel c;

CALLED static void called(void)
{
    prof_spin(100);
}

static void *switch_often(void *arg)
{
    for (unsigned i = 0;; i++) {
        called();
        moncontrol(i % 2);
        if (i == 10)
            channel_send(c, '.');
    }
    return arg;
}

static void start(void *(*function)(void *))
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, function, NULL), 0);
}

static void live(int round)
{
    for (int i = 0; i < THREADS; i++)
        start(switch_often);
    for (int i = 0; i < THREADS; i++)
        channel_receive(c);
    if (round % 2 == 0)
        exit(0);
    kill(getpid(), SIGKILL);
    switch_often(NULL); /* until some thread takes it */
}

QUIET int main(void)
{
    c = channel_open();
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child = START_CHILD(live(round));
        CHECK_EQ(child_wait(child), round % 2 ? SIGKILL : 0);
        char path[64];
        snprintf(path, sizeof(path), "/gmon.gprofil_parallel.%d.out", child);
        CHECK(gmon_calls(path, called) >= THREADS); /* and none is lost */
        CHECK_EQ(unlink(path), 0);
    }
    return 0;
}
