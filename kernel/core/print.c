/* Formatted messages.  The contract is in core/print.h. */
#include "core/print.h"
#include "core/ksyms.h"
#include "core/string.h"
#include <stdbool.h>

#define LINE_MAX 256 /* a longer message is cut */

struct output {
    char *buf;
    size_t size, length; /* length counts what did not fit, too */
};

struct format {
    char pad; /* ' ' or '0' */
    bool left;
    int width;
    int precision; /* -1: none */
    int longs;
};

static void (*sink)(const char *text, size_t n);
static void (*sink_last)(const char *text, size_t n);
static void (*sink_break_lock)(void);

void print_set_sink(void (*to)(const char *text, size_t n),
                    void (*last)(const char *text, size_t n), void (*break_lock)(void))
{
    sink = to;
    sink_last = last;
    sink_break_lock = break_lock;
}

void print_break_lock(void)
{
    if (sink_break_lock)
        sink_break_lock();
}

static void put(struct output *out, char c)
{
    if (out->length + 1 < out->size)
        out->buf[out->length] = c;
    out->length++;
}

static void put_padded(struct output *out, const struct format *f, const char *s, size_t n)
{
    int fill = f->width > (int)n ? f->width - (int)n : 0;
    if (f->pad == '0' && n > 0 && s[0] == '-') {
        put(out, *s++);
        n--;
    }
    for (int i = 0; i < fill && !f->left; i++)
        put(out, f->pad);
    for (size_t i = 0; i < n; i++)
        put(out, s[i]);
    for (int i = 0; i < fill && f->left; i++)
        put(out, ' ');
}

static void put_number(struct output *out, const struct format *f, uint64_t value, unsigned base,
                       bool negative)
{
    char digits[24];
    size_t i = sizeof(digits);
    do
        digits[--i] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    if (negative)
        digits[--i] = '-';
    put_padded(out, f, digits + i, sizeof(digits) - i);
}

/* Reads flags, width, precision and length; returns the conversion's letter. */
static const char *parse(const char *p, struct format *f, va_list *args)
{
    *f = (struct format){.pad = ' ', .precision = -1};
    for (;; p++) {
        if (*p == '-')
            f->left = true;
        else if (*p == '0')
            f->pad = '0';
        else
            break;
    }
    while (*p >= '0' && *p <= '9')
        f->width = f->width * 10 + *p++ - '0';
    if (*p == '.' && p[1] == '*') {
        f->precision = va_arg(*args, int);
        p += 2;
    }
    for (; *p == 'l' || *p == 'z'; p++)
        f->longs++;
    return p;
}

static void convert(struct output *out, const struct format *f, char letter, va_list *args)
{
    switch (letter) {
    case 'd': {
        int64_t n = f->longs ? va_arg(*args, int64_t) : va_arg(*args, int);
        put_number(out, f, n < 0 ? -(uint64_t)n : (uint64_t)n, 10, n < 0);
        break;
    }
    case 'u':
    case 'x':
        put_number(out, f, f->longs ? va_arg(*args, uint64_t) : va_arg(*args, unsigned),
                   letter == 'u' ? 10 : 16, false);
        break;
    case 'p':
        put(out, '0');
        put(out, 'x');
        put_number(out, f, va_arg(*args, uint64_t), 16, false);
        break;
    case 's': {
        const char *arg = va_arg(*args, const char *), *s = arg ? arg : "(null)";
        put_padded(out, f, s, strnlen(s, f->precision >= 0 ? (size_t)f->precision : SIZE_MAX));
        break;
    }
    case 'c': {
        char c = va_arg(*args, int);
        put_padded(out, f, &c, 1);
        break;
    }
    default:
        put(out, letter);
    }
}

int print_into_va(char *buf, size_t size, const char *format, va_list args)
{
    struct output out = {buf, size, 0};
    va_list ap;
    va_copy(ap, args);
    for (const char *p = format; *p; p++) {
        if (*p != '%') {
            put(&out, *p);
            continue;
        }
        struct format f;
        p = parse(p + 1, &f, &ap);
        if (*p == '\0')
            break;
        convert(&out, &f, *p, &ap);
    }
    va_end(ap);
    if (size > 0)
        buf[out.length < size ? out.length : size - 1] = '\0';
    return out.length;
}

int print_into(char *buf, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = print_into_va(buf, size, format, args);
    va_end(args);
    return n;
}

static void print_to(void (*to)(const char *text, size_t n), const char *format, va_list args)
{
    char line[LINE_MAX];
    int n = print_into_va(line, sizeof(line), format, args);
    if (to)
        to(line, n < LINE_MAX ? n : LINE_MAX - 1);
}

void print_va(const char *format, va_list args)
{
    print_to(sink, format, args);
}

void print_last(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_to(sink_last, format, args);
    va_end(args);
}

void print(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_va(format, args);
    va_end(args);
}

void print_address(uint64_t pc, const char *what)
{
    uint64_t offset;
    const char *name = ksyms_name(pc, &offset);
    print("  0x%lx %s+0x%lx%s%s\n", pc, name, offset, what[0] ? " " : "", what);
}
