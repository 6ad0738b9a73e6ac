/* What a handler learns: the signal, who sent it, what ended a child; and where the thread was. */
#include "child.h"

static siginfo_t got;
static int calls;
static uint64_t sp_at_send, sp_in_context, sp_in_handler;

static void handler(int sig, siginfo_t *info, void *context)
{
    const struct sigcontext *c = context;
    CHECK_EQ(sig, info->si_signo);
    got = *info;
    sp_in_context = c->rsp;
    sp_in_handler = (uint64_t)__builtin_frame_address(0);
    calls++;
}

static void plain(int sig)
{
    calls += sig;
}

static void from_self(void)
{
    __asm__ volatile("mov %%rsp, %0" : "=r"(sp_at_send));
    CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    CHECK_EQ(calls, 1); /* taken before kill returned */
    CHECK_EQ(got.si_signo, SIGUSR1);
    CHECK_EQ(got.si_code, SI_USER);
    CHECK_EQ(got.si_pid, getpid());
    CHECK(sp_in_context <= sp_at_send);
    CHECK(sp_in_context + 256 > sp_at_send);
    CHECK(sp_in_handler < sp_in_context - 128); /* past the red zone */
}

static void from_others(void)
{
    sigset_t set = 1u << SIGUSR1 | 1u << SIGCHLD, old;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, &old), 0);
    pid_t parent = getpid(), pid = START_CHILD(kill(parent, SIGUSR1); _exit(9));
    CHECK_FAILS(sigsuspend(&(sigset_t){1u << SIGCHLD}), EINTR);
    CHECK_EQ(got.si_signo, SIGUSR1);
    CHECK_EQ(got.si_pid, pid);
    CHECK_FAILS(sigsuspend(&(sigset_t){1u << SIGUSR1}), EINTR);
    CHECK_EQ(got.si_signo, SIGCHLD);
    CHECK_EQ(got.si_pid, pid);
    CHECK_EQ(got.si_status, 9);
    CHECK_EQ(got.si_code, CLD_EXITED);
    CHECK_EQ(child_wait(pid), 9 << 8);

    pid = START_CHILD(kill(getpid(), SIGKILL));
    CHECK_FAILS(sigsuspend(&old), EINTR);
    CHECK_EQ(got.si_status, SIGKILL);
    CHECK_EQ(got.si_code, CLD_KILLED);
    CHECK_KILLED(child_wait(pid), SIGKILL);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &old, NULL), 0);
}

static void from_kernel(void)
{
    struct channel c = channel_open();
    close(c.in);
    CHECK_FAILS(write(c.out, "x", 1), EPIPE);
    CHECK_EQ(got.si_signo, SIGPIPE);
    CHECK_EQ(got.si_code, SI_KERNEL);
    CHECK_EQ(got.si_pid, 0);
}

static void without_siginfo(void)
{
    struct sigaction act = {.sa_handler = plain};
    CHECK_EQ(sigaction(SIGUSR2, &act, NULL), 0);
    calls = 0;
    CHECK_EQ(raise(SIGUSR2), 0);
    CHECK_EQ(calls, SIGUSR2);
    struct sigaction old;
    CHECK_EQ(sigaction(SIGUSR2, NULL, &old), 0); /* only asks */
    CHECK_EQ(old.sa_handler, plain);
    CHECK_EQ(old.sa_flags, 0);
    CHECK_FAILS(sigaction(SIGKILL, &act, NULL), EINVAL);
    CHECK_EQ(sigaction(SIGKILL, NULL, &old), 0);
    CHECK_FAILS(sigaction(0, &act, NULL), EINVAL);
    CHECK_FAILS(sigaction(NSIG, &act, NULL), EINVAL);
    CHECK_FAILS(sigaction(-1, NULL, &old), EINVAL);
}

int main(void)
{
    set_handler(SIGUSR1, handler, 0);
    set_handler(SIGCHLD, handler, 0);
    set_handler(SIGPIPE, handler, 0);
    from_self();
    from_others();
    from_kernel();
    without_siginfo();
    return 0;
}
