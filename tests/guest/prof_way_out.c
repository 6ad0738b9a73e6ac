/* A tick that came due on the way out of the kernel, where interrupts are off, is the kernel's,
 * although it is taken at the first instruction of the program; and no other is.  Every
 * instruction takes the same time here, so the shares are known. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "child.h"
#include "prof.h"
#include <abi/syscalls.h>
#include <sys/mman.h>
#include <sys/time.h>

#define PAGES 4096

static struct tms start;

static void begin(void)
{
    times(&start);
}

/* The user share of all ticks since begin(), of a thousand; there are at least `least` ticks. */
static unsigned user_share(const char *what, clock_t least)
{
    struct tms end;
    times(&end);
    clock_t user = end.tms_utime - start.tms_utime, system = end.tms_stime - start.tms_stime;
    if (user + system < least)
        FAIL("%s: %ld user and %ld system ticks are too few", what, user, system);
    printf("%s: %ld user, %ld system\n", what, user, system);
    return user * 1000 / (user + system);
}

/* Four instructions of the program for a hundred of the kernel, of which the last three have
 * interrupts off: 3.8 %, or 6.7 % if those were the program's.  With some 6000 ticks either is
 * within 0.3. */
static void call_loop(void)
{
    long turns = 1500000;
    begin();
    __asm__ volatile("1: movl %1, %%eax\n"
                     "syscall\n"
                     "decq %0\n"
                     "jnz 1b\n"
                     : "+r"(turns)
                     : "i"(SYS_getpid)
                     : "rax", "rcx", "r11", "memory");
    CHECK(user_share("system calls", 4000) < 52);
}

/* A handful for 1100 of the kernel: 7.6 in a thousand, or 25 if those on the way out were the
 * program's.  With some 3700 ticks the one is within 1.5, the other within 2.6. */
static void fault_loop(void)
{
    begin();
    for (int i = 0; i < 20; i++) {
        char *p =
            mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(p != MAP_FAILED);
        for (volatile char *at = p; at < p + PAGES * 4096; at += 4096)
            *at = 1;
        CHECK_EQ(munmap(p, PAGES * 4096), 0);
    }
    CHECK(user_share("page faults", 2000) < 16);
}

/* One instruction that faults in every page, and in between works: the iterations are user time,
 * which are 4096 for some 1200 of the kernel. */
static void string_store(void)
{
    begin();
    for (int i = 0; i < 8; i++) {
        char *p =
            mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        void *at = p;
        long n = PAGES * 4096;
        CHECK(p != MAP_FAILED);
        __asm__ volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(1) : "memory");
        CHECK_EQ(munmap(p, PAGES * 4096), 0);
    }
    unsigned share = user_share("rep stosb", 500);
    CHECK_IN(share, 501, 949);
}

/* A loop that comes back to the instruction that faulted, with all other registers as they were: it
 * has executed something.  Four instructions a byte, so 16384 for some 1100 of the kernel: 93.7 %,
 * with a standard error of 0.3. */
static void byte_store(void)
{
    begin();
    for (int i = 0; i < 3; i++) {
        char *p =
            mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        char *at = p;
        CHECK(p != MAP_FAILED);
        __asm__ volatile("1: movb $1, (%0)\n"
                         "incq %0\n"
                         "cmpq %1, %0\n"
                         "jb 1b\n"
                         : "+r"(at)
                         : "r"(p + PAGES * 4096)
                         : "memory");
        CHECK_EQ(munmap(p, PAGES * 4096), 0);
    }
    unsigned share = user_share("stores", 5000);
    CHECK_IN(share, 915, 965);
}

static _Noreturn void call_and_spin(void)
{
    __asm__ volatile("syscall\n"
                     "1: jmp 1b\n" ::"a"(SYS_getpid)
                     : "rcx", "r11", "memory");
    __builtin_unreachable();
}

/* A loop of one instruction at the very place that a system call returned to; a signal ends it
 * after 0.2 seconds. */
static void spin_behind_a_call(void)
{
    begin();
    struct itimerval once = {.it_value.tv_usec = 200000};
    CHECK_KILLED(IN_CHILD(CHECK_EQ(setitimer(ITIMER_REAL, &once, NULL), 0); call_and_spin()),
                 SIGALRM);
    struct tms end;
    times(&end);
    CHECK(end.tms_cutime - start.tms_cutime >= 1900);
    CHECK(end.tms_cstime - start.tms_cstime <= 100);
}

int main(void)
{
    call_loop();
    fault_loop();
    string_store();
    byte_store();
    spin_behind_a_call();
    return 0;
}
