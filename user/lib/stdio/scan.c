/*
 * The scanf family.
 *
 * A field is read byte by byte and at most one byte too far, which is then given back: the one byte
 * of push-back that C11 7.21.6.2 allows for.  Integers are converted on the way; floating-point
 * fields are collected, long ones in memory from the heap, and given to strtod or strtof.
 * sscanf reads its string through a stream without a file, which finds the string's end only as it
 * gets there: reading a long string field by field takes no longer than it is.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"

#define FIELD_SHORT 128 /* bytes of a floating-point field that need no memory from the heap */

struct args {
    va_list ap;
};

struct scan {
    FILE *f;
    size_t taken; /* bytes of input used */
    bool ended;   /* the input ended before the field began, or memory was out */
};

struct field {
    bool drop;      /* %*: convert but do not store */
    unsigned width; /* the most bytes it may have */
    char length;    /* as in struct spec of format.h */
    char conv;
};

static int take(struct scan *in)
{
    int c = stream_get(in->f);

    if (c != EOF)
        in->taken++;
    return c;
}

/* Undoes the last take, which was not EOF.  The byte is still in the buffer. */
static void give_back(struct scan *in, int c)
{
    if (c == EOF)
        return;
    in->f->pos--;
    in->taken--;
}

/* take within a field's width */
static int field_take(struct scan *in, struct field *fd)
{
    if (fd->width == 0)
        return EOF;
    fd->width--;
    return take(in);
}

/* isspace without a call, for every byte of a text. */
static inline bool is_space(int c)
{
    return c == ' ' || (unsigned)c - '\t' < 5;
}

static int peek(struct scan *in)
{
    int c = take(in);

    give_back(in, c);
    return c;
}

/* The first byte that is not white space is returned, and left. */
static int skip_space(struct scan *in)
{
    int c = take(in);

    while (is_space(c))
        c = take(in);
    give_back(in, c);
    return c;
}

static void store_integer(char length, void *to, uint64_t n)
{
    switch (length) {
    case 'H':
        *(uint8_t *)to = n;
        break;
    case 'h':
        *(uint16_t *)to = n;
        break;
    case 0:
        *(uint32_t *)to = n;
        break;
    default:
        *(uint64_t *)to = n;
    }
}

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

/* Parses [set] from after the bracket to after its end; has[c]: the set has c. */
static const char *parse_set(const char *fmt, bool has[256])
{
    bool in = true;

    if (*fmt == '^') {
        in = false;
        fmt++;
    }
    memset(has, !in, 256);
    for (const char *start = fmt; *fmt && (*fmt != ']' || fmt == start); fmt++) {
        unsigned char from = *fmt, to = from;

        if (fmt[1] == '-' && fmt[2] && fmt[2] != ']') {
            to = fmt[2];
            fmt += 2;
        }
        for (unsigned c = from; c <= to; c++)
            has[c] = in;
    }
    return *fmt ? fmt + 1 : NULL;
}

/* Whether c belongs to a field of text; has is the set of %[. */
static bool is_text(char conv, const bool has[256], int c)
{
    return conv == '[' ? has[c] : conv == 'c' || !is_space(c);
}

/* %s, %c and %[: NUL-terminated unless for %c.  Nothing is stored of a field without a byte. */
static bool scan_text(struct scan *in, struct field *fd, const bool has[256], struct args *args)
{
    char *to = fd->drop ? NULL : va_arg(args->ap, char *);
    size_t n = 0;

    if (fd->conv == 'c' && fd->width == UINT_MAX)
        fd->width = 1;
    unsigned want = fd->conv == 'c' ? fd->width : 1;
    int c;
    while ((c = field_take(in, fd)) != EOF && is_text(fd->conv, has, c)) {
        if (to)
            to[n] = c;
        n++;
    }
    give_back(in, c);
    if (to && n > 0 && fd->conv != 'c')
        to[n] = 0;
    return n >= want;
}

