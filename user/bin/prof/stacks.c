/*
 * A sample has a pc, and for each caller the address that the call returns to, the innermost first.
 * A return address belongs to the call before it, so the byte before says which function it is in.
 * There are two exceptions, behind which the next entry is the pc that a signal interrupted: the
 * handler returns to __signal_return, and that jumps to __sigreturn, whose system call has no other
 * caller.  Behind the kernel's entries comes the pc of the program.
 */
#include "stacks.h"

#include <abi/prof.h>

#include "memory.h"
#include "prof.h"

#define CUT_NAME "(callers not known)"

#define CALLS_MOST  (PROF_STACK_MAX + 2) /* that a sample may add, with `above` and CUT_NAME */
#define CALL_NBYTES (sizeof(struct call) + 16) /* with malloc's header */

#define SIGRETURN_SYSCALL_END 10 /* of the instruction, in __sigreturn */

/* A function of a sample, with its copies of others: where it is, and its symbol. */
struct frame {
    uint64_t pc;
    struct symbol *symbol;
};

/* The compiler may make several symbols of a mark: takes the first, as a table does. */
static struct symbol *symbol_at(const struct program *program, uint64_t address)
{
    struct symbol *symbol = program_find(program, address), *first = symbol;

    for (struct symbol *s = symbol; s && s->mark; s = s > program->symbols ? s - 1 : NULL)
        if (strcmp(s->name, symbol->name) == 0)
            first = s;
    return first;
}

static const char *name_of(const struct symbol *symbol)
{
    return symbol ? symbol->name : NO_SYMBOL;
}

/* Whether a tick there is in sigreturn(2), which does not return there. */
static bool is_in_sigreturn(const struct symbol *symbol, uint64_t pc)
{
    return strcmp(name_of(symbol), "__sigreturn") == 0 && pc == symbol->low + SIGRETURN_SYSCALL_END;
}

/* Whether the entry is the program's pc, of a tick in it or in the kernel. */
static bool is_programs_pc(const struct prof_stack *stack, size_t i)
{
    return !program_is_kernel(stack->ps_pc[i]) &&
           (i == 0 || program_is_kernel(stack->ps_pc[i - 1]));
}

/* The functions of a sample, the innermost first. */
static void find_frames(const struct program *program, const struct prof_stack *stack,
                        struct frame frames[PROF_STACK_MAX])
{
    bool interrupted = false;

    for (size_t i = 0; i < stack->ps_depth; i++) {
        bool exact = i == 0 || interrupted || is_programs_pc(stack, i);
        uint64_t pc = exact ? stack->ps_pc[i] : stack->ps_pc[i] - 1;
        struct symbol *symbol = symbol_at(program, pc);

        frames[i] = (struct frame){pc, symbol};
        interrupted = strcmp(name_of(symbol), "__signal_return") == 0 ||
                      (is_programs_pc(stack, i) && is_in_sigreturn(symbol, stack->ps_pc[i]));
    }
}

/* Static functions may share a name. */
static struct call *callee(struct stacks *stacks, struct call *caller, const char *name,
                           const struct symbol *symbol)
{
    struct call **link = &caller->first;

    for (; *link; link = &(*link)->next)
        if ((*link)->symbol == symbol && strcmp((*link)->name, name) == 0)
            return *link;
    *link = tool_alloc(NULL, sizeof(**link));
    stacks->room--;
    **link = (struct call){.name = name, .symbol = symbol, .inlined = true, .caller = caller};
    return *link;
}

static struct call *enter(struct stacks *stacks, struct call *caller, const char *name,
                          const struct symbol *symbol, uint64_t ticks, bool inlined)
{
    struct call *call = callee(stacks, caller, name, symbol);

    call->total += ticks;
    call->inlined &= inlined;
    return call;
}

