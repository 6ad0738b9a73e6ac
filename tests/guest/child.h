/*
 * For the tests of processes and memory: code that runs in a child, how it ended, what it sent.
 */
#ifndef TESTS_GUEST_CHILD_H
#define TESTS_GUEST_CHILD_H

#include "check.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* waitpid's status word of the given child, which has become another program or has a status of its
 * own. */
static inline int child_wait_program(pid_t pid)
{
    int status = -1;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    return status;
}

/* waitpid's status word of the given child.  A graded one has come to its end if it has the status
 * for that, not if its kernel says 0.  Any other is not told: what a wrong kernel made of the right
 * one is another number each time. */
static inline int child_wait(pid_t pid)
{
    int status = child_wait_program(pid);
#ifdef GRADED
    if (WIFEXITED(status) && WEXITSTATUS(status) != graded_child_status(pid))
        FAIL("a child ended before its end, or has another status than it ended with");
    if (WIFEXITED(status))
        status = 0;
#endif
    return status;
}

#ifdef GRADED
#define CHILD_DONE graded_child_status(getpid())
#else
#define CHILD_DONE 0
#endif

/* Starts the code in a child, which then exits with 0; the child's pid. */
#define START_CHILD(...)          \
    ({                            \
        pid_t child_pid = fork(); \
        CHECK(child_pid >= 0);    \
        if (child_pid == 0) {     \
            __VA_ARGS__;          \
            _exit(CHILD_DONE);    \
        }                         \
        child_pid;                \
    })

/* The same, to its end: its status word. */
#define IN_CHILD(...) child_wait(START_CHILD(__VA_ARGS__))

/* The same for code that becomes another program or has a status of its own. */
#define IN_PROGRAM(...) child_wait_program(START_CHILD(__VA_ARGS__))

/* Becomes another program, or itself again, by its path and its arguments.  Of a child that only
 * called exec nobody would learn that it failed: it would end with 0. */
#define BECOME(...)                                \
    do {                                           \
        char *become_argv[] = {__VA_ARGS__, NULL}; \
        execv(become_argv[0], become_argv);        \
        FAIL("exec of %s failed", become_argv[0]); \
    } while (0)

/* After set_handler(SIGCHLD, child_must_succeed, SA_RESTART) the test ends when a child fails: it
 * would wait for ever for what the child was to do. */
static inline void child_must_succeed(int sig, siginfo_t *info, void *context)
{
    static const char text[] = "a child has failed\n";
    (void)sig, (void)context;
    if (info->si_status == 0)
        return;
    write(2, text, sizeof(text) - 1);
    _exit(1);
}

#define CHECK_KILLED(status, sig)               \
    do {                                        \
        int killed_status = (status);           \
        CHECK(WIFSIGNALED(killed_status));      \
        CHECK_EQ(WTERMSIG(killed_status), sig); \
    } while (0)

/* Ends a child that goes on for ever, which is no failure. */
static inline void child_kill(pid_t pid)
{
    signal(SIGCHLD, SIG_DFL);
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
}

/* A pipe between parent and child that carries single bytes: one is there, and comes. */
struct channel {
    int in, out;
};

static inline struct channel channel_open(void)
{
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    return (struct channel){fds[0], fds[1]};
}

static inline void channel_send(struct channel c, char byte)
{
    CHECK_EQ(write(c.out, &byte, 1), 1);
}

static inline char channel_receive(struct channel c)
{
    char byte;
    CHECK_EQ(read(c.in, &byte, 1), 1);
    return byte;
}

static inline void channel_close(struct channel c)
{
    CHECK_EQ(close(c.in), 0);
    CHECK_EQ(close(c.out), 0);
}

/* An address where nothing is, which the compiler does not know. */
static inline void *nowhere(void)
{
    static void *volatile address = (void *)8;
    return address;
}

/* That many bytes of zeroed memory. */
static inline char *map_memory(size_t nbytes, int prot)
{
    void *p = mmap(NULL, nbytes, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    return p;
}

static inline void set_handler(int sig, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction act = {.sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO};
    CHECK_EQ(sigaction(sig, &act, NULL), 0);
}

/* For a call that SIGALRM is to end: one that came before the call began is not the last. */
static inline void alarm_each_second(void)
{
    const struct itimerval second = {{1, 0}, {1, 0}};
    CHECK_EQ(setitimer(ITIMER_REAL, &second, NULL), 0);
}

#endif
