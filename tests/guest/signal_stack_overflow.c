/* A stack that overflows ends the process with SIGSEGV, with a handler too, as there is no room for
 * its frame; so does any other stack to which the frame cannot be written. */
#include "child.h"

static volatile int entered;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    entered++;
    _exit(77);
}

__attribute__((noinline)) static int dig(int depth)
{
    volatile char frame[500];
    frame[depth % 500] = depth;
    return depth == 0 ? 0 : dig(depth - 1) + frame[depth % 500];
}

/* Sends the calling process a signal while the stack pointer is sp. */
static void raise_on(void *sp, int sig)
{
    __asm__ volatile("mov %0, %%rsp\n"
                     "mov %1, %%eax\n"
                     "syscall\n"
                     "ud2\n" ::"r"(sp),
                     "i"(17), "D"(getpid()), "S"(sig)
                     : "memory");
}

static void bad_stacks(void)
{
    char *page = map_memory(3 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(mprotect(page, PAGE_SIZE, PROT_READ), 0);
    CHECK_EQ(munmap(page + 2 * PAGE_SIZE, PAGE_SIZE), 0);
    void *const bad[] = {NULL,
                         (void *)8,
                         (void *)700,
                         page + 64,              /* read-only */
                         page + PAGE_SIZE + 512, /* the frame reaches down into that */
                         page + 2 * PAGE_SIZE + 2000,
                         (void *)0x7ffffffff000 + 2000,
                         (void *)0x800000000000,
                         (void *)0xffff800000001000,
                         (void *)0xffffffffffffffff};
    set_handler(SIGUSR1, handler, 0);
    set_handler(SIGSEGV, handler, 0);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        CHECK_KILLED(IN_CHILD(raise_on(bad[i], SIGUSR1)), SIGSEGV);
    CHECK_EQ(IN_CHILD(raise_on(page + 2 * PAGE_SIZE, SIGUSR1)), 77 << 8);
    CHECK_EQ(IN_CHILD(raise_on(page + 2 * PAGE_SIZE - 3, SIGUSR1)), 77 << 8);
}

int main(void)
{
    CHECK_EQ(IN_CHILD(dig(1000)), 0);
    CHECK_KILLED(IN_CHILD(dig(100000000)), SIGSEGV);
    CHECK_KILLED(IN_CHILD(set_handler(SIGSEGV, handler, 0); dig(100000000)), SIGSEGV);
    bad_stacks();
    return 0;
}
