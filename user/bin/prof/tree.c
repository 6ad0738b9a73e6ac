/*
 * A function's ticks with its callees are the sum over its calls in the tree.  A call inside
 * another call of the same function must not be added again: so the walk marks open functions.  The
 * same goes for each pair of a caller and a callee.
 */
#include "tree.h"

#include "prof.h"
#include "rows.h"

#define LEAST_PART 200 /* of the ticks: what has less is left out */
#define INDENT     2

#define FIGURES        "total %    ±  own %    ±    ticks"
#define WIDTH_TO_TICKS (12 + 12 + 9) /* their columns: ± has two bytes */

struct function {
    const char *name;
    const struct symbol *symbol; /* which has the name; NULL: none */
    uint64_t own, total;
    int open;
};

struct arc {
    size_t caller, callee; /* functions */
    uint64_t ticks;
    int open;
};

struct functions {
    struct function *function;
    struct arc *arc;
    size_t count, arc_count;
};

/* --- the tree --- */

struct walk {
    FILE *out;
    uint64_t all, least;
    int left;      /* rows; below 0: any number */
    unsigned more; /* rows for which there was no room */
};

static void print_figures(FILE *out, uint64_t all, uint64_t total, uint64_t own)
{
    fprintf(out, "%7.1f %4.1f%7.1f %4.1f %8llu  ", 100 * (double)total / (double)all,
            rows_error(total, all), 100 * (double)own / (double)all, rows_error(own, all),
            (unsigned long long)total);
}

/* Whether one more row is to be printed: it is counted. */
static bool has_room(struct walk *walk)
{
    if (walk->left == 0) {
        walk->more++;
        return false;
    }
    walk->left -= walk->left > 0;
    return true;
}

static void print_more(struct walk *walk, int most)
{
    if (walk->more > 0)
        fprintf(walk->out, "%*s(%u more)\n", WIDTH_TO_TICKS + 2, "", walk->more);
    walk->more = 0;
    walk->left = most;
}

static void print_callees(struct walk *walk, const struct call *caller, int depth)
{
    for (const struct call *call = caller->first; call; call = call->next) {
        if (call->total < walk->least)
            return; /* the next ones have no more ticks */
        if (has_room(walk)) {
            print_figures(walk->out, walk->all, call->total, call->own);
            fprintf(walk->out, "%*s%s\n", depth * INDENT, "", call->name);
        }
        print_callees(walk, call, depth + 1);
    }
}

/* --- each function and its callers --- */

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

static int by_ticks(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;

    if (a->ticks != b->ticks)
        return a->ticks > b->ticks ? -1 : 1;
    return a->caller < b->caller ? -1 : a->caller > b->caller;
}

static void print_function(const struct walk *walk, const struct functions *all, size_t which)
{
    const struct function *function = &all->function[which];

    print_figures(walk->out, walk->all, function->total, function->own);
    fprintf(walk->out, "%s\n", function->name);
    for (size_t i = 0; i < all->arc_count; i++) {
        const struct arc *arc = &all->arc[i];

        if (arc->callee == which && arc->ticks >= walk->least)
            fprintf(walk->out, "%*llu  %*sby %s\n", WIDTH_TO_TICKS, (unsigned long long)arc->ticks,
                    INDENT, "", all->function[arc->caller].name);
    }
}

/* Functions with more ticks in themselves come first, then those with more in their callees. */
static bool before(const struct function *a, const struct function *b)
{
    return a->own != b->own ? a->own > b->own : a->total > b->total;
}

/* The first of those that are not yet printed; or all->count. */
static size_t next_function(const struct functions *all)
{
    size_t best = all->count;

    for (size_t i = 0; i < all->count; i++)
        if (!all->function[i].open &&
            (best == all->count || before(&all->function[i], &all->function[best])))
            best = i;
    return best;
}

static void print_functions(struct walk *walk, struct functions *all)
{
    qsort(all->arc, all->arc_count, sizeof(*all->arc), by_ticks);
    for (size_t which; (which = next_function(all)) < all->count;) {
        all->function[which].open = 1; /* is printed */
        if (all->function[which].total >= walk->least && has_room(walk))
            print_function(walk, all, which);
    }
}

void tree_print(FILE *out, const struct stacks *stacks, int rows)
{
    const int most = rows > 0 ? rows : -1;
    const uint64_t total = stacks->root.total, least = (total + LEAST_PART - 1) / LEAST_PART;
    struct walk walk = {out, total, least, most, 0};
    struct functions all = {.count = 0};

    fputs(FIGURES "  function, and below it what it called\n", out);
    print_callees(&walk, &stacks->root, 0);
    print_more(&walk, most);
    fputs("\n" FIGURES "  function, and below it who called it\n", out);
    for (const struct call *call = stacks->root.first; call; call = call->next)
        add(&all, call, SIZE_MAX);
    print_functions(&walk, &all);
    print_more(&walk, most);
    fprintf(out, "\nWithout calls of less than %.1f %% of the ticks.\n", 100.0 / LEAST_PART);
    free(all.function);
    free(all.arc);
}
