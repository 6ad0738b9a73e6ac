/* A handler for whose frame there is no memory: SIGKILL, as for any write that finds none; a stack
 * that may not be written is SIGSEGV still. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"
#include "filler.h"
#include <abi/syscalls.h>
#include <fcntl.h>

#define FILLER (64 << 20)

static void handler(int sig)
{
    (void)sig;
    _exit(1);
}

/* kill(self, SIGUSR1) with the stack pointer at sp: the handler's frame is made below it. */
static void raise_at(char *sp)
{
    long result = SYS_kill;
    __asm__ volatile("xchgq %%rsp, %1; syscall; xchgq %%rsp, %1"
                     : "+a"(result), "+r"(sp)
                     : "D"(getpid()), "S"(SIGUSR1)
                     : "rcx", "r11", "memory");
}

int main(void)
{
    char *stack = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    signal(SIGUSR1, handler);
    CHECK_KILLED(
        IN_CHILD(use_pages(0, FILLER / PAGE_SIZE); use_rest(); raise_at(stack + 2 * PAGE_SIZE)),
        SIGKILL);
    CHECK_EQ(mprotect(stack, 2 * PAGE_SIZE, PROT_READ), 0);
    CHECK_KILLED(IN_CHILD(raise_at(stack + 2 * PAGE_SIZE)), SIGSEGV);
    return 0;
}
