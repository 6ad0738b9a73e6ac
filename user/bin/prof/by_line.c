/*
 * Attributing ticks to source lines.
 *
 * One line's instructions may be in several places, and an inline function's in several units,
 * each of which has its own number for the file: so lines are the same if path and number are.
 */
#include "by_line.h"

#include <ctype.h>
#include <limits.h>
#include <sys/profil.h>

#include "prof.h"
#include "table.h"

/* Ticks of one line, or of a part of its instructions. */
struct charged {
    const char *file; /* NULL: no line is known */
    uint32_t line;
    uint64_t low, ticks;
};

static int by_place(const void *left, const void *right)
{
    const struct charged *a = left, *b = right;

    if (!a->file || !b->file)
        return !!b->file - !!a->file;
    int order = strcmp(a->file, b->file);
    if (order != 0)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->low < b->low ? -1 : a->low > b->low;
}

static bool same_place(const struct charged *a, const struct charged *b)
{
    if (!a->file || !b->file)
        return a->file == b->file;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static struct charged *charge(const struct line_table *table, const struct profile *profile)
{
    struct charged *charged = tool_alloc(NULL, profile->bin_count * sizeof(*charged) + 1);

    for (size_t i = 0; i < profile->bin_count; i++) {
        const struct bin *bin = &profile->bins[i];
        const struct line *line = line_table_find(table, bin->low);

        charged[i] = (struct charged){.low = bin->low, .ticks = bin->ticks};
        if (line) {
            charged[i].file = table->files[line->file];
            charged[i].line = line->line;
        }
    }
    qsort(charged, profile->bin_count, sizeof(*charged), by_place);
    return charged;
}

/* --- names: "primes.c:43  while (n % d == 0)" --- */

/* The path of a source file in the image.  user/... is as in the tree.  The compiler knows a file
 * from EXTRA=DIR as build/.../src/...; the image has it in the folder extra. */
static void find_source(const char *file, char path[PATH_MAX])
{
    const char *extra = strncmp(file, "build/", 6) == 0 ? strstr(file, "/src/") : NULL;

    if (*file == '/')
        snprintf(path, PATH_MAX, "%s", file);
    else if (extra)
        snprintf(path, PATH_MAX, SOURCES "/extra/%s", extra + strlen("/src/"));
    else
        snprintf(path, PATH_MAX, SOURCES "/%s", file);
}

/* A source, as far as it was read: lines are asked for in their order, so that each source is read
 * once. */
struct source {
    const char *file; /* NULL: none yet */
    FILE *in;
    uint32_t at; /* lines read */
};

static void open_source(struct source *source, const char *file)
{
    if (source->in)
        fclose(source->in);
    char path[PATH_MAX];
    find_source(file, path);
    *source = (struct source){.file = file, .in = fopen(path, "r")};
}

/* Line number `line` of the file, allocated; "" if there is none.  A '\r' at its end is dropped.
 * Tabs and other control characters become blanks, which take one column. */
static char *find_text(struct source *source, const char *file, uint32_t line)
{
    char *text = NULL;
    size_t room = 0;

    if (!source->file || strcmp(source->file, file) != 0)
        open_source(source, file);
    while (source->in && source->at < line && getline(&text, &room, source->in) >= 0)
        source->at++;
    if (source->at < line || !text)
        *(text = tool_alloc(text, 1)) = '\0';
    text[strcspn(text, "\n")] = '\0';
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\r')
        text[length - 1] = '\0';
    for (char *c = text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = ' ';
    return text;
}

static const char *last_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Whether another file with ticks has the same name in another folder. */
static bool is_ambiguous(const char *path, const struct charged *charged, size_t count)
{
    for (size_t i = 0; i < count && charged[i].file; i++)
        if (strcmp(last_of(charged[i].file), last_of(path)) == 0 &&
            strcmp(charged[i].file, path) != 0)
            return true;
    return false;
}

static const char *name_of(struct source *source, const struct charged *line, bool ambiguous)
{
    if (!line->file)
        return "(no line)";
    const char *file = ambiguous ? line->file : last_of(line->file);
    char *buf = find_text(source, line->file, line->line), *text = buf + strspn(buf, " ");
    size_t size = strlen(file) + strlen(text) + 16;
    char *name = tool_alloc(NULL, size);
    snprintf(name, size, "%s:%u%s%s", file, line->line, *text ? "  " : "", text);
    free(buf);
    return name;
}

static struct rows make_rows(const struct line_table *table, const struct profile *profile)
{
    struct charged *charged = charge(table, profile);
    struct rows rows = {.row = tool_alloc(NULL, (profile->bin_count + 1) * sizeof(*rows.row))};
    struct source source = {.file = NULL};

    bool ambiguous = false;
    const char *last = NULL; /* the file of the line before: those of one file are side by side */

    for (size_t i = 0, next; i < profile->bin_count; i = next) {
        struct row *row = &rows.row[rows.count++];
        const char *file = charged[i].file;

        if (file && (!last || strcmp(file, last) != 0))
            ambiguous = is_ambiguous(file, charged, profile->bin_count);
        last = file;
        *row =
            (struct row){.name = name_of(&source, &charged[i], ambiguous), .low = charged[i].low};
        for (next = i; next < profile->bin_count && same_place(&charged[i], &charged[next]); next++)
            row->ticks += charged[next].ticks;
    }
    if (source.in)
        fclose(source.in);
    free(charged);
    return rows;
}

void by_line_print(FILE *out, const char *name, const struct profile *profile,
                   const struct line_table *table, const struct view *view)
{
    const struct table look = {.rate = profile->rate, .what = "line"};
    struct rows rows = make_rows(table, profile);

    rows_arrange(&rows, profile->ticks, view);
    if (rows.count > 0)
        table_print(out, &rows, &look);
    else
        fprintf(out, "No tick fell into the text of %s.\n\n", name);
    free(rows.row);
}
