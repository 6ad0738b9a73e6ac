/* A change is a run of changed lines in one file or both, with no equal lines between. */
#include "diff.h"

#include <stdio.h>

struct change {
    long a, a_end, b, b_end; /* lines a to a_end - 1, and so on, from 0 */
};

static const struct lines *old, *new;

/* The first change at or after these equal places; 0: there is none. */
static int next_change(long a, long b, struct change *change)
{
    while (a < old->count && b < new->count && !old->list[a].changed && !new->list[b].changed)
        a++, b++;
    change->a = change->a_end = a;
    change->b = change->b_end = b;
    while (change->a_end < old->count && old->list[change->a_end].changed)
        change->a_end++;
    while (change->b_end < new->count &&new->list[change->b_end].changed)
        change->b_end++;
    return change->a_end > a || change->b_end > b;
}

static void print_line(const char *mark, const struct lines *lines, long i)
{
    const struct line *line = &lines->list[i];

    fputs(mark, stdout);
    fwrite(line->text, 1, line->length, stdout);
    if (i == lines->count - 1 && lines->no_newline)
        fputs("\n\\ No newline at end of file\n", stdout);
}

/* Lines first to end - 1 as numbers from 1; an empty range is after the line before it. */
static void print_range(long first, long end)
{
    if (end - first > 1)
        printf("%ld,%ld", first + 1, end);
    else
        printf("%ld", end > first ? first + 1 : first);
}

static void print_normal(void)
{
    struct change c;

    for (long a = 0, b = 0; next_change(a, b, &c); a = c.a_end, b = c.b_end) {
        print_range(c.a, c.a_end);
        putchar(c.a == c.a_end ? 'a' : c.b == c.b_end ? 'd' : 'c');
        print_range(c.b, c.b_end);
        putchar('\n');
        for (long i = c.a; i < c.a_end; i++)
            print_line("< ", old, i);
        if (c.a < c.a_end && c.b < c.b_end)
            puts("---");
        for (long i = c.b; i < c.b_end; i++)
            print_line("> ", new, i);
    }
}

static void print_span(char mark, long first, long end)
{
    printf("%c%ld", mark, end > first ? first + 1 : first);
    if (end - first != 1)
        printf(",%ld", end - first);
}

/* One hunk: the changes from first on that are at most 2 * context lines apart.  Returns the last.
 */
static struct change print_hunk(struct change first, long context)
{
    struct change last = first, c;
    long a = first.a > context ? first.a - context : 0, b = first.b - (first.a - a);

    while (next_change(last.a_end, last.b_end, &c) && c.a - last.a_end <= 2 * context)
        last = c;
    long after = old->count - last.a_end < context ? old->count - last.a_end : context;
    fputs("@@ ", stdout);
    print_span('-', a, last.a_end + after);
    putchar(' ');
    print_span('+', b, last.b_end + after);
    puts(" @@");
    while (a < last.a_end + after || b < last.b_end + after) {
        if (a < old->count && old->list[a].changed)
            print_line("-", old, a++);
        else if (b < new->count &&new->list[b].changed)
            print_line("+", new, b++);
        else
            print_line(" ", old, a++), b++;
    }
    return last;
}

static void print_unified(long context)
{
    printf("--- %s\n+++ %s\n", old->name, new->name);
    struct change c;
    for (long a = 0, b = 0; next_change(a, b, &c); a = c.a_end, b = c.b_end)
        c = print_hunk(c, context);
}

void print_differences(const struct lines *a, const struct lines *b, long context)
{
    old = a, new = b;
    if (context < 0)
        print_normal();
    else
        print_unified(context);
}
