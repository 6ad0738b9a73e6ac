/*
 * Attributing ticks to functions, with standard errors.
 *
 * A counter stands for one pc, or in a file for a few bytes of text.  All its ticks are those of
 * one function, unless a function ends and another begins within those bytes.  Then the counter
 * gets its own row, which names both.  The Makefile aligns what it builds, so this happens only in
 * assembly with several functions in one section.  Ticks at code without a symbol also have a row:
 * the shares always add up to all the ticks that were counted.
 *
 * A profile is a sample.  With n ticks, of which a share p fell into a function, the standard error
 * of the share is sqrt(p (1 - p) / n); with no tick or all of them that would be 0, so p is taken
 * half a tick from either end.  A share is shown to the first digit of its error: the others say
 * nothing.
 */
#include "rows.h"

#include <math.h>
#include <stdio.h>

#include "prof.h"

#define DECIMALS_MAX 8 /* the first digit of any error of up to 10^9 ticks */

/* --- whose ticks, whose calls --- */

static struct row *add_row(struct rows *rows, const char *name, uint64_t low, uint64_t ticks)
{
    struct row *row = &rows->row[rows->count++];

    *row = (struct row){.name = name, .low = low, .ticks = ticks};
    return row;
}

static const char *name_of_several(const struct symbol *first, size_t count)
{
    size_t size = strlen(first[0].name) + strlen(first[1].name) + sizeof(" or  or others");
    char *name = malloc(size);

    if (name)
        snprintf(name, size, "%s or %s%s", first[0].name, first[1].name,
                 count > 2 ? " or others" : "");
    return name ? name : first[0].name;
}

/* If a bin has several bytes, nobody knows which of them had the ticks, and so in which copy. */
static struct symbol *innermost(const struct program *program, struct symbol *symbol,
                                const struct bin *bin)
{
    struct symbol *functions[INLINED_MOST];
    size_t count = inlined_at(program, symbol, bin->low, functions);

    return functions[bin->high - bin->low > 1 ? 0 : count - 1];
}

/* Charges a bin's ticks.  *first is the first symbol that does not end before it: bins come by
 * address. */
static void charge(struct program *program, size_t *first, const struct bin *bin,
                   struct rows *shared)
{
    size_t count = 0;

    while (*first < program->count && program->symbols[*first].high <= bin->low)
        ++*first;
    struct symbol *symbol = &program->symbols[*first];
    while (*first + count < program->count && symbol[count].low < bin->high)
        count++;
    if (count == 1)
        innermost(program, symbol, bin)->ticks += bin->ticks;
    else if (count > 1)
        add_row(shared, name_of_several(symbol, count), bin->low, bin->ticks);
    else
        program->nameless += bin->ticks;
}

/* The compiler may make several symbols of a mark, for example where it unrolls a loop: the first
 * one in a function gets the ticks and calls of all. */
static void join_marks(struct program *program)
{
    const struct symbol *end = program->symbols + program->count;

    for (struct symbol *mark = program->symbols; mark < end; mark++)
        for (struct symbol *other = mark + 1; mark->mark && other < end && other->mark; other++)
            if (strcmp(other->name, mark->name) == 0) {
                mark->ticks += other->ticks;
                mark->calls += other->calls;
                other->ticks = other->calls = 0;
            }
}

static void charge_all(struct program *program, const struct profile *profile, struct rows *shared)
{
    size_t first = 0;

    program->nameless = 0;
    for (size_t i = 0; i < program->count + program->inlined.node_count; i++)
        program->symbols[i].ticks = program->symbols[i].calls = 0;
    for (size_t i = 0; i < profile->bin_count; i++)
        charge(program, &first, &profile->bins[i], shared);
    for (size_t i = 0; i < profile->call_count; i++) {
        const struct gmonrec *call = &profile->calls[i];
        struct symbol *called = program_find(program, call->gr_self);

        if (called && !program_in_dropped_mark(program, call->gr_self))
            called->same->calls += call->gr_count;
    }
    join_marks(program);
}

/* --- their order --- */

static int by_address(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    return a->low < b->low ? -1 : a->low > b->low;
}

static int by_ticks(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->ticks != b->ticks)
        return a->ticks > b->ticks ? -1 : 1;
    return by_address(a, b);
}

static int by_calls(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->calls != b->calls)
        return a->calls > b->calls ? -1 : 1;
    return by_ticks(a, b);
}

static int by_name(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = strcmp(a->name, b->name);

    return order ? order : by_address(a, b);
}

static void sort(struct rows *rows, char order)
{
    qsort(rows->row, rows->count, sizeof(*rows->row),
          order == 'a'   ? by_address
          : order == 'c' ? by_calls
          : order == 'n' ? by_name
                         : by_ticks);
}

/* Puts the rows after the first `shown` together into one more. */
static void cut(struct rows *rows, size_t shown)
{
    static char name[40];
    uint64_t ticks = 0, calls = 0;
    size_t rest = rows->count - shown;

    for (size_t i = shown; i < rows->count; i++) {
        ticks += rows->row[i].ticks;
        calls += rows->row[i].calls;
    }
    snprintf(name, sizeof(name), "(%zu more)", rest);
    rows->count = shown;
    add_row(rows, name, UINT64_MAX, ticks)->calls = calls;
}

/* --- how sure --- */

double rows_error(uint64_t ticks, uint64_t total)
{
    double n = (double)total, p = ((double)ticks + 0.5) / (n + 1);

    return 100 * sqrt(p * (1 - p) / n);
}

static void estimate(struct row *row, uint64_t total)
{
    if (total == 0)
        return;
    row->share = 100 * (double)row->ticks / (double)total;
    row->error = rows_error(row->ticks, total);
    for (double least = 0.95; row->decimals < DECIMALS_MAX && row->error < least; least /= 10)
        row->decimals++;
}

void rows_arrange(struct rows *rows, uint64_t total, const struct view *view)
{
    sort(rows, view->sort);
    if (view->rows > 0 && (size_t)view->rows < rows->count)
        cut(rows, (size_t)view->rows);
    for (size_t i = 0; i < rows->count; i++)
        estimate(&rows->row[i], total);
}

struct rows rows_make(struct program *program, const struct profile *profile,
                      const struct view *view)
{
    size_t symbols = program->count + program->inlined.node_count;
    size_t most = symbols + profile->bin_count + 2; /* "(no symbol)", "(n more)" */
    struct rows rows = {.row = tool_alloc(NULL, most * sizeof(*rows.row))};

    charge_all(program, profile, &rows);
    for (size_t i = 0; i < symbols; i++) {
        const struct symbol *symbol = &program->symbols[i];

        if (symbol->ticks > 0 || symbol->calls > 0 ||
            (view->all && symbol->low != UINT64_MAX && symbol->same == symbol))
            add_row(&rows, symbol->name, symbol->low, symbol->ticks)->calls = symbol->calls;
    }
    if (program->nameless > 0)
        add_row(&rows, "(no symbol)", UINT64_MAX, program->nameless);
    rows_arrange(&rows, profile->ticks, view);
    return rows;
}
