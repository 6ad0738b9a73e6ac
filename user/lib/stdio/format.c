/* Reading a format. */
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "arguments.h"

static int parse_number(const char **fmt)
{
    int n = 0;

    for (; **fmt >= '0' && **fmt <= '9'; (*fmt)++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, **fmt - '0', &n))
            return -1;
    return n;
}

static const char *parse_flags(const char *fmt, struct spec *spec)
{
    for (;; fmt++) {
        switch (*fmt) {
        case '-':
            spec->left = true;
            break;
        case '+':
            spec->plus = true;
            break;
        case ' ':
            spec->space = true;
            break;
        case '#':
            spec->alt = true;
            break;
        case '0':
            spec->zero = true;
            break;
        case '\'': /* groups of digits, which this locale has not */
            break;
        default:
            return fmt;
        }
    }
}

/* An argument's number and $, if they are there and the format has numbers.  -1: just one of both.
 */
static int parse_which(const char **fmt, const struct args *args)
{
    const char *p = *fmt;
    int n = parse_number(&p);

    if (*p != '$')
        return args->by_number ? -1 : 0;
    *fmt = p + 1;
    return args->by_number && n >= 1 && n <= NL_ARGMAX ? n : -1;
}

/* A width or a precision, which may be an argument; false if it is neither. */
static bool parse_size(const char **fmt, struct args *args, int *size)
{
    if (**fmt != '*') {
        *size = parse_number(fmt);
        return *size >= 0;
    }
    ++*fmt;
    int which = parse_which(fmt, args);
    if (which < 0)
        return false;
    *size = take(args, which, INT).n;
    return true;
}

static const char *parse_length(const char *fmt, struct spec *spec)
{
    if (*fmt && strchr("hljztL", *fmt)) {
        spec->length = *fmt++;
        if ((spec->length == 'h' || spec->length == 'l') && *fmt == spec->length) {
            spec->length = spec->length == 'h' ? 'H' : 'q';
            fmt++;
        }
    }
    return fmt;
}

/* From after the % to after the conversion; NULL if a number is too large or wrong. */
static const char *parse(const char *fmt, struct spec *spec, struct args *args)
{
    memset(spec, 0, sizeof(*spec));
    spec->precision = -1;
    if (*fmt != '%' && (spec->which = parse_which(&fmt, args)) < 0)
        return NULL;
    fmt = parse_flags(fmt, spec);
    if (!parse_size(&fmt, args, &spec->width))
        return NULL;
    if (spec->width < 0) {
        spec->left = true;
        spec->width = spec->width == INT_MIN ? INT_MAX : -spec->width;
    }
    if (*fmt == '.') {
        fmt++;
        if (!parse_size(&fmt, args, &spec->precision))
            return NULL;
    }
    fmt = parse_length(fmt, spec);
    if (spec->left)
        spec->zero = false;
    spec->conv = *fmt;
    return fmt + 1;
}

/* Converts all of it, or only learns the types of its arguments.  0 or an error. */
static int run(struct sink *s, const char *fmt, struct args *args)
{
    struct spec spec;

    while (*fmt) {
        const char *percent = strchrnul(fmt, '%');

        if (!args->collects)
            __format_put(s, fmt, percent - fmt);
        fmt = percent;
        if (*fmt != '%')
            break;
        fmt = parse(fmt + 1, &spec, args);
        if (!fmt)
            return args->by_number ? EINVAL : EOVERFLOW;
        if (__format_convert(s, &spec, args) < 0)
            return errno;
        if (s->total > INT_MAX)
            return EOVERFLOW;
    }
    return s->total > INT_MAX ? EOVERFLOW : 0;
}

/* Whether the first conversion has a number; then all must. */
static bool has_numbers(const char *fmt)
{
    for (fmt = strchrnul(fmt, '%'); fmt[0] && fmt[1] == '%'; fmt = strchrnul(fmt + 2, '%'))
        ;
    if (!*fmt)
        return false;
    fmt++;
    size_t digits = strspn(fmt, "0123456789");
    return digits > 0 && fmt[digits] == '$';
}

/* All arguments by number, read in order.  0, or EINVAL for a number that no conversion has. */
static int collect(struct sink *s, const char *fmt, struct args *args)
{
    int last = NL_ARGMAX;

    args->collects = true;
    int error = run(s, fmt, args);
    args->collects = false;
    while (last > 0 && args->types[last - 1] == NONE)
        last--;
    for (int i = 0; i < last && !error; i++) {
        if (args->types[i] == NONE)
            error = EINVAL;
        else
            args->values[i] = take_next(args, args->types[i]);
    }
    return error;
}

static __attribute__((noinline)) int format_by_number(struct sink *s, const char *fmt, va_list ap)
{
    struct args args = {.by_number = true};

    va_copy(args.ap, ap);
    int error = collect(s, fmt, &args);
    if (!error)
        error = run(s, fmt, &args);
    va_end(args.ap);
    return error;
}

int __format(struct sink *s, const char *fmt, va_list ap)
{
    int error;

    if (has_numbers(fmt)) {
        error = format_by_number(s, fmt, ap);
    } else {
        struct args args;

        args.by_number = args.collects = false;
        va_copy(args.ap, ap);
        error = run(s, fmt, &args);
        va_end(args.ap);
    }
    if (!error)
        return s->total;
    errno = error;
    return -1;
}
