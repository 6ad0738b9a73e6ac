/* Blocking: what is pending waits, once; handlers block their own signal and sa_mask, nest
 * otherwise, and the mask comes back.  SA_NODEFER and SA_RESETHAND. */
#include "child.h"

#define BIT(sig) (1u << (sig))

static int usr1, usr2, depth, deepest;

static sigset_t mask_now(void)
{
    sigset_t set;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &set), 0);
    return set;
}

static void count(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    usr1 += sig == SIGUSR1;
    usr2 += sig == SIGUSR2;
}

static void set_action(int sig, void (*handler)(int, siginfo_t *, void *), sigset_t mask, int flags)
{
    struct sigaction act = {
        .sa_sigaction = handler, .sa_flags = flags | SA_SIGINFO, .sa_mask = mask};
    CHECK_EQ(sigaction(sig, &act, NULL), 0);
}

static void pending_once(void)
{
    sigset_t set = BIT(SIGUSR1);
    set_action(SIGUSR1, count, 0, 0);
    sigset_t old;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, &old), 0);
    CHECK_EQ(old, 0);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(set, BIT(SIGUSR1));
    CHECK_EQ(usr1, 0);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &old, NULL), 0);
    CHECK_EQ(usr1, 1); /* before sigprocmask returned */
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(set, 0);

    /* SIGKILL and SIGSTOP cannot be blocked, nor can a number that is not a signal's. */
    set = ~0u;
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
    CHECK_EQ(mask_now(), ~(BIT(SIGKILL) | BIT(SIGSTOP) | 1u));
    set = 0;
    CHECK_FAILS(sigprocmask(3, &set, NULL), EINVAL);
    CHECK_EQ(sigprocmask(3, NULL, NULL), 0);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
}

/* A pending signal that becomes ignored is discarded; a child inherits the mask, and no pending
 * signal. */
static void forgotten(void)
{
    sigset_t set = BIT(SIGUSR1);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(IN_CHILD(sigpending(&set); CHECK_EQ(set, 0); CHECK_EQ(mask_now(), BIT(SIGUSR1))), 0);
    signal(SIGUSR1, SIG_IGN);
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(set, 0);
    set_action(SIGUSR1, count, 0, 0);
    usr1 = 0;
    set = 0;
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
    CHECK_EQ(usr1, 0);
}

/* Each raises its own signal once more, which waits until this handler is over, and SIGUSR1's
 * raises SIGUSR2, which is taken at once. */
static void nest(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    sigset_t outer = sig == SIGUSR1 ? BIT(SIGTERM) : BIT(SIGUSR1) | BIT(SIGTERM);
    int *calls = sig == SIGUSR1 ? &usr1 : &usr2, before = *calls;
    deepest = ++depth > deepest ? depth : deepest;
    CHECK_EQ(mask_now(), BIT(sig) | outer);
    if (before % 2 == 0)
        CHECK_EQ(raise(sig), 0);
    CHECK_EQ(*calls, before);
    ++*calls;
    if (sig == SIGUSR1) {
        CHECK_EQ(raise(SIGUSR2), 0);
        CHECK_EQ(usr2, 2 * usr1);
    }
    depth--;
}

static void nesting(void)
{
    usr1 = usr2 = 0;
    set_action(SIGUSR1, nest, BIT(SIGTERM), 0);
    set_action(SIGUSR2, nest, 0, 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(deepest, 2);
    CHECK_EQ(depth, 0);
    CHECK_EQ(usr1, 2);
    CHECK_EQ(usr2, 4);
    CHECK_EQ(mask_now(), 0);
}

static void again(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    if (++depth < 20)
        CHECK_EQ(raise(sig), 0);
    CHECK_EQ(depth, 20);
}

static void flags(void)
{
    set_action(SIGUSR1, again, 0, SA_NODEFER);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(depth, 20);
    CHECK_EQ(mask_now(), 0);

    set_action(SIGUSR1, count, 0, SA_RESETHAND);
    usr1 = 0;
    CHECK_KILLED(IN_CHILD(raise(SIGUSR1); CHECK_EQ(usr1, 1); raise(SIGUSR1)), SIGUSR1);
}

int main(void)
{
    pending_once();
    forgotten();
    nesting();
    flags();
    return 0;
}
