/* A program that is in and out of signal handlers all the time, on a machine so slow that several
 * ticks come in one system call, at different pcs: every tick is counted, once. */
/* machine: det=1 cpus=1 shift=6 kargs=hz=10000 */
#include "prof.h"
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#define ROUNDS 3000

static volatile int handled;
static int pipe_fd[2];

static void handler(int sig)
{
    (void)sig;
    handled++;
    CHECK_EQ(write(pipe_fd[1], "x", 1), 1); /* what the call that was interrupted waits for */
}

static void child_ended(int sig)
{
    (void)sig;
    CHECK_EQ(write(pipe_fd[1], "q", 1), 1);
}

/* The parent sleeps in a read, which a signal ends and begins again. */
static void send_signals(pid_t to)
{
    for (int i = 0; i < ROUNDS; i++) {
        kill(to, SIGUSR1);
        sched_yield();
    }
    _exit(0);
}

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    CHECK(counters);
    CHECK_EQ(pipe(pipe_fd), 0);
    CHECK_EQ(sigaction(SIGUSR1, &action, NULL), 0);
    action.sa_handler = child_ended;
    CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();

    char byte;
    for (int i = 0; i < ROUNDS; i++) { /* to itself */
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        CHECK_EQ(read(pipe_fd[0], &byte, 1), 1);
    }
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0)
        send_signals(getppid());
    do
        CHECK_EQ(read(pipe_fd[0], &byte, 1), 1);
    while (byte != 'q');
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    CHECK(handled > ROUNDS + 100);

    struct prof_total end = prof_total();
    uint64_t ticks = end.ticks - start.ticks;
    CHECK(ticks > ROUNDS);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, n), prof_now().ps_counted);
    return 0;
}
