#include "table.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#define BAR_WIDTH_MIN    10
#define NAME_WIDTH_MIN   8
#define WIDTH_OF_SECONDS 60 /* in a narrower terminal there is no such column */
#define WIDTH_OF_CALLS   10
#define WIDTH_OF_ADDRESS 10
#define DIGITS_OF_MS     4 /* of the milliseconds a call */

struct layout {
    FILE *out;
    struct table table;
    int name_width, bar_width; /* bar_width 0: no bars */
    int decimals;              /* the most of any row */
    int places;                /* of the seconds; 0: no such column */
    int cut_names;             /* to name_width: lines must not be broken */
    uint64_t most;             /* the ticks of the longest bar */
};

/* 0: not a terminal. */
static int terminal_width(FILE *out)
{
    struct winsize size;

    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int table_places(double hz)
{
    int places = 2;

    for (; hz >= 1000; hz /= 10)
        places++;
    return places;
}

/* Columns that the figures take, with the blanks after them. */
static int width_of_figures(const struct layout *layout)
{
    int fraction = layout->decimals ? 1 + layout->decimals : 0;
    int calls = layout->table.calls ? 2 * WIDTH_OF_CALLS : 0;
    int address = layout->table.base ? WIDTH_OF_ADDRESS : 0;

    return 5 + fraction + 4 + fraction + (layout->places ? 7 + layout->places : 0) + 9 + calls +
           address + 2;
}

static bool begins_character(char byte)
{
    return (byte & 0xc0) != 0x80; /* in UTF-8 */
}

static int columns_of(const char *name)
{
    int columns = 0;

    for (; *name; name++)
        columns += begins_character(*name);
    return columns;
}

/* How many bytes of the name, which is longer, take so many columns. */
static int bytes_of(const char *name, int columns)
{
    int i = 0;

    while (!begins_character(name[i]) || columns-- > 0)
        i++;
    return i;
}

static struct layout make_layout(FILE *out, const struct rows *rows, const struct table *table)
{
    int terminal = terminal_width(out), width = terminal ? terminal : 80, longest = 8;
    struct layout layout = {.out = out, .table = *table, .cut_names = terminal != 0};

    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        int length = columns_of(row->name);

        longest = length > longest ? length : longest;
        layout.decimals = row->decimals > layout.decimals ? row->decimals : layout.decimals;
        layout.most = row->ticks > layout.most ? row->ticks : layout.most;
    }
    layout.places = width < WIDTH_OF_SECONDS ? 0 : table_places(table->rate);
    if (width - width_of_figures(&layout) < longest && layout.cut_names)
        layout.places = 0; /* the ticks say the same; a name has more to say */
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

    fprintf(layout->out, "%*.*f%*s", width + fraction, decimals, value, all - fraction, "");
}

/* The calls, and the time of each; both empty where no call was counted. */
static void print_calls(const struct layout *layout, const struct row *row)
{
    if (row->calls == 0) {
        fprintf(layout->out, "%*s", 2 * WIDTH_OF_CALLS, "");
        return;
    }
    double ms = 1000 * (double)row->ticks / layout->table.rate / (double)row->calls;
    int places = DIGITS_OF_MS;
    for (double value = ms; value >= 1 && places > 0; value /= 10)
        places--;
    fprintf(layout->out, " %*llu %*.*f", WIDTH_OF_CALLS - 1, (unsigned long long)row->calls,
            WIDTH_OF_CALLS - 1, places, ms);
}

static void print_address(const struct layout *layout, uint64_t address)
{
    const char *format = layout->table.base == 'o' ? " %*llo" : " %*llx";

    if (address == UINT64_MAX)
        fprintf(layout->out, "%*s", WIDTH_OF_ADDRESS, "");
    else
        fprintf(layout->out, format, WIDTH_OF_ADDRESS - 1, (unsigned long long)address);
}

static void print_name(const struct layout *layout, const struct row *row)
{
    int length = columns_of(row->name);
    int bar = layout->most == 0
                  ? 0
                  : (int)((double)row->ticks / (double)layout->most * layout->bar_width + 0.5);

    if (layout->cut_names && length > layout->name_width)
        fprintf(layout->out, "%.*s..", bytes_of(row->name, layout->name_width - 2), row->name);
    else
        fputs(row->name, layout->out);
    if (layout->bar_width == 0 || length > layout->name_width || row->ticks == 0)
        return;
    fprintf(layout->out, "%*s", layout->name_width - length + 2, "");
    for (int i = 0; i < bar || i == 0; i++) /* a bar says "a little", never "nothing" */
        putc('#', layout->out);
}

static void print_row(const struct layout *layout, const struct row *row)
{
    print_percent(layout, 5, row->share, row->decimals);
    print_percent(layout, 4, row->error, row->decimals);
    if (layout->places)
        fprintf(layout->out, " %*.*f", 6 + layout->places, layout->places,
                (double)row->ticks / layout->table.rate);
    fprintf(layout->out, " %8llu", (unsigned long long)row->ticks);
    if (layout->table.calls)
        print_calls(layout, row);
    if (layout->table.base)
        print_address(layout, row->low);
    fputs("  ", layout->out);
    print_name(layout, row);
    putc('\n', layout->out);
}

static void print_heads(const struct layout *layout)
{
    int fraction = layout->decimals ? 1 + layout->decimals : 0;

    /* ± has two bytes */
    fprintf(layout->out, "%5s%*s%4s%*s", "%", fraction, "", "±", fraction + 1, "");
    if (layout->places)
        fprintf(layout->out, "%*s", 7 + layout->places, "seconds");
    fprintf(layout->out, "%9s", "ticks");
    if (layout->table.calls)
        fprintf(layout->out, "%*s%*s", WIDTH_OF_CALLS, "calls", WIDTH_OF_CALLS, "ms/call");
    if (layout->table.base)
        fprintf(layout->out, "%*s", WIDTH_OF_ADDRESS, "address");
    fprintf(layout->out, "  %s\n", layout->table.what);
}

void table_print(FILE *out, const struct rows *rows, const struct table *table)
{
    struct layout layout = make_layout(out, rows, table);

    print_heads(&layout);
    for (size_t i = 0; i < rows->count; i++)
        print_row(&layout, &rows->row[i]);
    putc('\n', out);
}
