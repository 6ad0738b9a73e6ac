/* A call is counted for the function that made it: also one that does not return, that of a
 * signal's handler, and that from code which the program made itself. */
/* machine: det=1 cpus=1 */
/* flags: -pg */
#include "gmon_file.h"
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

extern char last_call[], last_call_end[], __signal_return[];
void elsewhere(void) __asm__("__elsewhere");

static volatile int sink;
static jmp_buf back;

void jump(void);
CALLED void jump(void)
{
    longjmp(back, 1);
}

/* A function that ends with a call, and what comes next to it. */
__asm__(".pushsection .text\n"
        "last_call: push %rbp\n"
        "mov %rsp, %rbp\n"
        "call jump\n"
        "last_call_end: ret\n"
        ".popsection\n");

CALLED static void handler(int sig)
{
    sink = sig;
}

CALLED static void called(void)
{
    sink = 1;
}

/* sub $8, %rsp; mov $called, %rax; call *%rax; add $8, %rsp; ret */
QUIET static void call_from_new_code(void)
{
    unsigned char code[] = {0x48, 0x83, 0xec, 8,    0x48, 0xb8, 0,    0,    0, 0,   0,
                            0,    0,    0,    0xff, 0xd0, 0x48, 0x83, 0xc4, 8, 0xc3};
    void (*function)(void) = called;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    CHECK(page != MAP_FAILED);
    memcpy(code + 6, &function, sizeof(function));
    memcpy(page, code, sizeof(code));
    CHECK_EQ(mprotect(page, 4096, PROT_READ | PROT_EXEC), 0);
    ((void (*)(void))page)();
}

/* From the code in [from, from + nbytes) to the function. */
QUIET static uint64_t calls(const char *from, size_t nbytes, uintptr_t function)
{
    return gmon_calls_between("gmon.out", (uintptr_t)from, (uintptr_t)from + nbytes, function,
                              function + 16);
}

QUIET int main(void)
{
    CHECK_EQ(chdir("/tmp"), 0);
    if (setjmp(back) == 0)
        ((void (*)(void))last_call)();
    signal(SIGUSR1, handler);
    for (int i = 0; i < 3; i++)
        raise(SIGUSR1);
    for (int i = 0; i < 5; i++)
        call_from_new_code();
    _mcleanup();

    CHECK_EQ(calls(last_call, last_call_end - last_call, (uintptr_t)jump), 1);
    CHECK_EQ(gmon_calls("gmon.out", jump), 1);
    CHECK_EQ(calls(__signal_return, 8, (uintptr_t)handler), 3);
    CHECK_EQ(calls((const char *)elsewhere, 1, (uintptr_t)called), 5);
    return 0;
}
