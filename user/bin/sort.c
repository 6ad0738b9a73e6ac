/*
 * sort: prints the lines of its input in order of their bytes.  -n by number; -r in reverse; -u one
 * of equal lines; -k N[,M] by fields N to M alone.  A field is blanks and the characters up to the
 * next blank.  If two lines are equal by the first -k, the next one decides, at last their whole
 * text.
 */
#define TOOL         "sort"
#define TOOL_FAILURE 2 /* POSIX.1-2017 keeps 1 for -c: the input is not in order */
#include "tool.h"

#include <ctype.h>
#include <limits.h>

#define USAGE "[-n] [-r] [-u] [-k FIRST[,LAST]]... [FILE...]"

/* A line without its newline, or a key of it.  It may have NULs. */
struct text {
    const char *start, *end;
};

struct key {
    long first, last; /* fields, from 1 on */
};

/* The digits before and after the point, less those zeros that change nothing. */
struct number {
    int negative;
    const char *whole, *fraction;
    size_t whole_length, fraction_length;
};

static struct text *lines;
static size_t count, room;
static struct key *keys; /* at least one */
static size_t key_count;
static int by_number, backwards, unique;

static const char *skip_field(const char *s, const char *end)
{
    while (s < end && isblank((unsigned char)*s))
        s++;
    while (s < end && !isblank((unsigned char)*s))
        s++;
    return s;
}

static struct text find_key(const struct text *line, const struct key *key)
{
    struct text found = {line->start, line->end};
    long field = 1;

    for (; field < key->first && found.start < line->end; field++)
        found.start = skip_field(found.start, line->end);
    if (key->last == LONG_MAX)
        return found;
    for (found.end = found.start; field <= key->last && found.end < line->end; field++)
        found.end = skip_field(found.end, line->end);
    return found;
}

static int read_lines(FILE *file, const char *name)
{
    char *text = NULL;
    size_t text_room = 0;

    (void)name;
    ssize_t n;
    while ((n = getline(&text, &text_room, file)) >= 0) {
        n -= text[n - 1] == '\n';
        if (count == room) {
            room = room ? 2 * room : 256;
            lines = tool_alloc(lines, room * sizeof(*lines));
        }
        char *line = memcpy(tool_alloc(NULL, (size_t)n + 1), text, (size_t)n);
        lines[count++] = (struct text){line, line + n};
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

/* The number at the beginning of a key: blanks, a minus, digits with a point (POSIX.1-2017, sort
 * -n); 0 if there is none.  It stays text, as no type has room for every number. */
static struct number read_number(const struct text *key)
{
    const char *s = key->start, *end = key->end;

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

static int compare_texts(const struct text *a, const struct text *b)
{
    return compare_bytes(a->start, (size_t)(a->end - a->start), b->start,
                         (size_t)(b->end - b->start));
}

static int compare_key(const struct text *a, const struct text *b)
{
    if (!by_number)
        return compare_texts(a, b);
    struct number number = read_number(a), other = read_number(b);
    return compare_numbers(&number, &other);
}

static int compare_keys(const struct text *a, const struct text *b)
{
    int order = 0;

    for (size_t i = 0; i < key_count && order == 0; i++) {
        struct text key = find_key(a, &keys[i]), other = find_key(b, &keys[i]);

        order = compare_key(&key, &other);
    }
    return order;
}

static int compare(const void *left, const void *right)
{
    const struct text *a = left, *b = right;
    int order = compare_keys(a, b);

    if (order == 0)
        order = compare_texts(a, b);
    return backwards ? -order : order;
}

static void add_key(long first, long last)
{
    keys = tool_alloc(keys, (key_count + 1) * sizeof(*keys));
    keys[key_count++] = (struct key){first, last};
}

static void parse_key(char *text)
{
    char *comma = strchr(text, ',');
    long last = comma ? tool_number(comma + 1, 1, LONG_MAX) : LONG_MAX;

    if (comma)
        *comma = '\0';
    add_key(tool_number(text, 1, LONG_MAX), last);
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
            parse_key(optarg);
    }
    if (key_count == 0)
        add_key(1, LONG_MAX);
    int status = tool_files(argv + optind, read_lines);
    if (count > 0)
        qsort(lines, count, sizeof(*lines), compare);
    for (size_t i = 0; i < count; i++)
        if (!unique || i == 0 || compare_keys(&lines[i - 1], &lines[i]) != 0)
            tool_put_line(lines[i].start, (size_t)(lines[i].end - lines[i].start));
    return tool_end(status);
}
