/* Bracket expressions: [a-z_], [^[:space:]], []-] (POSIX.1-2017, XBD 9.3.5). */
#include "regex.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    int (*has)(int c);
} classes[] = {
    {"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
    {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
    {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
};

int __regex_class(struct __regex_set *set, const unsigned char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
        if (strlen(classes[i].name) != length || memcmp(classes[i].name, name, length) != 0)
            continue;
        for (unsigned c = 0; c <= UCHAR_MAX; c++)
            if (classes[i].has((int)c))
                set_add(set, (unsigned char)c);
        return 0;
    }
    return REG_ECTYPE;
}

/* [:name:], [=c=] or [.c.]; *s is behind the inner [.  The name begins at *s + 1 and has *length
 * bytes; moves *s behind the inner ]. */
static const unsigned char *inner(const unsigned char **s, size_t *length)
{
    const unsigned char kind = **s, *name = *s + 1, *end = name;

    while (*end && !(end > name && end[0] == kind && end[1] == ']'))
        end++;
    if (!*end)
        return NULL;
    *length = (size_t)(end - name);
    *s = end + 2;
    return name;
}

/* One end of a range, or a byte alone. */
static int one_byte(unsigned char *c, const unsigned char **s)
{
    if (**s != '[' || ((*s)[1] != '.' && (*s)[1] != '=')) {
        *c = *(*s)++;
        return 0;
    }
    *s += 1;
    size_t length;
    const unsigned char *name = inner(s, &length);
    if (!name)
        return REG_EBRACK;
    *c = *name;
    return length == 1 ? 0 : REG_ECOLLATE;
}

/* Whether s is at the - of a range. */
static bool is_range(const unsigned char *s)
{
    return s[0] == '-' && s[1] && s[1] != ']';
}

static int add_next(struct __regex_set *set, const unsigned char **s)
{
    if ((*s)[0] == '[' && (*s)[1] == ':') {
        *s += 1;
        size_t length;
        const unsigned char *name = inner(s, &length);
        if (!name)
            return REG_EBRACK;
        return is_range(*s) ? REG_ERANGE : __regex_class(set, name, length);
    }
    unsigned char low;
    int error = one_byte(&low, s);
    unsigned char high = low;
    if (!error && is_range(*s)) {
        *s += 1;
        error = (*s)[0] == '[' && (*s)[1] == ':' ? REG_ERANGE : one_byte(&high, s);
    }
    if (!error && low > high)
        error = REG_ERANGE;
    for (unsigned c = low; !error && c <= high; c++)
        set_add(set, (unsigned char)c);
    return error;
}

static void fold(struct __regex_set *set)
{
    for (int c = 'a'; c <= 'z'; c++) {
        if (set_has(set, (unsigned char)c) || set_has(set, (unsigned char)toupper(c))) {
            set_add(set, (unsigned char)c);
            set_add(set, (unsigned char)toupper(c));
        }
    }
}

void __regex_invert(struct __regex_set *set, int cflags)
{
    for (size_t i = 0; i < sizeof(set->bits); i++)
        set->bits[i] = (uint8_t)~set->bits[i];
    if (cflags & REG_NEWLINE)
        set->bits['\n' / 8] &= (uint8_t)~(1u << '\n' % 8);
}

int __regex_bracket(struct __regex_set *set, const unsigned char **pattern, int cflags)
{
    const unsigned char *s = *pattern;
    bool inverted = *s == '^';

    s += inverted;
    for (const unsigned char *first = s; *s != ']' || s == first;) {
        int error = *s ? add_next(set, &s) : REG_EBRACK;
        if (error)
            return error;
    }
    *pattern = s + 1;
    if (cflags & REG_ICASE)
        fold(set);
    if (inverted)
        __regex_invert(set, cflags);
    return 0;
}
