/*
 * A function's ticks with its callees are the sum over its calls in the tree.  A call inside
 * another call of the same function must not be added again: so the walk marks open functions.  The
 * same goes for each pair of a caller and a callee.
 */
#include "functions.h"

#include "prof.h"

static size_t function_of(struct functions *all, const struct call *call)
{
    size_t i = 0;

    while (i < all->count && (all->function[i].symbol != call->symbol ||
                              strcmp(all->function[i].name, call->name) != 0))
        i++;
    if (i == all->count) {
        all->function = tool_alloc(all->function, (i + 1) * sizeof(*all->function));
        all->function[all->count++] = (struct function){.name = call->name, .symbol = call->symbol};
    }
    return i;
}

static size_t arc_of(struct functions *all, size_t caller, size_t callee)
{
    size_t i = 0;

    while (i < all->arc_count && (all->arc[i].caller != caller || all->arc[i].callee != callee))
        i++;
    if (i == all->arc_count) {
        all->arc = tool_alloc(all->arc, (i + 1) * sizeof(*all->arc));
        all->arc[all->arc_count++] = (struct arc){.caller = caller, .callee = callee};
    }
    return i;
}

/* Adds a call and all that it called.  caller: a function, or SIZE_MAX. */
static void add(struct functions *all, const struct call *call, size_t caller)
{
    size_t function = function_of(all, call);
    size_t arc = caller == SIZE_MAX ? SIZE_MAX : arc_of(all, caller, function);

    all->function[function].own += call->own;
    if (all->function[function].open++ == 0)
        all->function[function].total += call->total;
    if (arc != SIZE_MAX && all->arc[arc].open++ == 0)
        all->arc[arc].ticks += call->total;
    for (const struct call *next = call->first; next; next = next->next)
        add(all, next, function);
    all->function[function].open--;
    if (arc != SIZE_MAX)
        all->arc[arc].open--;
}

struct functions functions_of(const struct stacks *stacks)
{
    struct functions all = {.count = 0};

    for (const struct call *call = stacks->root.first; call; call = call->next)
        add(&all, call, SIZE_MAX);
    return all;
}

void functions_free(struct functions *all)
{
    free(all->function);
    free(all->arc);
}
