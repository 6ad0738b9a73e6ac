/* Pipes: end of file, EPIPE with SIGPIPE, O_NONBLOCK, waits that a signal ends. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char buf[256 * 1024];
static int p[2];
static volatile sig_atomic_t caught;

static void note(int sig)
{
    caught = sig;
}

static void handle(int sig, void (*handler)(int))
{
    struct sigaction act = {.sa_handler = handler};
    CHECK_EQ(sigaction(sig, &act, NULL), 0);
}

static void end_of_file(void)
{
    CHECK_EQ(pipe(p), 0);
    if (fork() == 0) {
        close(p[0]);
        CHECK_EQ(write(p[1], "hi", 2), 2);
        _exit(0);
    }
    close(p[1]);
    CHECK_EQ(read(p[0], buf, 100), 2);
    CHECK_EQ(read(p[0], buf, 100), 0);
    CHECK_EQ(read(p[0], buf, 100), 0);
    CHECK_EQ(wait(NULL) > 0, 1);
    close(p[0]);
}

static void broken(void)
{
    CHECK_EQ(pipe(p), 0);
    close(p[0]);
    handle(SIGPIPE, note);
    CHECK_EQ(write(p[1], "x", 1), -1);
    CHECK_EQ(errno, EPIPE);
    CHECK_EQ(caught, SIGPIPE);
    handle(SIGPIPE, SIG_DFL);
    pid_t pid = fork();
    if (pid == 0) {
        write(p[1], "x", 1);
        _exit(0);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(WIFSIGNALED(status));
    CHECK_EQ(WTERMSIG(status), SIGPIPE);
    close(p[1]);
}

static void nonblocking(void)
{
    CHECK_EQ(pipe(p), 0);
    CHECK_EQ(fcntl(p[0], F_SETFL, O_NONBLOCK), 0);
    CHECK_EQ(fcntl(p[1], F_SETFL, O_NONBLOCK), 0);
    CHECK_EQ(read(p[0], buf, 1), -1);
    CHECK_EQ(errno, EAGAIN);
    ssize_t room = write(p[1], buf, sizeof(buf));
    CHECK_IN(room, PIPE_BUF, (ssize_t)sizeof(buf) - 1);
    CHECK_EQ(write(p[1], buf, 1), -1);
    CHECK_EQ(errno, EAGAIN);
    CHECK_EQ(read(p[0], buf, 10), 10);
    CHECK_EQ(write(p[1], buf, PIPE_BUF), -1); /* all or nothing */
    CHECK_EQ(errno, EAGAIN);
    CHECK_EQ(write(p[1], buf, sizeof(buf)), 10);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
}

/* The child's reader waits; the alarm ends the wait. */
static void interrupted(void)
{
    CHECK_EQ(pipe(p), 0);
    handle(SIGALRM, note);
    alarm(1);
    CHECK_EQ(read(p[0], buf, 1), -1);
    CHECK_EQ(errno, EINTR);
    CHECK_EQ(caught, SIGALRM);
    alarm(1);
    ssize_t n = write(p[1], buf, sizeof(buf)); /* more than fits: the first part is told */
    CHECK_IN(n, PIPE_BUF, (ssize_t)sizeof(buf) - 1);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
}

static void *close_later(void *arg)
{
    int *end = arg;
    char byte;
    read(end[2], &byte, 1);
    close(end[1]);
    return arg;
}

/* A thread closes the descriptor that another writes to: the write goes on, then it is gone. */
static void closed_in_use(void)
{
    int go[2], arg[3];
    pthread_t thread;
    CHECK_EQ(pipe(p), 0);
    CHECK_EQ(pipe(go), 0);
    arg[1] = p[1];
    arg[2] = go[0];
    CHECK_EQ(pthread_create(&thread, NULL, close_later, arg), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(p[1]);
        size_t sum = 0;
        ssize_t n = read(p[0], buf, 100);
        write(go[1], "g", 1);
        for (; n > 0; n = read(p[0], buf, 1000))
            sum += n;
        _exit(sum == sizeof(buf) ? 0 : 1);
    }
    CHECK_EQ(write(p[1], buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(write(p[1], buf, 1), -1);
    CHECK_EQ(errno, EBADF);
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(go[0]), 0);
    CHECK_EQ(close(go[1]), 0);
}

int main(void)
{
    struct stat st;
    CHECK_EQ(pipe(p), 0);
    CHECK_EQ(fstat(p[0], &st), 0);
    CHECK(S_ISFIFO(st.st_mode));
    CHECK_EQ(close(p[0]), 0);
    CHECK_EQ(close(p[1]), 0);
    end_of_file();
    broken();
    nonblocking();
    interrupted();
    closed_in_use();
    return 0;
}
