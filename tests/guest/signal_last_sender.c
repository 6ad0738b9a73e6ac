/* A signal that was sent again while it was pending is taken once, with the siginfo of the last:
 * SIGCHLD says that a child stopped, and not that it went on before. */
#include "child.h"

static siginfo_t take(int sig)
{
    sigset_t set = 1u << sig;
    siginfo_t info;
    CHECK_EQ(sigwaitinfo(&set, &info), sig);
    return info;
}

static void stop_twice(void)
{
    raise(SIGSTOP);
    raise(SIGSTOP);
}

static void check_child(void)
{
    pid_t child = START_CHILD(stop_twice());
    int status;
    CHECK_EQ(waitpid(child, &status, WUNTRACED), child);
    take(SIGCHLD);
    CHECK_EQ(kill(child, SIGCONT), 0);
    do /* first it goes on */
        CHECK_EQ(waitpid(child, &status, WUNTRACED | WCONTINUED), child);
    while (!WIFSTOPPED(status));
    while (take(SIGCHLD).si_code != CLD_STOPPED)
        continue; /* waitpid may have been faster than the second signal */
    child_kill(child);
}

static void check_values(void)
{
    for (int i = 1; i <= 3; i++)
        CHECK_EQ(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = i}), 0);
    CHECK_EQ(take(SIGUSR1).si_value.sival_int, 3);
    sigset_t set;
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(sigismember(&set, SIGUSR1), 0);
}

static void not_ignored(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
}

int main(void)
{
    set_handler(SIGCHLD, not_ignored, 0);
    sigset_t set = 1u << SIGCHLD | 1u << SIGUSR1;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    check_values();
    check_child();
    return 0;
}
