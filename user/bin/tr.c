/*
 * tr: replaces characters of standard input by others: the first of SET1 by the first of SET2, and
 * so on; the last of SET2 stands for those that it lacks.  -d deletes the characters of SET1.  -s
 * prints one of equal characters in a row, for those of the last set.  -c means the bytes that SET1
 * lacks.  A set has characters, ranges (a-z), classes ([:alpha:]) and escapes (\n, \012).
 */
#define TOOL "tr"
#include "tool.h"

#include <ctype.h>

#define USAGE "[-cds] SET1 [SET2]"
#define BYTES 256

struct set {
    unsigned char *list; /* in order */
    size_t count;
};

struct character_class {
    const char *name;
    int (*has)(int c);
};

static const struct character_class classes[] = {
    {"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
    {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
    {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
};

static int want_complement, want_delete, want_squeeze;

static _Noreturn void refuse(const char *what, const char *text)
{
    fprintf(stderr, "tr: '%s': %s\n", text, what);
    exit(2);
}

static void add(struct set *set, int c)
{
    set->list = tool_alloc(set->list, set->count + 1);
    set->list[set->count++] = (unsigned char)c;
}

/* [:NAME:] at text: adds its characters and returns what follows; NULL: there is no class. */
static const char *add_class(struct set *set, const char *text)
{
    const char *end = strncmp(text, "[:", 2) == 0 ? strstr(text + 2, ":]") : NULL;

    if (!end)
        return NULL;
    size_t length = (size_t)(end - text) - 2;
    for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
        if (strlen(classes[i].name) != length || memcmp(classes[i].name, text + 2, length) != 0)
            continue;
        for (int c = 0; c < BYTES; c++)
            if (classes[i].has(c))
                add(set, c);
        return end + 2;
    }
    refuse("there is no such class of characters", text);
}

/* The character at *text, which moves on. */
static int character(const char **text)
{
    static const char letters[] = "abfnrtv\\", values[] = "\a\b\f\n\r\t\v\\";
    const char *s = *text;

    if (*s != '\\' || s[1] == '\0') {
        *text = s + 1;
        return (unsigned char)*s;
    }
    const char *letter = strchr(letters, *++s);
    int c = letter ? values[letter - letters] : (unsigned char)*s;
    const char *end = s + 1;
    if (*s >= '0' && *s <= '7')
        for (c = 0, end = s; end < s + 3 && *end >= '0' && *end <= '7'; end++)
            c = c * 8 + (*end - '0');
    *text = end;
    return c & 0xff;
}

static void add_range(struct set *set, const char **text, const char *whole)
{
    int first = character(text), last = first;

    if (**text == '-' && (*text)[1] != '\0') {
        ++*text;
        last = character(text);
    }
    if (last < first)
        refuse("the range ends before it begins", whole);
    for (int c = first; c <= last; c++)
        add(set, c);
}

static struct set parse(const char *text)
{
    struct set set = {NULL, 0};
    const char *whole = text;

    while (*text) {
        const char *next = add_class(&set, text);
        if (next)
            text = next;
        else if (*text == '[' && (text[1] == '=' || (text[1] && text[2] == '*')))
            refuse("[=C=] and [C*N] are not supported; write the characters", whole);
        else
            add_range(&set, &text, whole);
    }
    return set;
}

static void mark(const struct set *set, unsigned char member[BYTES])
{
    for (size_t i = 0; i < set->count; i++)
        member[set->list[i]] = 1;
}

/* The bytes that the set lacks, in order. */
static struct set complement(const struct set *set)
{
    unsigned char member[BYTES] = {0};
    struct set others = {NULL, 0};

    mark(set, member);
    for (int c = 0; c < BYTES; c++)
        if (!member[c])
            add(&others, c);
    return others;
}

static void filter(const unsigned char map[BYTES], const unsigned char deleted[BYTES],
                   const unsigned char squeezed[BYTES])
{
    int c, last = EOF;

    while (!ferror(stdout) && (c = getchar()) != EOF) {
        if (deleted[c])
            continue;
        c = map[c];
        if (c == last && squeezed[c])
            continue;
        putchar(c);
        last = c;
    }
}

int main(int argc, char **argv)
{
    unsigned char map[BYTES], deleted[BYTES] = {0}, squeezed[BYTES] = {0};
    int opt;

    while ((opt = getopt(argc, argv, "cCds")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        want_complement |= opt == 'c' || opt == 'C';
        want_delete |= opt == 'd';
        want_squeeze |= opt == 's';
    }
    int sets = argc - optind;
    if (sets < 1 || sets > 2 || (want_delete && sets != 1 + want_squeeze) ||
        (!want_delete && !want_squeeze && sets != 2))
        tool_usage(USAGE);
    struct set from = parse(argv[optind]), to = parse(sets == 2 ? argv[optind + 1] : "");
    if (want_complement)
        from = complement(&from);
    for (int c = 0; c < BYTES; c++)
        map[c] = (unsigned char)c;
    if (want_delete)
        mark(&from, deleted);
    else if (sets == 2 && to.count == 0)
        refuse("the second set has no character", argv[optind + 1]);
    else if (sets == 2)
        for (size_t i = 0; i < from.count; i++)
            map[from.list[i]] = to.list[i < to.count ? i : to.count - 1];
    if (want_squeeze)
        mark(sets == 2 ? &to : &from, squeezed);
    filter(map, deleted, squeezed);
    return tool_end(ferror(stdin) ? tool_error("standard input") : 0);
}
