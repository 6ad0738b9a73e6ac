/* Any call with any arguments: thousands of them, from a generator, by processes that may end in
 * any way.  The machine goes on, and so does the process that starts them.  A number that no call
 * has is ENOSYS. */
/* machine: det=1 cpus=2 */
#include "child.h"

#include <abi/syscalls.h>
#include <fcntl.h>

#define PROCESSES 120
#define CALLS     60
#define NUMBERS   (SYSCALL_COUNT + 4) /* and some that do not exist */

static uint64_t state;

static uint64_t next(void)
{
    state = state * 6364136223846793005 + 1442695040888963407;
    return state >> 33;
}

static char buffer[3 * PAGE_SIZE];
static uint64_t table[8];

static uint64_t argument(void)
{
    static const uint64_t odd[] = {
        -1ull,
        -4096ull,
        1ull << 31,
        1ull << 32,
        1ull << 47,
        1ull << 63,
        0x7ffffffff000,
        0xffff800000000000,
        0xffffffff80100000,
        0x7fffffffffffffff,
        0x400000,
        0x401000,
        4096,
    };
    switch (next() % 6) {
    case 0:
        return next() % 10;
    case 1:
        return next() % 5000;
    case 2:
        return (uint64_t)buffer + next() % sizeof(buffer);
    case 3:
        return (uint64_t)table;
    case 4:
        return odd[next() % (sizeof(odd) / sizeof(odd[0]))];
    default:
        return next() << 32 ^ next();
    }
}

static int may_be_called(uint64_t number)
{
    switch (number) {
    case SYS_exit:
    case SYS_fork:
    case SYS_thread_create:
    case SYS_thread_exit:
    case SYS_poweroff:
    case SYS_kill:
    case SYS_sigreturn: /* signal_return.c tries that */
        return 0;
    default:
        return 1;
    }
}

static int64_t call(uint64_t number)
{
    register uint64_t r10 __asm__("r10") = argument();
    register uint64_t r8 __asm__("r8") = argument();
    register uint64_t r9 __asm__("r9") = argument();
    int64_t result = (int64_t)number;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(argument()), "S"(argument()), "d"(argument()), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static void no_such_call(void)
{
    static const uint64_t numbers[] = {
        SYSCALL_COUNT, SYSCALL_COUNT + 1,       SYSCALL_COUNT + 1000, 1ull << 31,
        1ull << 32,    1ull << 32 | SYS_getpid, 1ull << 61,           -1ull};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        CHECK_EQ(call(numbers[i]), -ENOSYS);
}

/* With a file and a pipe to work on. */
static void be_wild(uint64_t seed)
{
    state = seed;
    for (size_t i = 0; i < 8; i++)
        table[i] = argument();
    strcpy(buffer + 100, "/tmp/wild");
    open("/tmp/wild", O_CREAT | O_RDWR, 0666);
    pipe((int[2]){0});
    for (int i = 0; i < CALLS; i++) {
        uint64_t number = next() % NUMBERS;
        if (may_be_called(number))
            call(number);
    }
}

static pid_t child;

/* A call may wait forever. */
static void end_child(int sig)
{
    (void)sig;
    CHECK_EQ(kill(child, SIGKILL), 0);
}

int main(void)
{
    int killed = 0;
    no_such_call();
    CHECK_EQ(chdir("/tmp"), 0);
    signal(SIGALRM, end_child);
    for (int i = 0; i < PROCESSES; i++) {
        child = START_CHILD(be_wild(i));
        alarm(1);
        killed += WIFSIGNALED(child_wait(child));
        alarm(0);
    }
    CHECK(killed < PROCESSES / 2); /* or the test would not test much */
    char *memory = map_memory(100 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    memset(memory, 1, 100 * PAGE_SIZE);
    CHECK_EQ(IN_CHILD(BECOME("/bin/true")), 0);
    return 0;
}
