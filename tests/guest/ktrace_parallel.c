/* The trace is turned on and off while all CPUs write events: these are whole and in order. */
/* machine: cpus=4 */
#include "check.h"
#include <sched.h>
#include <signal.h>
#include <sys/ktrace.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 50

static struct ktrace_event events[65536];

/* Two processes that wake each other all the time. */
static void talk(int from, int to)
{
    char byte = 0;
    while (read(from, &byte, 1) == 1 && write(to, &byte, 1) == 1)
        getppid();
    _exit(0);
}

static pid_t start(int from, int to)
{
    pid_t pid = fork();
    if (pid == 0)
        talk(from, to);
    return pid;
}

static void check_events(size_t n)
{
    int ends = 0;
    for (size_t i = 0; i < n; i++) {
        CHECK_IN(events[i].kt_kind, KTRACE_THREAD, KTRACE_END);
        CHECK_EQ(events[i].kt_cpu, ends);
        if (i > 0 && events[i - 1].kt_cpu == events[i].kt_cpu)
            CHECK(events[i].kt_ns >= events[i - 1].kt_ns);
        ends += events[i].kt_kind == KTRACE_END;
    }
    CHECK_EQ(ends, 4);
}

int main(void)
{
    pid_t pids[6];
    for (int i = 0; i < 6; i += 2) {
        int a[2], b[2];
        CHECK_EQ(pipe(a), 0);
        CHECK_EQ(pipe(b), 0);
        pids[i] = start(a[0], b[1]);
        pids[i + 1] = start(b[0], a[1]);
        CHECK_EQ(write(a[1], "", 1), 1);
    }
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(ktrace(KTRACE_START, NULL, 1000), 0);
        for (int k = 0; k < 20; k++)
            sched_yield();
        CHECK_EQ(ktrace(KTRACE_STOP, NULL, 0), 0);
        ssize_t n = ktrace(KTRACE_READ, events, sizeof(events) / sizeof(*events));
        CHECK(n > 0);
        check_events((size_t)n);
        CHECK_EQ(ktrace(KTRACE_FREE, NULL, 0), 0);
    }
    for (int i = 0; i < 6; i++) {
        kill(pids[i], SIGKILL);
        CHECK_EQ(waitpid(pids[i], NULL, 0), pids[i]);
    }
    return 0;
}
