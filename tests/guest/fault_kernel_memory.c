/* The kernel's half of the addresses, devices and addresses that do not exist: a program can
 * neither read, write nor execute there. */
#include "child.h"

#include <setjmp.h>

static const uintptr_t places[] = {
    0x7ffffffff000,                         /* the last page of the lower half: never mapped */
    0x800000000000,                         /* not canonical from here ... */
    0x8000000000000000, 0xffff7fffffffffff, /* ... to here */
    0xffff800000000000,                     /* all of memory */
    0xffff800000100000, 0xffff800000fff000, 0xffff8000fee00000, /* the local APIC */
    0xffffc00000000000,                                         /* kernel stacks */
    0xffffc00000007ff8, 0xffffffff80000000,                     /* the kernel's image */
    0xffffffff80100000, 0xffffffff80101000, 0xffffffff80120000,
    0xfffffffffffff000, 0xffffffffffffffff,
};

static sigjmp_buf back;

static void caught(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    siglongjmp(back, sig);
}

static void check(uintptr_t place, void (*access)(uintptr_t), const char *name)
{
    int sig = sigsetjmp(back, 1);
    if (sig == 0) {
        access(place);
        FAIL("%s at 0x%lx was allowed", name, place);
    }
    CHECK_EQ(sig, SIGSEGV);
}

static void do_read(uintptr_t place)
{
    (void)*(volatile char *)place;
}

static void do_write(uintptr_t place)
{
    *(volatile char *)place = 1;
}

static void do_add(uintptr_t place)
{
    __asm__ volatile("lock addb $1, (%0)" ::"r"(place) : "memory");
}

static void do_call(uintptr_t place)
{
    ((void (*)(void))place)();
}

/* RET to it instead of CALL: the pc itself is loaded. */
static void do_return(uintptr_t place)
{
    __asm__ volatile("push %0\n"
                     "ret" ::"r"(place));
}

static void do_push(uintptr_t place)
{
    __asm__ volatile("mov %%rsp, %%rbx\n"
                     "mov %0, %%rsp\n"
                     "push %%rax\n"
                     "mov %%rbx, %%rsp" ::"r"(place)
                     : "rbx");
}

int main(void)
{
    set_handler(SIGSEGV, caught, 0);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        check(places[i], do_read, "reading");
        check(places[i], do_write, "writing");
        check(places[i], do_add, "adding");
        check(places[i], do_call, "calling");
        check(places[i], do_return, "returning");
    }
    /* There is no stack for a handler either. */
    for (size_t i = 1; i < sizeof(places) / sizeof(places[0]); i++)
        CHECK_KILLED(IN_CHILD(do_push(places[i])), SIGSEGV);
    return 0;
}
