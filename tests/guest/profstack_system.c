/* A tick in the kernel has the stack of the call: the stub, and who called it. */
/* manual: profstack, DESCRIPTION: kernel */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"
#include <fcntl.h>

static char text[1 << 20];

__attribute__((noinline)) static uintptr_t work(int fd)
{
    CHECK_EQ(read(fd, text, sizeof(text)), sizeof(text));
    return (uintptr_t)__builtin_return_address(0);
}

int main(void)
{
    int fd = open("/dev/zero", O_RDONLY);
    uintptr_t caller = 0, back = 0;
    uint64_t in_read = 0;
    stacks_on(PROF_STACK_MAX);
    for (int i = 0; i < 400; i++)
        caller = work(fd);
    struct profstat st = stacks_off();
    CHECK(st.ps_system > 20);
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (stack->ps_pc[0] - (uintptr_t)read > 32)
            continue;
        CHECK_EQ(stack->ps_flags, 0);
        CHECK(back == 0 || stack->ps_pc[1] == back); /* in work */
        back = stack->ps_pc[1];
        CHECK_EQ(stack->ps_pc[2], caller); /* in main */
        in_read += stack->ps_ticks;
    }
    CHECK_IN(back - (uintptr_t)work, 1, 256);
    CHECK(in_read + 5 >= st.ps_system);
    return 0;
}
