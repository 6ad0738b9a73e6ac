/* The caller is found at a function's first two instructions and at its last, too, where the frame
 * pointer is still or again the caller's. */
/* manual: profstack, DESCRIPTION: edges */
/* machine: det=1 kargs=hz=10000 */
#include "profstack.h"

/* Calls edges() that often: one RET in four instructions, and so on. */
void call_edges(unsigned long times);
extern char edges[], edges_mov[], edges_pop[], edges_ret[], call_edges_back[];
__asm__(".pushsection .text\n"
        ".globl call_edges, call_edges_back, edges, edges_mov, edges_pop, edges_ret\n"
        "call_edges: push %rbp; mov %rsp, %rbp; mov %rdi, %rcx\n"
        "1: call edges\n"
        "call_edges_back: dec %rcx; jnz 1b\n"
        "pop %rbp; ret\n"
        "edges: push %rbp\n"
        "edges_mov: mov %rsp, %rbp\n"
        "edges_pop: pop %rbp\n"
        "edges_ret: ret\n"
        ".popsection\n");

int main(void)
{
    const char *pcs[] = {edges, edges_mov, edges_pop, edges_ret};
    unsigned seen[4] = {0};
    stacks_on(PROF_STACK_MAX);
    call_edges(2000000);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        for (int i = 0; i < 4; i++) {
            if (!at(stack, 0, pcs[i]))
                continue;
            CHECK(at(stack, 1, call_edges_back));
            CHECK_EQ(stack->ps_depth, 5); /* and in main, __start, _start */
            CHECK_EQ(stack->ps_flags, 0);
            seen[i]++;
        }
    for (int i = 0; i < 4; i++)
        CHECK(seen[i] > 20);
    return 0;
}