static const char *parse_field(const char *fmt, struct field *fd)
{
    *fd = (struct field){.width = UINT_MAX};
    if (*fmt == '*') {
        fd->drop = true;
        fmt++;
    }
    if (isdigit((unsigned char)*fmt)) {
        unsigned width = 0;

        while (isdigit((unsigned char)*fmt))
            width = width * 10 + (*fmt++ - '0');
        if (width > 0)
            fd->width = width;
    }
    switch (*fmt) {
    case 'h':
    case 'l':
        fd->length = *fmt++;
        if (*fmt == fd->length) {
            fd->length = fd->length == 'h' ? 'H' : 'q';
            fmt++;
        }
        break;
    case 'j':
    case 'z':
    case 't':
    case 'L':
        fd->length = *fmt++;
    }
    fd->conv = *fmt;
    return *fmt ? fmt + 1 : fmt;
}

static bool scan_number(struct scan *in, struct field *fd, struct args *args)
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
            store_integer(fd->conv == 'p' ? 'l' : fd->length, va_arg(args->ap, void *), n);
        return true;
    }
    double x;
    if (!scan_double(in, fd, &x))
        return false;
    if (!fd->drop)
        store_double(fd->length, va_arg(args->ap, void *), x);
    return true;
}

/* One conversion: true if it matched. */
static bool scan_field(struct scan *in, struct field *fd, const char **fmt, struct args *args)
{
    bool has[256];

    if (fd->conv == '[') {
        *fmt = parse_set(*fmt, has);
        if (!*fmt)
            return false;
    }
    if ((fd->conv == '[' || fd->conv == 'c' ? peek(in) : skip_space(in)) == EOF) {
        in->ended = true; /* not a byte of this field */
        return false;
    }
    if (fd->conv == 's' || fd->conv == 'c' || fd->conv == '[')
        return scan_text(in, fd, has, args);
    /* The format may end in a %, for which there is no argument. */
    return fd->conv && strchr("diuoxXpaAeEfFgG", fd->conv) && scan_number(in, fd, args);
}

/* An ordinary character of the format: white space matches any, the rest itself. */
static bool match(struct scan *in, char want)
{
    if (is_space(want)) {
        skip_space(in);
        return true;
    }
    int c = take(in);
    if (c == (unsigned char)want)
        return true;
    in->ended = c == EOF;
    give_back(in, c);
    return false;
}

static int scan_format(FILE *f, const char *fmt, struct args *args)
{
    struct scan in = {.f = f};
    int stored = 0;
    bool completed = false; /* a conversion; %n is none */

    struct field fd;
    while (*fmt) {
        if (*fmt != '%' || fmt[1] == '%') {
            if (*fmt == '%') {
                skip_space(&in);
                fmt++;
            }
            if (!match(&in, *fmt++))
                break;
            continue;
        }
        fmt = parse_field(fmt + 1, &fd);
        if (fd.conv == 'n') {
            if (!fd.drop)
                store_integer(fd.length, va_arg(args->ap, void *), in.taken);
            continue;
        }
        if (!scan_field(&in, &fd, &fmt, args))
            break;
        stored += !fd.drop;
        completed = true;
    }
    return in.ended && !completed ? EOF : stored;
}

int vfscanf(FILE *f, const char *fmt, va_list ap)
{
    struct args args;

    va_copy(args.ap, ap);
    stream_lock(f);
    int n = scan_format(f, fmt, &args);
    stream_unlock(f);
    va_end(args.ap);
    return n;
}

int vsscanf(const char *s, const char *fmt, va_list ap)
{
    struct __file f = {
        .fd = -1,
        .flags = S_READ | S_READING | S_STATIC,
        .base = (char *)s,
        .pos = (char *)s,
        .end = (char *)s, /* as far as it is known */
    };

    return vfscanf(&f, fmt, ap);
}

int vscanf(const char *fmt, va_list ap)
{
    return vfscanf(stdin, fmt, ap);
}

int scanf(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfscanf(stdin, fmt, ap);
    va_end(ap);
    return n;
}

int fscanf(FILE *f, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vfscanf(f, fmt, ap);
    va_end(ap);
    return n;
}

int sscanf(const char *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vsscanf(s, fmt, ap);
    va_end(ap);
    return n;
}
