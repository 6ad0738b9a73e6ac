/*
 * sort: prints the lines of its input in order of their bytes.  -n by number; -f small letters as
 * capitals; -b without the blanks before a key; -r in reverse; -u one of equal lines; -k N[,M] by
 * fields N to M alone, and letters of these options after M for this key.  A field is blanks and
 * the characters up to the next blank; with -t CHAR fields are what CHAR separates.  If two lines
 * are equal by the first -k, the next one decides, at last their whole text. -c only finds the
 * first line that is out of order; -m takes files that are in order; -o FILE writes there, after
 * all input was read.
 */
#define TOOL         "sort"
#define TOOL_FAILURE 2 /* POSIX.1-2017 keeps 1 for -c: the input is not in order */
#include "tool.h"

#include <ctype.h>
#include <limits.h>

#define USAGE "[-bcfmnru] [-t CHAR] [-k FIRST[,LAST][bfnr]]... [-o FILE] [FILE...]"

/* A line without its newline, or a key of it.  It may have NULs. */
struct text {
    const char *start, *end;
};

struct order {
    int number, fold, no_blanks, reverse; /* -n -f -b -r */
};

struct key {
    long first, last; /* fields, from 1 on */
    struct order order;
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
static struct order usual; /* of keys without letters of their own, and of whole lines */
static int unique, separator = EOF;

/* Returns where the next field begins: behind the separator, or at the blanks before it. */
static const char *skip_field(const char *s, const char *end)
{
    if (separator != EOF) {
        const char *next = memchr(s, separator, (size_t)(end - s));
        return next ? next + 1 : end;
    }
    while (s < end && isblank((unsigned char)*s))
        s++;
    while (s < end && !isblank((unsigned char)*s))
        s++;
    return s;
}

static struct text find_fields(const struct text *line, const struct key *key)
{
    struct text found = {line->start, line->end};
    long field = 1;

    for (; field < key->first && found.start < line->end; field++)
        found.start = skip_field(found.start, line->end);
    if (key->last == LONG_MAX)
        return found;
    for (found.end = found.start; field <= key->last && found.end < line->end; field++)
        found.end = skip_field(found.end, line->end);
    /* The separator after the last field is no part of it; one at the very end of the line is
     * followed by an empty field. */
    if (separator != EOF && field > key->last && found.end > found.start &&
        found.end[-1] == separator && field > key->first)
        found.end--;
    return found;
}

static struct text find_key(const struct text *line, const struct key *key)
{
    struct text found = find_fields(line, key);

    while (key->order.no_blanks && found.start < found.end && isblank((unsigned char)*found.start))
        found.start++;
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

static int compare_folded(const struct text *a, const struct text *b)
{
    const char *s = a->start, *t = b->start;

    for (; s < a->end && t < b->end; s++, t++) {
        int order = toupper((unsigned char)*s) - toupper((unsigned char)*t);
        if (order != 0)
            return order;
    }
    return (s < a->end) - (t < b->end);
}

static int compare_key(const struct text *a, const struct text *b, const struct order *order)
{
    if (order->fold && !order->number)
        return compare_folded(a, b);
    if (!order->number)
        return compare_texts(a, b);
    struct number number = read_number(a), other = read_number(b);
    return compare_numbers(&number, &other);
}

static int compare_keys(const struct text *a, const struct text *b)
{
    int order = 0;

    for (size_t i = 0; i < key_count && order == 0; i++) {
        struct text key = find_key(a, &keys[i]), other = find_key(b, &keys[i]);

        order = compare_key(&key, &other, &keys[i].order);
        if (keys[i].order.reverse)
            order = -order;
    }
    return order;
}

static int compare(const void *left, const void *right)
{
    const struct text *a = left, *b = right;
    int order = compare_keys(a, b);

    if (order == 0 && !unique) {
        order = compare_texts(a, b);
        if (usual.reverse)
            order = -order;
    }
    return order;
}

static void add_key(long first, long last, struct order order)
{
    keys = tool_alloc(keys, (key_count + 1) * sizeof(*keys));
    keys[key_count++] = (struct key){first, last, order};
}

static int set_order(struct order *order, int letter)
{
    order->number |= letter == 'n';
    order->fold |= letter == 'f';
    order->no_blanks |= letter == 'b';
    order->reverse |= letter == 'r';
    return letter == 'n' || letter == 'f' || letter == 'b' || letter == 'r';
}

/* Takes the letters off the end of a key's text. */
static struct order take_order(char *text)
{
    struct order order = {0, 0, 0, 0};
    size_t n = strlen(text);

    while (n > 0 && set_order(&order, text[n - 1]))
        text[--n] = '\0';
    return order;
}

static void parse_key(char *text)
{
    struct order order = take_order(text);
    char *comma = strchr(text, ',');
    long last = comma ? tool_number(comma + 1, 1, LONG_MAX) : LONG_MAX;

    if (comma)
        *comma = '\0';
    add_key(tool_number(text, 1, LONG_MAX), last, order);
}

/* Keys without letters have those of the whole command (POSIX.1-2017, sort). */
static void complete_keys(void)
{
    if (key_count == 0)
        add_key(1, LONG_MAX, usual);
    for (size_t i = 0; i < key_count; i++) {
        const struct order *o = &keys[i].order;
        if (!o->number && !o->fold && !o->no_blanks && !o->reverse)
            keys[i].order = usual;
    }
}

/* -c: names the first line that should come before the one above it. */
static int check(void)
{
    for (size_t i = 1; i < count; i++) {
        int order = compare(&lines[i - 1], &lines[i]);
        if (order > 0 || (unique && order == 0)) {
            fprintf(stderr, "sort: line %zu is out of order: %.*s\n", i + 1,
                    (int)(lines[i].end - lines[i].start), lines[i].start);
            return 1;
        }
    }
    return 0;
}

static void print(void)
{
    for (size_t i = 0; i < count; i++)
        if (!unique || i == 0 || compare_keys(&lines[i - 1], &lines[i]) != 0)
            tool_put_line(lines[i].start, (size_t)(lines[i].end - lines[i].start));
}

int main(int argc, char **argv)
{
    const char *output = NULL;
    int opt, want_check = 0;

    while ((opt = getopt(argc, argv, "bcfmnruk:o:t:")) != -1) {
        if (opt == '?' || (opt == 't' && strlen(optarg) != 1))
            tool_usage(USAGE);
        set_order(&usual, opt);
        unique |= opt == 'u';
        want_check |= opt == 'c';
        if (opt == 'k')
            parse_key(optarg);
        if (opt == 't')
            separator = (unsigned char)*optarg;
        if (opt == 'o')
            output = optarg;
    }
    complete_keys();
    int status = tool_files(argv + optind, read_lines);
    if (want_check)
        return status ? status : check();
    if (output && !freopen(output, "w", stdout))
        tool_die(output);
    if (count > 0)
        qsort(lines, count, sizeof(*lines), compare);
    print();
    return tool_end(status);
}
