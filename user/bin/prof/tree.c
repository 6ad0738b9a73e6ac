#include "tree.h"

#include "functions.h"
#include "prof.h"
#include "rows.h"

#define LEAST_PART 200 /* of the ticks: what has less is left out */
#define INDENT     2

#define FIGURES        "total %    ±  own %    ±    ticks"
#define WIDTH_TO_TICKS (12 + 12 + 9) /* their columns: ± has two bytes */

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
    struct functions all = functions_of(stacks);

    fputs(FIGURES "  function, and below it what it called\n", out);
    print_callees(&walk, &stacks->root, 0);
    print_more(&walk, most);
    fputs("\n" FIGURES "  function, and below it who called it\n", out);
    print_functions(&walk, &all);
    print_more(&walk, most);
    fprintf(out, "\nWithout calls of less than %.1f %% of the ticks.\n", 100.0 / LEAST_PART);
    functions_free(&all);
}
