/* A handler that comes at any instruction, and spoils all registers, changes none for the code that
 * it interrupted, nor the red zone; and it begins with the direction flag clear. */
/* machine: cpus=2 */
#include "child.h"
#include "registers.h"

#define SIGNALS 100

static int caught;

static void handler(int sig, siginfo_t *info, void *context)
{
    uint64_t flags;
    __asm__ volatile("pushf; pop %0" : "=r"(flags));
    CHECK_EQ(flags & 0x400, 0);
    registers_spoil();
    registers_stop = ++caught >= SIGNALS;
    CHECK_EQ(sig, info->si_signo);
    CHECK_EQ(((struct sigcontext *)context)->rip >> 32, 0);
}

/* Until it is killed; not so fast that the parent does nothing but take signals. */
static void send_all(pid_t parent)
{
    while (kill(parent, SIGUSR1) == 0)
        for (volatile int i = 0; i < 20000; i++)
            continue;
}

int main(void)
{
    set_handler(SIGUSR1, handler, SA_RESTART);
    pid_t self = getpid(), pid = START_CHILD(send_all(self));
    registers_call = -1;
    for (uint8_t seed = 1; seed < 20; seed += 5) {
        registers_fill(seed);
        caught = registers_stop = 0;
        registers_hold();
        registers_check();
    }
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);

    /* In a call: the handler runs on the way back. */
    signal(SIGUSR1, SIG_DFL);
    set_handler(SIGUSR1, handler, SA_RESTART);
    registers_fill(99);
    registers_in.general[3] = self; /* rdi, rsi: kill's arguments */
    registers_in.general[2] = SIGUSR1;
    registers_call = 17;
    caught = 0;
    registers_hold();
    registers_check();
    CHECK_EQ(registers_result, 0);
    CHECK_EQ(caught, 1);
    return 0;
}
