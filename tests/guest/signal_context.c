/* A handler finds the interrupted registers and the mask in its third argument.  The thread goes on
 * with the values that the handler leaves there. */
#include "check.h"
#include <signal.h>
#include <stdint.h>
#include <sys/ucontext.h>

static uint64_t rip, rsp, r15;
static sigset_t mask;

static void handle(int sig, siginfo_t *info, void *context)
{
    ucontext_t *uc = context;

    (void)sig, (void)info;
    rip = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    rsp = (uint64_t)uc->uc_mcontext.gregs[REG_RSP];
    r15 = (uint64_t)uc->uc_mcontext.gregs[REG_R15];
    mask = uc->uc_sigmask;
    uc->uc_mcontext.gregs[REG_RIP] += 2; /* past the instruction */
    uc->uc_mcontext.gregs[REG_RBX] = 77;
    sigaddset(&uc->uc_sigmask, SIGUSR2);
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    uint64_t at, stack, rbx = 1;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &set, NULL), 0);
    CHECK_EQ(sigaction(SIGILL, &action, NULL), 0);
    __asm__ volatile("mov $1234, %%r15\n\t"
                     "lea 1f(%%rip), %0\n\t"
                     "mov %%rsp, %1\n"
                     "1: ud2"
                     : "=&r"(at), "=&r"(stack), "+b"(rbx)
                     :
                     : "r15", "memory");
    CHECK_EQ(rip, at);
    CHECK_EQ(rsp, stack);
    CHECK_EQ(r15, 1234);
    CHECK_EQ(rbx, 77);
    CHECK_EQ(mask, set);
    sigaddset(&set, SIGUSR2);
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
    CHECK_EQ(mask, set);
    return 0;
}
