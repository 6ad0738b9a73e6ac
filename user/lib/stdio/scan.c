/*
 * The scanf family.
 *
 * A field is read byte by byte and at most one byte too far, which is then given back: the one byte
 * of push-back that C11 7.21.6.2 allows for.
 * sscanf reads its string through a stream without a file, which finds the string's end only as it
 * gets there: reading a long string field by field takes no longer than it is.
 */
#include "scan.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

/* The number at fmt, 0 if there is none; returns what follows. */
static const char *parse_digits(const char *fmt, unsigned *number)
{
    for (*number = 0; isdigit((unsigned char)*fmt); fmt++)
        *number = *number * 10 + (*fmt - '0');
    return fmt;
}

static const char *parse_field(const char *fmt, struct field *fd)
{
    *fd = (struct field){.width = UINT_MAX};
    unsigned number;
    const char *after = parse_digits(fmt, &number);
    if (*after == '$') {
        fd->which = number;
        fmt = after + 1;
    }
    if (*fmt == '*') {
        fd->drop = true;
        fmt++;
    }
    fmt = parse_digits(fmt, &number);
    if (number > 0)
        fd->width = number;
    if (*fmt == 'm') {
        fd->make = true;
        fmt++;
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
    if (fd->conv == 'C' || fd->conv == 'S') {
        fd->conv = fd->conv == 'C' ? 'c' : 's';
        fd->length = 'l';
    }
    return *fmt ? fmt + 1 : fmt;
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
        return __scan_text(in, fd, has, args);
    /* The format may end in a %, for which there is no argument. */
    return fd->conv && strchr("diuoxXpaAeEfFgG", fd->conv) && __scan_number(in, fd, args);
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
                store_integer(fd.length, __scan_argument(args, &fd), in.taken);
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
