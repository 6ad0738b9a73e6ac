/*
 * Whose tick was it?
 *
 * A counter stands for a few bytes of text.  Where those belong to two functions the ticks are
 * split in proportion to the bytes of each, as gprof does it.  Ticks at code without a symbol get
 * a line of their own, so that the shares always add up to all the ticks that were counted; those
 * whose pc lay outside the text are in the totals below.
 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#define NAME_WIDTH_MAX 32
#define BAR_WIDTH_MIN  10
#define FIGURES_WIDTH  28 /* what stands before the name */

/* gprof, whose shares these are meant to be, knows code in units of two bytes. */
static double even(uint64_t address)
{
    return (double)(address & ~(uint64_t)1);
}

/* Adds a counter's ticks to the symbols in [low, high); returns what no symbol took. */
static double share_out(struct program *program, size_t *first, double low, double high,
                        double ticks)
{
    double left = ticks;

    while (*first < program->count && even(program->symbols[*first].high) <= low)
        ++*first;
    for (size_t i = *first; i < program->count; i++) {
        struct symbol *symbol = &program->symbols[i];
        double from = even(symbol->low) > low ? even(symbol->low) : low;
        double to = even(symbol->high) < high ? even(symbol->high) : high;

        if (even(symbol->low) >= high)
            break;
        if (to > from) {
            double part = ticks * (to - from) / (high - low);

            symbol->ticks += part;
            left -= part;
        }
    }
    return left > 1e-9 ? left : 0;
}

/* Returns the ticks at code without a symbol. */
static double charge(struct program *program, const struct profile *profile)
{
    double start = (double)profile->head.gh_lpc;
    double width = ((double)profile->head.gh_hpc - start) / (double)profile->count;
    double nameless = 0;
    size_t first = 0;

    for (size_t i = 0; i < profile->count; i++)
        if (profile->counters[i] > 0)
            nameless += share_out(program, &first, start + (double)i * width,
                                  start + (double)(i + 1) * width, profile->counters[i]);
    return nameless;
}

static int by_ticks(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;

    if (a->ticks != b->ticks)
        return a->ticks > b->ticks ? -1 : 1;
    return a->low < b->low ? -1 : a->low > b->low;
}

static int terminal_width(void)
{
    struct winsize size;

    return ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

struct layout {
    int name_width, bar_width; /* bar_width 0: no bars */
    double most;               /* the ticks of the longest bar */
    double total;
    double rate;
    int decimals; /* of the ticks: some counter was split or not */
};

static struct layout make_layout(const struct symbol *rows, size_t count,
                                 const struct profile *profile)
{
    struct layout layout = {.most = rows[0].ticks, .total = (double)profile->total};

    layout.rate = profile->head.gh_rate;
    layout.name_width = (int)strlen("function");
    for (size_t i = 0; i < count; i++) {
        int length = (int)strlen(rows[i].name);

        if (length > layout.name_width)
            layout.name_width = length;
        if (rows[i].ticks != (double)(uint64_t)rows[i].ticks)
            layout.decimals = 1;
    }
    if (layout.name_width > NAME_WIDTH_MAX)
        layout.name_width = NAME_WIDTH_MAX;
    layout.bar_width = terminal_width() - FIGURES_WIDTH - layout.name_width - 3;
    if (layout.bar_width < BAR_WIDTH_MIN)
        layout.bar_width = 0;
    return layout;
}

/*
 * A bar that is not empty says "a little", never "nothing".  A name too long for its column is
 * printed whole and takes the bar's place.
 */
static void print_bar(const struct layout *layout, const char *name, double ticks)
{
    int gap = layout->name_width - (int)strlen(name);
    int length = (int)(ticks / layout->most * layout->bar_width + 0.5);

    if (layout->bar_width == 0 || gap < 0)
        return;
    printf("%*s", gap + 2, "");
    for (int i = 0; i < length || i == 0; i++)
        putchar('#');
}

static void print_figures(const struct layout *layout, const char *name, double ticks)
{
    int places = layout->rate > 100 ? 3 : 2;

    printf("%6.2f %9.*f %9.*f  %s", 100 * ticks / layout->total, places, ticks / layout->rate,
           layout->decimals, ticks, name);
}

static void print_rows(const struct symbol *rows, size_t count, size_t shown,
                       const struct profile *profile)
{
    struct layout layout = make_layout(rows, shown, profile);
    double rest = 0;
    char others[40];

    printf("%6s %9s %9s  %s\n", "%", "seconds", "ticks", "function");
    for (size_t i = 0; i < shown; i++) {
        print_figures(&layout, rows[i].name, rows[i].ticks);
        print_bar(&layout, rows[i].name, rows[i].ticks);
        putchar('\n');
    }
    for (size_t i = shown; i < count; i++)
        rest += rows[i].ticks;
    if (shown < count) {
        snprintf(others, sizeof others, "(%zu more)", count - shown);
        print_figures(&layout, others, rest);
        putchar('\n');
    }
}

/* Good until the next call. */
static const char *count_text(uint64_t ticks)
{
    static char text[32];

    snprintf(text, sizeof text, "%llu tick%s", (unsigned long long)ticks, ticks == 1 ? "" : "s");
    return text;
}

static void print_totals(const struct profile *profile)
{
    const struct gmonhdr *head = &profile->head;
    uint64_t charged = (uint64_t)head->gh_user + head->gh_system;
    uint64_t binned = profile->total + head->gh_outside;

    /* Another system's file has no totals where ours has them. */
    if (charged < binned) {
        printf("%s, %u a second\n", count_text(profile->total), head->gh_rate);
        return;
    }
    printf("%s, %u a second: %u user, %u system; %u outside the text\n", count_text(charged),
           head->gh_rate, head->gh_user, head->gh_system, head->gh_outside);
    if (charged > binned)
        printf("%s found the counter full: the greatest shares above are too small\n",
               count_text(charged - binned));
}

void report_print(const char *name, struct program *program, const struct profile *profile,
                  int rows)
{
    struct symbol *list = calloc(program->count + 1, sizeof *list);
    size_t count = 0, shown;
    double nameless = charge(program, profile);

    if (!list) {
        fprintf(stderr, "prof: no memory for the report\n");
        exit(1);
    }
    for (size_t i = 0; i < program->count; i++)
        if (program->symbols[i].ticks > 0)
            list[count++] = program->symbols[i];
    if (nameless > 0)
        list[count++] = (struct symbol){.name = "(no symbol)", .ticks = nameless};
    if (count == 0) {
        printf("No tick fell into %s: it ran for less than about 1/%u second.\n", name,
               profile->head.gh_rate);
    } else {
        qsort(list, count, sizeof *list, by_ticks);
        shown = rows > 0 && (size_t)rows < count ? (size_t)rows : count;
        print_rows(list, count, shown, profile);
        putchar('\n');
    }
    print_totals(profile);
    free(list);
}