/* With the copies that the frame has of other functions. */
static struct call *enter_frame(struct stacks *stacks, struct call *call,
                                const struct program *program, const struct frame *frame,
                                uint64_t ticks)
{
    struct symbol *functions[INLINED_MOST];
    size_t count = inlined_at(program, frame->symbol, frame->pc, functions);

    for (size_t i = 0; i < count; i++)
        call = enter(stacks, call, name_of(functions[i]), functions[i], ticks, i > 0);
    return call;
}

/* Or a mark in main. */
static bool is_in_main(const struct program *program, const struct symbol *symbol)
{
    while (symbol && symbol->mark && symbol > program->symbols)
        symbol--;
    return strcmp(name_of(symbol), "main") == 0;
}

/* How many functions of a sample there are from main on. */
static size_t depth_from_main(const struct program *program, const struct frame *frames,
                              size_t depth)
{
    for (size_t i = depth; i > 0; i--)
        if (is_in_main(program, frames[i - 1].symbol))
            return i;
    return depth;
}

struct call *stacks_enter(struct stacks *stacks, const struct program *program,
                          const struct prof_stack *stack, const char *above)
{
    if (!stacks->root.name) {
        stacks->root.name = "";
        stacks->room = memory_free() / 2 / CALL_NBYTES;
    }
    if (stacks->room < CALLS_MOST * (program->inlined.depth + 1)) {
        stacks->left += stack->ps_ticks;
        return NULL;
    }
    struct call *call = &stacks->root;
    struct frame frames[PROF_STACK_MAX];
    find_frames(program, stack, frames);
    call->total += stack->ps_ticks;
    if (above)
        call = enter(stacks, call, above, NULL, stack->ps_ticks, false);
    size_t depth = depth_from_main(program, frames, stack->ps_depth);
    if (stack->ps_flags & PROF_STACK_CUT && !is_in_main(program, frames[depth - 1].symbol)) {
        stacks->cut += stack->ps_ticks;
        call = enter(stacks, call, CUT_NAME, NULL, stack->ps_ticks, false);
    }
    for (size_t i = depth; i > 0; i--)
        call = enter_frame(stacks, call, program, &frames[i - 1], stack->ps_ticks);
    call->own += stack->ps_ticks;
    return call;
}

void stacks_add(struct stacks *stacks, const struct program *program, const struct record *record,
                const char *above)
{
    for (const struct prof_stack *stack = NULL; (stack = records_next_stack(record, stack));)
        stacks_enter(stacks, program, stack, above);
}

void stacks_add_pcs(struct stacks *stacks, const struct program *program,
                    const struct profile *profile)
{
    uint64_t buffer[sizeof(struct prof_stack) / sizeof(uint64_t) + 1];
    struct prof_stack *stack = (struct prof_stack *)buffer;

    for (size_t i = 0; i < profile->bin_count; i++) {
        *stack = (struct prof_stack){.ps_ticks = (uint32_t)profile->bins[i].ticks, .ps_depth = 1};
        stack->ps_pc[0] = profile->bins[i].low;
        stacks_enter(stacks, program, stack, NULL);
    }
}

/* The most ticks first, then by name. */
static bool before(const struct call *a, const struct call *b)
{
    return a->total != b->total ? a->total > b->total : strcmp(a->name, b->name) < 0;
}

static void sort(struct call *caller)
{
    struct call *sorted = NULL;

    for (struct call *call = caller->first, *next; call; call = next) {
        struct call **link = &sorted;

        next = call->next;
        while (*link && before(*link, call))
            link = &(*link)->next;
        call->next = *link;
        *link = call;
        sort(call);
    }
    caller->first = sorted;
}

void stacks_sort(struct stacks *stacks)
{
    sort(&stacks->root);
}

static void free_callees(struct call *caller)
{
    for (struct call *call = caller->first, *next; call; call = next) {
        next = call->next;
        free_callees(call);
        free(call);
    }
}

void stacks_free(struct stacks *stacks)
{
    free_callees(&stacks->root);
    *stacks = (struct stacks){.cut = 0};
}
