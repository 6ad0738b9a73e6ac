/* longjmp returns out of many calls at once; siglongjmp out of a handler unblocks the signal again,
 * so that it can be caught a second time. */
/* machine: det=1 */
#include "check.h"
#include <setjmp.h>
#include <signal.h>

static jmp_buf target;
static sigjmp_buf handled;
static volatile int jumping = 1;

static int jump_from(int depth)
{
    if (depth > 0)
        return jump_from(depth - 1) + 1;
    if (jumping)
        longjmp(target, 0); /* arrives as 1 */
    return 0;
}

static void out_of_calls(void)
{
    volatile int rounds = 0;
    int value = setjmp(target);
    if (value == 0 && rounds++ == 0)
        jump_from(100);
    CHECK_EQ(value, 1);
    CHECK_EQ(rounds, 1);
}

static void jump_out(int sig)
{
    siglongjmp(handled, sig);
}

static void out_of_a_handler(void)
{
    volatile int *volatile nowhere = NULL;
    signal(SIGSEGV, jump_out);
    for (volatile int i = 0; i < 3; i++) {
        int sig = sigsetjmp(handled, 1);
        if (sig == 0)
            *nowhere = 1;
        CHECK_EQ(sig, SIGSEGV);
    }
}

int main(void)
{
    out_of_calls();
    out_of_a_handler();
    return 0;
}
