/*
 * Attributing ticks to functions, with standard errors.
 *
 * A counter stands for a few bytes of text, two in our own profiles.  All its ticks are one
 * function's, unless a function ends and another begins within those bytes: then they cannot be
 * told apart, and the counter gets its own row, which names both.  The Makefile aligns what it
 * builds, so this happens only in assembly with several functions in one section.  Ticks at code
 * without a symbol have a row, too: the shares always add up to all the ticks that were counted.
 *
 * A profile is a sample.  With n ticks, of which a share p fell into a function, the standard error
 * of the share is sqrt(p (1 - p) / n); with no tick or all of them that would be 0, so p is taken
 * half a tick from either end.  A share is shown to the first digit of its error: the others say
 * nothing.
 */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <abi/prof.h>

#define BAR_WIDTH_MIN    10
#define NAME_WIDTH_MIN   8
#define WIDTH_OF_SECONDS 60  /* in a narrower terminal there is no such column */
#define FEW_TICKS        100 /* below this the report says how to get more */
#define HZ_MOST          10000

struct row {
    const char *name;
    uint64_t low; /* address */
    uint64_t ticks;
    double share, error; /* percent */
    int decimals;        /* that the error allows */
};

struct rows {
    struct row *row;
    size_t count;
};

/* --- whose ticks --- */

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

/* The ticks of the counter for [low, high).  *first is the first symbol that does not end before
 * it: counters come by address. */
static void charge(struct program *program, size_t *first, uint64_t low, uint64_t high,
                   uint64_t ticks, struct rows *shared)
{
    size_t count = 0;

    while (*first < program->count && program->symbols[*first].high <= low)
        ++*first;
    struct symbol *symbol = &program->symbols[*first];
    while (*first + count < program->count && symbol[count].low < high)
        count++;
    if (count == 1)
        symbol->ticks += ticks;
    else if (count > 1)
        add_row(shared, name_of_several(symbol, count), low, ticks);
    else
        program->nameless += ticks;
}

static void charge_all(struct program *program, const struct profile *profile, struct rows *shared)
{
    uint64_t start = profile->head.gh_lpc;
    double width = (double)(profile->head.gh_hpc - start) / (double)profile->count;
    size_t first = 0;

    for (size_t i = 0; i < profile->count; i++)
        if (profile->counters[i] > 0)
            charge(program, &first, start + (uint64_t)((double)i * width),
                   start + (uint64_t)((double)(i + 1) * width), profile->counters[i], shared);
}

static int by_ticks(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->ticks != b->ticks)
        return a->ticks > b->ticks ? -1 : 1;
    return a->low < b->low ? -1 : a->low > b->low;
}

/* All functions with ticks, the most first. */
static struct rows make_rows(struct program *program, const struct profile *profile)
{
    struct rows rows = {.row = calloc(2 * program->count + 1, sizeof(*rows.row))};

    if (!rows.row) {
        fprintf(stderr, "prof: no memory for the report\n");
        exit(1);
    }
    charge_all(program, profile, &rows);
    for (size_t i = 0; i < program->count; i++)
        if (program->symbols[i].ticks > 0)
            add_row(&rows, program->symbols[i].name, program->symbols[i].low,
                    program->symbols[i].ticks);
    if (program->nameless > 0)
        add_row(&rows, "(no symbol)", UINT64_MAX, program->nameless);
    qsort(rows.row, rows.count, sizeof(*rows.row), by_ticks);
    return rows;
}

/* Puts the rows after the first `shown` together into one more. */
static void cut_rows(struct rows *rows, size_t shown)
{
    static char name[40];
    uint64_t ticks = 0;
    size_t rest = rows->count - shown;

    if (rest < 1)
        return;
    for (size_t i = shown; i < rows->count; i++)
        ticks += rows->row[i].ticks;
    snprintf(name, sizeof(name), "(%zu more)", rest);
    rows->count = shown;
    add_row(rows, name, UINT64_MAX, ticks);
}

/* --- how sure --- */

