/*
 * sort: prints the lines of its input in order of their bytes.
 * -n by number; -r the other way round; -u one of equal lines; -k N[,M] by fields N to M alone,
 * fields being what blanks separate.  Lines with equal keys are ordered by their whole text.
 */
#define TOOL         "sort"
#define TOOL_FAILURE 2 /* 1 says that the input is not in order, to who asks (POSIX.1-2017) */
#include "tool.h"

#include <ctype.h>
#include <limits.h>

#define USAGE "[-n] [-r] [-u] [-k FIRST[,LAST]] [FILE...]"

struct line {
    char *text;
    const char *key;
    size_t key_length;
};

/* The digits before and after the point, less those zeros that change nothing. */
struct number {
    int negative;
    const char *whole, *fraction;
    size_t whole_length, fraction_length;
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

static const char *skip_digits(const char *s, const char *end)
{
    while (s < end && isdigit((unsigned char)*s))
        s++;
    return s;
}

/* What a key begins with: blanks, a minus, digits with a point (POSIX.1-2017, sort -n); 0 if it
 * does not.  It stays text, as no type has room for every number. */
static struct number read_number(const struct line *line)
{
    const char *s = line->key, *end = s + line->key_length;

    while (s < end && isblank((unsigned char)*s))
        s++;
    struct number n = {.negative = s < end && *s == '-'};
    s += n.negative;
    while (s < end && *s == '0')
        s++;
    n.whole = s;
    s = skip_digits(s, end);
    n.whole_length = (size_t)(s - n.whole);
    n.fraction = s + (s < end && *s == '.');
    if (n.fraction > s)
        s = skip_digits(n.fraction, end);
    while (s > n.fraction && s[-1] == '0')
        s--;
    n.fraction_length = (size_t)(s - n.fraction);
    n.negative &= n.whole_length + n.fraction_length > 0;
    return n;
}

/* By bytes; of two that begin alike the longer one is greater. */
static int compare_bytes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);

    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_numbers(const struct number *a, const struct number *b)
{
    if (a->negative != b->negative)
        return b->negative - a->negative;
    int order = (a->whole_length > b->whole_length) - (a->whole_length < b->whole_length);
    if (order == 0)
        order = memcmp(a->whole, b->whole, a->whole_length);
    if (order == 0)
        order = compare_bytes(a->fraction, a->fraction_length, b->fraction, b->fraction_length);
    return a->negative ? -order : order;
}

static int compare_keys(const struct line *a, const struct line *b)
{
    if (!by_number)
        return compare_bytes(a->key, a->key_length, b->key, b->key_length);
    struct number number = read_number(a), other = read_number(b);
    return compare_numbers(&number, &other);
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
