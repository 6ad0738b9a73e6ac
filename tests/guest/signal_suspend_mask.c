/* The mask in a handler that ends sigsuspend: sigsuspend's, with the handler's and the signal
 * itself added; the mask from before is restored after it.  So a signal that sigsuspend lets
 * through is taken even while the handler of another runs (POSIX.1-2017, XSH 3 sigsuspend,
 * sigaction). */
/* machine: det=1 cpus=1 */
#include "child.h"

#define BIT(sig) ((sigset_t)1 << (sig))

static sigset_t in_first;
static int order[4], taken;

static sigset_t mask_now(void)
{
    sigset_t now;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &now), 0);
    return now;
}

static void first(int sig)
{
    in_first = mask_now();
    order[taken++] = sig;
    CHECK_EQ(raise(SIGUSR2), 0); /* blocked before sigsuspend, not by it */
    order[taken++] = sig;
}

static void second(int sig)
{
    CHECK_EQ(mask_now(), in_first | BIT(SIGUSR2));
    order[taken++] = sig;
}

int main(void)
{
    struct sigaction act = {.sa_handler = first, .sa_mask = BIT(SIGTERM)};
    sigset_t before = BIT(SIGUSR1) | BIT(SIGUSR2), during = BIT(SIGHUP);
    CHECK_EQ(sigaction(SIGUSR1, &act, NULL), 0);
    act = (struct sigaction){.sa_handler = second};
    CHECK_EQ(sigaction(SIGUSR2, &act, NULL), 0);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &before, NULL), 0);
    CHECK_EQ(raise(SIGUSR1), 0);
    CHECK_EQ(taken, 0);
    CHECK_FAILS(sigsuspend(&during), EINTR);
    CHECK_EQ(in_first, BIT(SIGHUP) | BIT(SIGTERM) | BIT(SIGUSR1));
    CHECK_EQ(mask_now(), before);
    CHECK_EQ(taken, 3);
    CHECK_EQ(order[0], SIGUSR1);
    CHECK_EQ(order[1], SIGUSR2);
    CHECK_EQ(order[2], SIGUSR1);
    return 0;
}
