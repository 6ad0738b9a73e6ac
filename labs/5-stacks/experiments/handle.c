/* Works in the handler of a signal, and as long outside of it.  For lab 5's handout. */
#include <signal.h>
#include <unistd.h>

static __attribute__((noinline)) void work(void)
{
    long turns = 10000000;
    __asm__ volatile("1: loop 1b" : "+c"(turns));
}

static void handler(int sig)
{
    (void)sig;
    work();
    __asm__ volatile("");
}

static __attribute__((noinline)) void interrupted(void)
{
    kill(getpid(), SIGUSR1);
    work();
    __asm__ volatile("");
}

int main(void)
{
    signal(SIGUSR1, handler);
    interrupted();
    return 0;
}
