/* What a program loads into the segment registers stays there while others run, and no other has
 * it: not those, nor the program that it execs.  A child has its parent's. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <abi/syscalls.h>

/* Four selectors, of DS, ES, FS and GS.  A program may load its data and its code segment. */
#define SELECTORS(ds, es, fs, gs) \
    ((uint64_t)(ds) | (uint64_t)(es) << 16 | (uint64_t)(fs) << 32 | (uint64_t)(gs) << 48)
#define DATA   0x1b
#define CODE   0x23
#define LOADED SELECTORS(DATA, CODE, CODE, DATA)
#define ROUNDS 10

static uint64_t seen;

/* Loads the selectors and makes a system call; what they are then is in seen.  No function of the
 * library is called before FS has its base again, as the thread's variables are there. */
static long call_with(uint64_t selectors, long call, const void *arg0, void *arg1)
{
    void *tls;
    __asm__ volatile("mov %%fs:0, %0" : "=r"(tls));
    long result;
    __asm__ volatile("mov %[all], %%rdx; mov %%edx, %%ds; shr $16, %%rdx; mov %%edx, %%es\n"
                     "shr $16, %%rdx; mov %%edx, %%fs; shr $16, %%rdx; mov %%edx, %%gs\n"
                     "xor %%edx, %%edx; syscall\n"
                     "mov %%ds, %[seen]; mov %%es, 2+%[seen]\n"
                     "mov %%fs, 4+%[seen]; mov %%gs, 6+%[seen]\n"
                     "mov %%rax, %%rdx; mov %[tls], %%rdi; mov %[set_tls], %%eax; syscall\n"
                     "mov %%rdx, %%rax"
                     : "=a"(result), "+D"(arg0), "+S"(arg1), [seen] "=m"(seen)
                     : "a"(call), [all] "r"(selectors), [tls] "r"(tls), [set_tls] "i"(SYS_set_tls)
                     : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory");
    return result;
}

static uint64_t now(void)
{
    uint64_t all;
    __asm__ volatile("mov %%ds, %0; mov %%es, 2+%0; mov %%fs, 4+%0; mov %%gs, 6+%0" : "=m"(all));
    return all;
}

/* Takes turns with another process. */
static void keep(uint64_t selectors)
{
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(call_with(selectors, SYS_yield, NULL, NULL), 0);
        CHECK_EQ(seen, selectors);
    }
}

static void exec_self(void)
{
    char *args[] = {"selectors", "fresh", NULL};
    CHECK_EQ(call_with(LOADED, SYS_execve, "/t/sched_selectors", args), 0);
}

int main(int argc, char *argv[])
{
    (void)argv;
    CHECK_EQ(now(), 0);
    if (argc > 1)
        return 0;
    CHECK_EQ(call_with(LOADED, SYS_getppid, NULL, NULL), getppid()); /* without a switch */
    CHECK_EQ(seen, LOADED);
    pid_t child = START_CHILD(keep(0));
    keep(LOADED);
    CHECK_EQ(child_wait(child), 0);
    CHECK_EQ(IN_CHILD(CHECK_EQ(now(), LOADED)), 0);
    CHECK_EQ(IN_CHILD(exec_self()), 0);
    return 0;
}
