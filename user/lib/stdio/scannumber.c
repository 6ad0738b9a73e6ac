/*
 * Numbers of the scanf family.  Integers are converted on the way; floating-point fields are
 * collected, long ones in memory from the heap, and given to strtod or strtof.
 */
#include "scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIELD_SHORT 128 /* bytes of a floating-point field that need no memory from the heap */

static int digit_value(int c)
{
    if ((unsigned)c - '0' < 10)
        return c - '0';
    return ((unsigned)c | 32) - 'a' < 26 ? (c | 32) - 'a' + 10 : 99;
}

/* Sign, 0x, digits; false if there is no digit.  Too large a value becomes the largest. */
static bool scan_integer(struct scan *in, struct field *fd, int base, bool is_signed, uint64_t *n)
{
    int c = field_take(in, fd);
    bool negative = c == '-', any = false, over = false;

    if (c == '-' || c == '+')
        c = field_take(in, fd);
    if (c == '0' && (base == 0 || base == 16)) {
        any = true;
        c = field_take(in, fd);
        if (c == 'x' || c == 'X') {
            base = 16;
            any = false;
            c = field_take(in, fd);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    uint64_t value = 0;
    for (int digit; (digit = digit_value(c)) < base; c = field_take(in, fd)) {
        any = true;
        over |= __builtin_mul_overflow(value, (uint64_t)base, &value);
        over |= __builtin_add_overflow(value, (uint64_t)digit, &value);
    }
    give_back(in, c);
    if (is_signed && value > (uint64_t)INT64_MAX + negative)
        over = true;
    if (over) {
        value = !is_signed ? UINT64_MAX : negative ? (uint64_t)INT64_MIN : INT64_MAX;
        errno = ERANGE;
    } else if (negative) {
        value = -value;
    }
    *n = value;
    return any;
}

/* Where in a floating-point field we are: what may come next. */
struct shape {
    enum { START, SIGNED, WHOLE, FRACTION, LETTER, EXPONENT, WORD, CHARS } at;
    bool hex;
    const char *word; /* the rest of infinity or of nan( */
};

/* Whether c can continue the field of n characters so far. */
static bool shape_accepts(struct shape *sh, const char *text, size_t n, int c)
{
    bool digit = sh->hex && sh->at <= FRACTION ? isxdigit(c) : isdigit(c);
    int small = tolower(c);

    switch (sh->at) {
    case START:
        if (c == '+' || c == '-') {
            sh->at = SIGNED;
            return true;
        }
        __attribute__((fallthrough));
    case SIGNED:
        if (small == 'i' || small == 'n') {
            sh->at = WORD;
            sh->word = small == 'i' ? "nfinity" : "an(";
            return true;
        }
        sh->at = c == '.' ? FRACTION : WHOLE;
        return digit || c == '.';
    case WHOLE:
        if (small == 'x' && !sh->hex && text[n - 1] == '0' && (n == 1 || !isdigit(text[n - 2]))) {
            sh->hex = true;
            return true;
        }
        if (c == '.') {
            sh->at = FRACTION;
            return true;
        }
        __attribute__((fallthrough));
    case FRACTION:
        if (!digit && small == (sh->hex ? 'p' : 'e')) {
            sh->at = LETTER;
            return true;
        }
        return digit;
    case LETTER:
        sh->at = EXPONENT;
        return digit || c == '+' || c == '-';
    case EXPONENT:
        return digit;
    case WORD:
        if (c == '(' && *sh->word == '(')
            sh->at = CHARS;
        return *sh->word && small == *sh->word++;
    case CHARS: /* up to the parenthesis, after which the word is at its end */
        if (c == ')')
            sh->at = WORD;
        return c == ')' || c == '_' || isalnum(c);
    }
    return false;
}

static bool scan_double(struct scan *in, struct field *fd, double *x)
{
    struct shape shape = {START, false, NULL};
    char first[FIELD_SHORT], *text = first, *more = NULL;
    size_t n = 0, room = sizeof(first);

    int c;
    while ((c = field_take(in, fd)) != EOF && shape_accepts(&shape, text, n, c)) {
        text[n++] = c;
        if (n < room)
            continue;
        char *larger = realloc(more, 2 * room);
        if (!larger) {
            free(more);
            in->ended = true;
            return false;
        }
        if (!more)
            memcpy(larger, first, n);
        text = more = larger;
        room *= 2;
    }
    give_back(in, c);
    text[n] = 0;
    char *end;
    *x = fd->length ? strtod(text, &end) : strtof(text, &end); /* rounded once */
    bool matched = n > 0 && *end == 0;
    free(more);
    return matched;
}

static void store_double(char length, void *to, double x)
{
    if (length == 'L')
        *(long double *)to = x;
    else if (length == 'l')
        *(double *)to = x;
    else
        *(float *)to = x;
}
bool __scan_number(struct scan *in, struct field *fd, struct args *args)
{
    static const struct {
        char conv;
        uint8_t base;
        bool is_signed;
    } kinds[] = {{'d', 10, true},  {'i', 0, true},   {'u', 10, false}, {'o', 8, false},
                 {'x', 16, false}, {'X', 16, false}, {'p', 16, false}};
    uint64_t n;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (kinds[i].conv != fd->conv)
            continue;
        if (!scan_integer(in, fd, kinds[i].base, kinds[i].is_signed, &n))
            return false;
        if (!fd->drop)
            store_integer(fd->conv == 'p' ? 'l' : fd->length, __scan_argument(args, fd), n);
        return true;
    }
    double x;
    if (!scan_double(in, fd, &x))
        return false;
    if (!fd->drop)
        store_double(fd->length, __scan_argument(args, fd), x);
    return true;
}
