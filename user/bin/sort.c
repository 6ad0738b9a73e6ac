/*
 * sort: prints the lines of its input in order of their bytes.
 * -n by number; -r the other way round; -u one of equal lines; -k N[,M] by fields N to M alone,
 * fields being what blanks separate.  Lines with equal keys are ordered by their whole text.
 */
#define TOOL "sort"
#include "tool.h"

#include <ctype.h>
#include <limits.h>

#define USAGE "[-n] [-r] [-u] [-k FIRST[,LAST]] [FILE...]"

struct line {
    char *text;
    const char *key;
    size_t key_length;
    double number;
};

static struct line *lines;
static size_t count, room;
static int by_number, backwards, unique;
static long first_field = 1, last_field = LONG_MAX;

static const char *skip_field(const char *s)
{
    while (isblank((unsigned char)*s))
        s++;
    while (*s && !isblank((unsigned char)*s))
        s++;
    return s;
}

static void set_key(struct line *line)
{
    const char *start = line->text;
    long field = 1;

    for (; field < first_field && *start; field++)
        start = skip_field(start);
    while (first_field > 1 && isblank((unsigned char)*start))
        start++;
    const char *end;
    for (end = start; field <= last_field && *end; field++)
        end = skip_field(end);
    line->key = start;
    line->key_length = (size_t)(end - start);
    if (by_number)
        line->number = strtod(start, NULL);
}

static int read_lines(FILE *file, const char *name)
{
    char *text = NULL;
    size_t text_room = 0;

    (void)name;
    ssize_t n;
    while ((n = getline(&text, &text_room, file)) >= 0) {
        if (n > 0 && text[n - 1] == '\n')
            text[n - 1] = '\0';
        if (count == room) {
            room = room ? 2 * room : 256;
            lines = tool_alloc(lines, room * sizeof(*lines));
        }
        lines[count].text = strcpy(tool_alloc(NULL, strlen(text) + 1), text);
        set_key(&lines[count++]);
    }
    free(text);
    return 0;
}

static int compare_keys(const struct line *a, const struct line *b)
{
    size_t shorter = a->key_length < b->key_length ? a->key_length : b->key_length;

    if (by_number)
        return (a->number > b->number) - (a->number < b->number);
    int order = memcmp(a->key, b->key, shorter);
    if (order == 0)
        order = (a->key_length > b->key_length) - (a->key_length < b->key_length);
    return order;
}

static int compare(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    int order = compare_keys(a, b);

    if (order == 0)
        order = strcmp(a->text, b->text);
    return backwards ? -order : order;
}

static void set_fields(const char *text)
{
    char *comma = strchr(text, ',');

    if (comma) {
        *comma = '\0';
        last_field = tool_number(comma + 1, 1, LONG_MAX);
    }
    first_field = tool_number(text, 1, LONG_MAX);
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "nruk:")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        by_number |= opt == 'n';
        backwards |= opt == 'r';
        unique |= opt == 'u';
        if (opt == 'k')
            set_fields(optarg);
    }
    int status = tool_files(argv + optind, read_lines);
    if (count > 0)
        qsort(lines, count, sizeof(*lines), compare);
    for (size_t i = 0; i < count; i++)
        if (!unique || i == 0 || compare_keys(&lines[i - 1], &lines[i]) != 0)
            puts(lines[i].text);
    return tool_end(status);
}
