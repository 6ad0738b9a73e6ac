/* Programs started from programs: the exec family and PATH, scripts, system, popen, signals and
 * jumps out of handlers. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_for(pid_t child)
{
    int status;

    CHECK_EQ(waitpid(child, &status, 0), child);
    return status;
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *f = fopen(path, "w");

    CHECK(f);
    CHECK_EQ(fputs(text, f), 0);
    CHECK_EQ(fclose(f), 0);
    CHECK_EQ(chmod(path, mode), 0);
}

#define IN_CHILD(call)        \
    ({                        \
        pid_t child = fork(); \
        if (child == 0) {     \
            call;             \
            _exit(errno);     \
        }                     \
        wait_for(child);      \
    })

static void exec(void)
{
    char *const words[] = {"sh", "-c", "exit $#", "name", "a", "b", NULL};

    CHECK_EQ(WEXITSTATUS(IN_CHILD(execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL))), 9);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execlp("sh", "sh", "-c", "exit 8", (char *)NULL))), 8);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execv("/bin/sh", words))), 2);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execvp("no-such", words))), ENOENT);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execvp("", words))), ENOENT);

    mkdir("/tmp/first", 0755);
    mkdir("/tmp/second", 0755);
    write_file("/tmp/first/tool", "not for running", 0644);
    write_file("/tmp/second/tool", "exit $1$#\n", 0755);
    setenv("PATH", "/tmp/first:/tmp/second:/bin", 1);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execlp("tool", "tool", "4", "x", (char *)NULL))), 42);
    setenv("PATH", "/none:/tmp/first", 1);
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execlp("tool", "tool", (char *)NULL))), EACCES);
    unsetenv("PATH");
    CHECK_EQ(WEXITSTATUS(IN_CHILD(execlp("sh", "sh", "-c", "exit 7", (char *)NULL))), 7);
}

static void commands(void)
{
    char line[100];
    FILE *f;

    CHECK(system(NULL));
    CHECK_EQ(WEXITSTATUS(system("exit 5")), 5);
    CHECK_EQ(WTERMSIG(system("kill -TERM $$")), SIGTERM);
    setenv("GREETING", "hello there", 1);
    f = popen("echo $GREETING; exit 6", "r");
    CHECK(f);
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "hello there\n");
    CHECK(!fgets(line, sizeof(line), f));
    CHECK_EQ(WEXITSTATUS(pclose(f)), 6);
    f = popen("cat > /tmp/popen", "w");
    CHECK(f);
    CHECK_EQ(fprintf(f, "%d lines\n", 3), 8);
    CHECK_EQ(pclose(f), 0);
    f = fopen("/tmp/popen", "r");
    CHECK(f);
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "3 lines\n");
    fclose(f);
    CHECK_NULL(popen("true", "q"), EINVAL);
}

static sigjmp_buf env;
static volatile sig_atomic_t caught;

static void handler(int sig)
{
    caught = sig;
}

static void jump_out(int sig)
{
    siglongjmp(env, sig);
}

static void with_info(int sig, siginfo_t *info, void *context)
{
    if (sig == info->si_signo && context)
        caught = info->si_pid;
}

static void signals(void)
{
    struct sigaction act = {.sa_sigaction = with_info, .sa_flags = SA_SIGINFO};
    volatile int *volatile nowhere = NULL;
    sigset_t set, old;
    int sig;

    CHECK_EQ(signal(SIGUSR1, handler), SIG_DFL);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(caught, SIGUSR1);
    CHECK_EQ(signal(SIGUSR1, SIG_DFL), handler);
    CHECK_EQ(signal(SIGKILL, handler), SIG_ERR);
    CHECK_EQ(errno, EINVAL);
    sigaction(SIGUSR2, &act, NULL);
    CHECK_EQ(raise(SIGUSR2), 0);
    CHECK_EQ(caught, getpid());

    /* A jump out of a handler unblocks the signal again, so it can be caught a second time. */
    signal(SIGSEGV, jump_out);
    for (volatile int i = 0; i < 3; i++) {
        sig = sigsetjmp(env, 1);
        if (sig == 0)
            *nowhere = 1;
        CHECK_EQ(sig, SIGSEGV);
    }
    signal(SIGSEGV, SIG_DFL);

    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, &old), 0);
    caught = 0;
    raise(SIGUSR1);
    CHECK_EQ(caught, 0);
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(sigismember(&set, SIGUSR1), 1);
    CHECK_FAILS(sigsuspend(&old), EINTR);
    CHECK_EQ(caught, SIGUSR1);
    sigprocmask(SIG_SETMASK, &old, NULL);

    signal(SIGALRM, handler);
    alarm(1);
    CHECK_FAILS(pause(), EINTR);
    CHECK_EQ(caught, SIGALRM);
}

static void stubborn(int sig)
{
    (void)sig;
}

static void aborting(void)
{
    freopen("/dev/null", "w", stderr);
    signal(SIGABRT, stubborn);
    abort();
}

static jmp_buf target;

static volatile int jumping = 1;

/* Out of that many calls at once. */
static int jump_from(int depth)
{
    if (depth > 0)
        return jump_from(depth - 1) + 1;
    if (jumping)
        longjmp(target, 0); /* arrives as 1 */
    return 0;
}

static void jumps(void)
{
    volatile int rounds = 0;

    int value = setjmp(target);
    if (value == 0 && rounds++ == 0)
        jump_from(100);
    CHECK_EQ(value, 1);
    CHECK_EQ(rounds, 1);
}

int main(void)
{
    exec();
    commands();
    signals();
    jumps();
    CHECK_EQ(WTERMSIG(IN_CHILD(aborting())), SIGABRT);
    return 0;
}
