/* An alternate stack: handlers with SA_ONSTACK run on it, also when the program's stack is full. */
#include "child.h"
#include <setjmp.h>
#include <stdbool.h>

static char stack[SIGSTKSZ] __attribute__((aligned(16)));
static const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
static sigjmp_buf back;
static int calls;

static bool is_on_it(void)
{
    const char *here = __builtin_frame_address(0);
    return here > stack && here < stack + sizeof(stack);
}

static void on_it(int sig, siginfo_t *info, void *context)
{
    (void)context;
    CHECK(is_on_it());
    CHECK_EQ(info->si_signo, sig);
    stack_t now;
    CHECK_EQ(sigaltstack(NULL, &now), 0);
    CHECK_EQ(now.ss_flags, SS_ONSTACK);
    CHECK_FAILS(sigaltstack(&alternate, NULL), EPERM);
    if (calls++ == 0)
        CHECK_EQ(raise(SIGUSR2), 0); /* its handler's frame is further down */
}

static void not_on_it(int sig)
{
    (void)sig;
    CHECK(!is_on_it());
    calls++;
}

static void leave(int sig)
{
    CHECK(is_on_it());
    siglongjmp(back, sig);
}

static int overflow(int depth)
{
    volatile char room[1000] = {(char)depth};
    return depth < 0 ? 0 : room[0] + overflow(depth + 1) + room[999];
}

static void full_stack(void)
{
    struct sigaction act = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
    CHECK_EQ(sigaction(SIGSEGV, &act, NULL), 0);
    for (int i = 0; i < 3; i++)
        if (sigsetjmp(back, 1) == 0)
            overflow(i);
    CHECK(!is_on_it());
}

static void errors(void)
{
    stack_t other = alternate, old;
    other.ss_size = MINSIGSTKSZ - 1;
    CHECK_FAILS(sigaltstack(&other, NULL), ENOMEM);
    other = alternate;
    other.ss_flags = SS_DISABLE + 1;
    CHECK_FAILS(sigaltstack(&other, NULL), EINVAL);
    CHECK_FAILS(sigaltstack(nowhere(), NULL), EFAULT);
    CHECK_FAILS(sigaltstack(NULL, nowhere()), EFAULT);
    CHECK_EQ(sigaltstack(NULL, &old), 0);
    CHECK_EQ(old.ss_sp, stack);
    CHECK_EQ(old.ss_size, sizeof(stack));
    CHECK_EQ(old.ss_flags, 0);
}

static void is_disabled(void)
{
    stack_t now;
    CHECK_EQ(sigaltstack(NULL, &now), 0);
    CHECK_EQ(now.ss_flags, SS_DISABLE);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        is_disabled();
        return 0;
    }
    is_disabled();
    CHECK_EQ(sigaltstack(&alternate, NULL), 0);
    errors();
    set_handler(SIGUSR1, on_it, SA_ONSTACK);
    set_handler(SIGUSR2, on_it, SA_ONSTACK);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(calls, 2);
    full_stack();
    calls = 0;
    signal(SIGUSR1, not_on_it);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(calls, 1);
    CHECK_EQ(IN_CHILD(errors()), 0);                   /* fork keeps it */
    CHECK_EQ(IN_PROGRAM(BECOME(argv[0], "again")), 0); /* exec does not */
    stack_t none = {.ss_flags = SS_DISABLE}, old;
    CHECK_EQ(sigaltstack(&none, &old), 0);
    CHECK_EQ(old.ss_sp, stack);
    is_disabled();
    struct sigaction act = {.sa_handler = not_on_it, .sa_flags = SA_ONSTACK};
    CHECK_EQ(sigaction(SIGUSR1, &act, NULL), 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(calls, 2);
    return 0;
}
