/* Formatted messages.  The contract is in core/print.h. */
#include "core/print.h"
#include "core/ksyms.h"
#include <stdbool.h>

#define LINE_MAX 256 /* a longer message is cut */

struct output {
    char *buf;
    size_t size, length; /* length counts what did not fit, too */
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

static void put_number(struct output *out, uint64_t value, unsigned base)
{
    char digits[24];
    size_t i = sizeof(digits);
    do
        digits[--i] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0);
    while (i < sizeof(digits))
        put(out, digits[i++]);
}

static void put_string(struct output *out, const char *s, size_t most)
{
    if (!s)
        s = "(null)";
    for (size_t i = 0; i < most && s[i]; i++)
        put(out, s[i]);
}

/* Converts an argument; p is behind the '%'.  Returns the last character of the conversion. */
static const char *convert(struct output *out, const char *p, va_list *args)
{
    size_t most = SIZE_MAX;
    if (p[0] == '.' && p[1] == '*') {
        most = va_arg(*args, int);
        p += 2;
    }
    bool is_long = *p == 'l' || *p == 'z';
    if (is_long)
        p++;
    switch (*p) {
    case 'd': {
        int64_t n = is_long ? va_arg(*args, int64_t) : va_arg(*args, int);
        if (n < 0)
            put(out, '-');
        put_number(out, n < 0 ? -(uint64_t)n : (uint64_t)n, 10);
        break;
    }
    case 'u':
    case 'x':
        put_number(out, is_long ? va_arg(*args, uint64_t) : va_arg(*args, unsigned),
                   *p == 'u' ? 10 : 16);
        break;
    case 'p':
        put_string(out, "0x", SIZE_MAX);
        put_number(out, va_arg(*args, uint64_t), 16);
        break;
    case 's':
        put_string(out, va_arg(*args, const char *), most);
        break;
    default: /* %%; print() knows no other and shows it as it is */
        if (*p != '%')
            put(out, '%');
        put(out, *p);
    }
    return p;
}

int print_into_va(char *buf, size_t size, const char *format, va_list args)
{
    struct output out = {buf, size, 0};
    va_list ap;
    va_copy(ap, args);
    for (const char *p = format; *p; p++) {
        if (*p == '%')
            p = convert(&out, p + 1, &ap);
        else
            put(&out, *p);
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
