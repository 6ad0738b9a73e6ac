/* Signals sent to a thread wait for it, apart from those of its process: sigpending counts them,
 * for it alone; they are discarded when they become ignored and when the thread ends; fork's child
 * has none of them, and the program that the thread execs has them all. */
#include "child.h"
#include <pthread.h>

static int taken;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    taken++;
}

static void mask(int how, sigset_t set)
{
    CHECK_EQ(pthread_sigmask(how, &set, NULL), 0);
}

static sigset_t pending(void)
{
    sigset_t set;
    CHECK_EQ(sigpending(&set), 0);
    return set;
}

/* The thread and its process each have a set, with at most one signal of a number. */
static void both(void)
{
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(raise(SIGUSR1), 0);
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        CHECK_EQ(kill(getpid(), SIGUSR2), 0);
    }
    CHECK_EQ(pending(), 1u << SIGUSR1 | 1u << SIGUSR2);
    CHECK_EQ(taken, 0);
    mask(SIG_UNBLOCK, 1u << SIGUSR1 | 1u << SIGUSR2);
    CHECK_EQ(taken, 3);
    CHECK_EQ(pending(), 0);
    mask(SIG_BLOCK, 1u << SIGUSR1 | 1u << SIGUSR2);
}

static void ignored(void)
{
    CHECK_EQ(raise(SIGUSR1), 0);
    signal(SIGUSR1, SIG_IGN);
    CHECK_EQ(pending(), 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(pending(), 0);
    set_handler(SIGUSR1, handler, 0);
    CHECK_EQ(pending(), 0);
}

/* SA_RESETHAND leaves SIGCHLD with its default action, to ignore it: the second one is discarded.
 */
static void ignored_from_the_first(void)
{
    taken = 0;
    mask(SIG_BLOCK, 1u << SIGCHLD);
    set_handler(SIGCHLD, handler, SA_RESETHAND | SA_NODEFER);
    CHECK_EQ(raise(SIGCHLD), 0);
    CHECK_EQ(kill(getpid(), SIGCHLD), 0);
    mask(SIG_UNBLOCK, 1u << SIGCHLD);
    CHECK_EQ(taken, 1);
}

static void *leaves_one(void *main_thread)
{
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(pending(), 1u << SIGUSR1);
    CHECK_EQ(pthread_kill(*(pthread_t *)main_thread, SIGUSR2), 0);
    CHECK_EQ(pending(), 1u << SIGUSR1);
    return NULL;
}

static void of_another(void)
{
    pthread_t self = pthread_self();
    taken = 0;
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, leaves_one, &self), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(pending(), 1u << SIGUSR2);
    mask(SIG_UNBLOCK, 1u << SIGUSR1 | 1u << SIGUSR2);
    CHECK_EQ(taken, 1);
    mask(SIG_BLOCK, 1u << SIGUSR1 | 1u << SIGUSR2);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return pending() != 1u << SIGUSR1;
    set_handler(SIGUSR1, handler, 0);
    set_handler(SIGUSR2, handler, 0);
    mask(SIG_BLOCK, 1u << SIGUSR1 | 1u << SIGUSR2);
    both();
    ignored();
    ignored_from_the_first();
    of_another();
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(IN_CHILD(CHECK_EQ(pending(), 0)), 0);
    execv(argv[0], (char *[]){argv[0], "again", NULL});
    return 1;
}
