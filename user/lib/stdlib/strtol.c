/* Integers from text: one function that finds sign, base and magnitude, and eight that use it. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

struct integer {
    const char *end; /* where the number stops; the start of the text if there is none */
    uint64_t value;
    bool negative;
    bool over; /* the magnitude does not fit 64 bits */
};

static unsigned digit_value(unsigned char c)
{
    unsigned digit = (unsigned)c - '0';

    if (digit < 10)
        return digit;
    return (c | 32u) - 'a' < 26 ? (c | 32u) - 'a' + 10 : UINT_MAX;
}

static struct integer parse(const char *s, int base)
{
    struct integer n = {.end = s};

    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return n;
    }
    while (isspace((unsigned char)*s))
        s++;
    n.negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    /* "0x" counts only with a digit after it; otherwise the number is the 0 alone. */
    if ((base == 0 || base == 16) && *s == '0' && (s[1] | 32) == 'x' && digit_value(s[2]) < 16) {
        base = 16;
        s += 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    for (unsigned digit; (digit = digit_value(*s)) < (unsigned)base; n.end = ++s) {
        if (n.value < UINT64_MAX / 64) { /* 36 times that and 35 more fit */
            n.value = n.value * base + digit;
            continue;
        }
        n.over |= __builtin_mul_overflow(n.value, (uint64_t)base, &n.value);
        n.over |= __builtin_add_overflow(n.value, (uint64_t)digit, &n.value);
    }
    return n;
}

long strtol(const char *s, char **end, int base)
{
    struct integer n = parse(s, base);

    if (end)
        *end = (char *)n.end;
    if (n.over || n.value > (uint64_t)LONG_MAX + n.negative) {
        errno = ERANGE;
        return n.negative ? LONG_MIN : LONG_MAX;
    }
    return n.negative ? -n.value : n.value;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    struct integer n = parse(s, base);

    if (end)
        *end = (char *)n.end;
    if (n.over) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return n.negative ? -n.value : n.value;
}

long long strtoll(const char *s, char **end, int base)
{
    return strtol(s, end, base);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    return strtoul(s, end, base);
}

intmax_t strtoimax(const char *s, char **end, int base)
{
    return strtol(s, end, base);
}

uintmax_t strtoumax(const char *s, char **end, int base)
{
    return strtoul(s, end, base);
}

int atoi(const char *s)
{
    return strtol(s, NULL, 10);
}

long atol(const char *s)
{
    return strtol(s, NULL, 10);
}

long long atoll(const char *s)
{
    return strtol(s, NULL, 10);
}
