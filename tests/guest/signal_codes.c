/* A fault's si_code says what was wrong: nothing is mapped, the access is not allowed, a division
 * by zero. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <setjmp.h>

static sigjmp_buf back;
static volatile int code;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)context;
    code = info->si_code;
    siglongjmp(back, 1);
}

int main(void)
{
    struct sigaction act = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &act, NULL);
    sigaction(SIGFPE, &act, NULL);
    char *volatile page = mmap(NULL, PAGE_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sigsetjmp(back, 0) == 0)
        *page = 1;
    CHECK_EQ(code, SEGV_ACCERR);
    CHECK_EQ(munmap(page, PAGE_SIZE), 0);
    if (sigsetjmp(back, 0) == 0)
        *page = 1;
    CHECK_EQ(code, SEGV_MAPERR);
    volatile int zero = 0;
    code = 0;
    if (sigsetjmp(back, 0) == 0)
        zero = 7 / zero;
    CHECK_EQ(code, FPE_INTDIV);
    return 0;
}
