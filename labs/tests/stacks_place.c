/* The caller is found at a function's first two instructions, between them and the last, and at a
 * return or jump behind POP, where rbp is the caller's again. */
/* machine: det=1 kargs=hz=10000 */
#include "child.h"
#include "profstack.h"

#define TIMES 2000000

/* void call_NAME(unsigned long times) calls NAME that often, which returns to NAME_back. */
#define FUNCTION(name, text)                                                             \
    void call_##name(unsigned long times);                                               \
    extern char name##_back[];                                                           \
    __asm__(".pushsection .text\n"                                                       \
            ".globl call_" #name ", " #name "_back\n"                                    \
            "call_" #name ": push %rbp; mov %rsp, %rbp; mov %rdi, %rcx\n"                \
            "lea " #name "_on(%rip), %rax; mov %rax, %r8\n"                              \
            "1: call " #name "\n" #name "_back: dec %rcx; jnz 1b; pop %rbp; ret\n" #name \
            ": push %rbp\n" text ".popsection\n");

FUNCTION(plain, ".globl plain_push, plain_mov, plain_body, plain_pop, plain_ret\n"
                "plain_push = plain\n"
                "plain_mov: mov %rsp, %rbp\n"
                "plain_body: nop\n"
                "plain_pop: pop %rbp\n"
                "plain_ret: ret\n"
                "plain_on = plain\n")
FUNCTION(near, "mov %rsp, %rbp; pop %rbp\n"
               ".globl near_jump; near_jump: .byte 0xe9; .long near_on - . - 4\n"
               "near_on: push %rbp; pop %rbp; ret\n")
FUNCTION(brief, "mov %rsp, %rbp; pop %rbp\n"
                ".globl brief_jump; brief_jump: .byte 0xeb, brief_on - . - 1\n"
                "brief_on: push %rbp; pop %rbp; ret\n")
FUNCTION(indirect, "mov %rsp, %rbp; pop %rbp\n"
                   ".globl indirect_jump; indirect_jump: jmp *%rax\n"
                   "indirect_on: ret\n")
FUNCTION(high, "mov %rsp, %rbp; pop %rbp\n"
               ".globl high_jump; high_jump: jmp *%r8\n"
               "high_on: ret\n")
/* Instructions that are much like those at the edges, with a frame. */
FUNCTION(inside, "mov %rsp, %rbp\n"
                 ".globl inside_first, inside_last\n"
                 "inside_first: mov %rsp, %rdx; mov %rbp, %rdx; push %rbx; jmp 2f\n"
                 "2: pop %rbx; .byte 0xe9; .long 0; mov $0x55, %edx; mov $0x5dc3, %edx\n"
                 "jmp *%rax\n"
                 "inside_on: nop; nop\n"
                 "inside_last: pop %rbp; ret\n")

extern char plain_push[], plain_mov[], plain_body[], plain_pop[], plain_ret[], near_jump[],
    brief_jump[], indirect_jump[], high_jump[], inside_first[], inside_last[];

static struct {
    unsigned n;
    uint64_t pcs[PROF_STACK_MAX];
} outer; /* the callers of measure() */

/* Samples of calls of a function, at the places from first to last. */
__attribute__((noinline)) static void measure(void (*call)(unsigned long), const char *first,
                                              const char *last, const char *back)
{
    unsigned samples_there = 0;
    outer.n = 0;
    for (uint64_t *frame = __builtin_frame_address(0); frame; frame = (uint64_t *)frame[0])
        outer.pcs[outer.n++] = frame[1];
    stacks_on(PROF_STACK_MAX);
    call(TIMES);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        uint64_t pc = stack->ps_pc[0];
        if (pc < (uintptr_t)first || pc > (uintptr_t)last)
            continue;
        CHECK(stack->ps_depth > 1);
        CHECK_EQ(stack->ps_pc[1], (uintptr_t)back);
        CHECK_EQ(stack->ps_depth, 3 + outer.n); /* the pc, the caller, and its own */
        CHECK_EQ(memcmp(stack->ps_pc + 3, outer.pcs, 8ul * outer.n), 0);
        CHECK_EQ(stack->ps_flags, 0);
        samples_there++;
    }
    CHECK(samples_there > 20);
}

/* No more pcs than were asked for, wherever the return address is. */
static void limit(void)
{
    for (unsigned depth = 1; depth <= 2; depth++) {
        unsigned samples_there = 0;
        stacks_on(depth);
        call_plain(TIMES);
        stacks_off();
        FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
            uint64_t pc = stack->ps_pc[0];
            if (pc < (uintptr_t)plain_push || pc > (uintptr_t)plain_ret)
                continue;
            CHECK_EQ(stack->ps_depth, depth);
            CHECK_EQ(stack->ps_flags, PROF_STACK_CUT);
            samples_there++;
        }
        CHECK(samples_there > 20);
    }
}

/* void spin_mov(rsp, turns): every other instruction is the MOV of a function's beginning. */
void spin_mov(uint64_t rsp, unsigned long turns);
extern char spin_mov_pc[];
__asm__(".pushsection .text\n"
        "spin_mov: push %rbp; push %rbx; mov %rsp, %rbx; mov %rsi, %rcx; mov %rdi, %rsp\n"
        ".globl spin_mov_pc\n"
        "spin_mov_pc: mov %rsp, %rbp; loop spin_mov_pc\n"
        "mov %rbx, %rsp; pop %rbx; pop %rbp; ret\n"
        ".popsection\n");

/* There, with no return address to read. */
static void check_bare(uint64_t rsp)
{
    unsigned samples_there = 0;
    stacks_on(PROF_STACK_MAX);
    spin_mov(rsp, TIMES);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        if (!at(stack, 0, spin_mov_pc))
            continue;
        CHECK_EQ(stack->ps_depth, 1);
        CHECK_EQ(stack->ps_flags, PROF_STACK_CUT);
        samples_there++;
    }
    CHECK(samples_there > 20);
}

static void bare(void)
{
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    memset(pages, 1, PAGE_SIZE);
    CHECK_EQ(mprotect(pages + PAGE_SIZE, PAGE_SIZE, PROT_NONE), 0);
    check_bare(0);
    check_bare((uint64_t)pages + PAGE_SIZE);
    check_bare((uint64_t)pages + PAGE_SIZE - 8);
    check_bare(-1ul << 31);
    check_bare(-16ul);
}

static const struct part {
    const char *name;
    void (*call)(unsigned long);
    const char *first, *last, *back;
} parts[] = {
    {"push", call_plain, plain_push, plain_push, plain_back},
    {"mov", call_plain, plain_mov, plain_mov, plain_back},
    {"body", call_plain, plain_body, plain_pop, plain_back},
    {"ret", call_plain, plain_ret, plain_ret, plain_back},
    {"near", call_near, near_jump, near_jump, near_back},
    {"short", call_brief, brief_jump, brief_jump, brief_back},
    {"register", call_indirect, indirect_jump, indirect_jump, indirect_back},
    {"r8", call_high, high_jump, high_jump, high_back},
    {"inside", call_inside, inside_first, inside_last, inside_back},
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "bare") == 0 || strcmp(name, "limit") == 0) {
        (*name == 'b' ? bare : limit)();
        return 0;
    }
    for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        const struct part *part = &parts[i];
        if (strcmp(name, part->name) == 0) {
            measure(part->call, part->first, part->last, part->back);
            return 0;
        }
    }
    FAIL("%s: there is no such part", name);
}