static void estimate(struct row *row, uint64_t total)
{
    double n = (double)total, p = ((double)row->ticks + 0.5) / (n + 1);

    row->share = 100 * (double)row->ticks / n;
    row->error = 100 * sqrt(p * (1 - p) / n);
    for (double least = 0.95; row->decimals < 3 && row->error < least; least /= 10)
        row->decimals++;
}

/* --- the table --- */

struct layout {
    int name_width, bar_width; /* bar_width 0: no bars */
    int decimals;              /* the most of any row */
    int places;                /* of the seconds; 0: no such column */
    int cut_names;             /* to name_width: lines must not be broken */
    uint64_t most;             /* the ticks of the longest bar */
    double rate;
};

/* 0: not a terminal. */
static int terminal_width(void)
{
    struct winsize size;

    return ioctl(1, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Decimals of a second that a tick is worth. */
static int places_of(double hz)
{
    int places = 2;

    for (; hz >= 1000; hz /= 10)
        places++;
    return places;
}

/* Of the figures and the blanks after them. */
static int width_of_figures(const struct layout *layout)
{
    int fraction = layout->decimals ? 1 + layout->decimals : 0;

    return 5 + fraction + 4 + fraction + (layout->places ? 7 + layout->places : 0) + 9 + 2;
}

static struct layout make_layout(const struct rows *rows, double rate)
{
    int terminal = terminal_width(), width = terminal ? terminal : 80, longest = 8;
    struct layout layout = {.rate = rate, .cut_names = terminal != 0};

    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        int length = (int)strlen(row->name);

        longest = length > longest ? length : longest;
        layout.decimals = row->decimals > layout.decimals ? row->decimals : layout.decimals;
        layout.most = row->ticks > layout.most ? row->ticks : layout.most;
    }
    layout.places = width < WIDTH_OF_SECONDS ? 0 : places_of(rate);
    int room = width - width_of_figures(&layout);
    layout.name_width = longest < room ? longest : room;
    if (layout.name_width < NAME_WIDTH_MIN)
        layout.name_width = NAME_WIDTH_MIN;
    layout.bar_width = room - layout.name_width - 3;
    if (layout.bar_width < BAR_WIDTH_MIN)
        layout.bar_width = 0;
    return layout;
}

/* With the points of all rows below each other. */
static void print_percent(const struct layout *layout, int width, double value, int decimals)
{
    int fraction = decimals ? 1 + decimals : 0;
    int all = layout->decimals ? 1 + layout->decimals : 0;

    printf("%*.*f%*s", width + fraction, decimals, value, all - fraction, "");
}

static void print_row(const struct layout *layout, const struct row *row)
{
    int length = (int)strlen(row->name);
    int bar = (int)((double)row->ticks / (double)layout->most * layout->bar_width + 0.5);

    print_percent(layout, 5, row->share, row->decimals);
    print_percent(layout, 4, row->error, row->decimals);
    if (layout->places)
        printf("%*.*f", 7 + layout->places, layout->places, (double)row->ticks / layout->rate);
    printf("%9llu  ", (unsigned long long)row->ticks);
    if (layout->cut_names && length > layout->name_width)
        printf("%.*s..", layout->name_width - 2, row->name);
    else
        printf("%s", row->name);
    if (layout->bar_width > 0 && length <= layout->name_width) {
        printf("%*s", layout->name_width - length + 2, "");
        for (int i = 0; i < bar || i == 0; i++) /* a bar says "a little", never "nothing" */
            putchar('#');
    }
    putchar('\n');
}

static void print_table(const struct rows *rows, double rate)
{
    struct layout layout = make_layout(rows, rate);
    int fraction = layout.decimals ? 1 + layout.decimals : 0;

    printf("%5s%*s%4s%*s", "%", fraction, "", "±", fraction + 1, ""); /* ± has two bytes */
    if (layout.places)
        printf("%*s", 7 + layout.places, "seconds");
    printf("%9s  %s\n", "ticks", "function");
    for (size_t i = 0; i < rows->count; i++)
        print_row(&layout, &rows->row[i]);
    putchar('\n');
}

/* --- the facts below it --- */

/* "1 tick", "2 ticks"; good until the next call. */
static const char *count_of(uint64_t n, const char *what)
{
    static char text[64];

    snprintf(text, sizeof(text), "%llu %s%s", (unsigned long long)n, what, n == 1 ? "" : "s");
    return text;
}

static void print_times(const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    double hz = profile->head.gh_rate, elapsed = (double)total[GMON_ELAPSED_NS] / 1e9;
    double user = (double)total[GMON_USER] / hz, system = (double)total[GMON_SYSTEM] / hz;
    double idle = elapsed - user - system - (double)total[GMON_MISSED] / hz;
    int places = places_of(hz);

    printf("%.*f s in user mode, %.*f s in the kernel; %.*f s elapsed", places, user, places,
           system, places, elapsed);
    if (!total[GMON_ENDED] && idle > 2 / hz && idle > elapsed / 100)
        printf(", %.*f s of it asleep or waiting", places, idle);
    puts(".");
}

static void print_ending(uint64_t ended)
{
    if (ended == PROF_CALL)
        printf("The program turned profiling off: what it did afterwards is not in the shares.\n");
    else if (ended != 0)
        printf("The profile ended early: its counters could not be written, or profil was called "
               "with\n"
               "memory that cannot.\n");
}

/* What the shares do not show. */
static void print_unseen(const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    double hz = profile->head.gh_rate;

    if (total[GMON_OUTSIDE])
        printf("%s outside the program's text.\n", count_of(total[GMON_OUTSIDE], "tick"));
    if (total[GMON_FULL])
        printf("%s found a full counter: the shares of their functions are too small.\n",
               count_of(total[GMON_FULL], "tick"));
    if (total[GMON_MISSED])
        printf("Missed: %s without a tick, in which it had a CPU that got no time, or too\n"
               "little: up to %.*f s are in no figure above.\n",
               count_of(total[GMON_MISSED], "period"), places_of(hz),
               (double)total[GMON_MISSED] / hz);
    if (total[GMON_FORKED])
        printf("Not in this profile: %s; those that it waited for used %.*f s.\n",
               count_of(total[GMON_FORKED], "fork"), places_of(hz),
               (double)(total[GMON_CHILD_USER] + total[GMON_CHILD_SYSTEM]) / hz);
    if (total[GMON_LOST_CALLS])
        printf("Not counted: %s, as the table of arcs was full.\n",
               count_of(total[GMON_LOST_CALLS], "call"));
    print_ending(total[GMON_ENDED]);
}

static void print_advice(const struct profile *profile, uint64_t ticks)
{
    uint32_t hz = profile->head.gh_rate;

    if (profile->totals[GMON_FLAGS] & PROF_SKID)
        puts("SKEWED: parallel CPUs tick only where blocks of code begin; use CPUS=1 or DET=1.");
    if (ticks < FEW_TICKS && hz < HZ_MOST)
        printf("That is few: give it more work, or take %u times the ticks with KARGS=hz=%u\n"
               "(make qemu KARGS=hz=%u).\n",
               HZ_MOST / hz, HZ_MOST, HZ_MOST);
    else if (ticks < FEW_TICKS)
        printf("That is few: give it more work.\n");
}

static void print_facts(const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    uint64_t ticks = profile->has_totals ? total[GMON_USER] + total[GMON_SYSTEM] : profile->total;

    printf("%s, %u a second%s\n", count_of(ticks, "tick"), profile->head.gh_rate,
           profile->total ? "; ± is one standard error." : ".");
    if (profile->has_totals) {
        print_times(profile);
        print_unseen(profile);
    }
    print_advice(profile, ticks);
}

void report_print(const char *name, struct program *program, const struct profile *profile,
                  int most_rows)
{
    struct rows rows = make_rows(program, profile);

    if (most_rows > 0 && (size_t)most_rows < rows.count)
        cut_rows(&rows, (size_t)most_rows);
    for (size_t i = 0; i < rows.count; i++)
        estimate(&rows.row[i], profile->total);
    if (rows.count == 0)
        printf("No tick fell into the text of %s.\n\n", name);
    else
        print_table(&rows, profile->head.gh_rate);
    print_facts(profile);
    free(rows.row);
}
