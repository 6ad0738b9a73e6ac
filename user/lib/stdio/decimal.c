/*
 * All the decimal digits of a double.
 *
 * A double is m * 2^e with integers m and e.  If e is not negative it is an integer.  If it is,
 * then m / 2^s = m * 5^s / 10^s: the digits are those of the integer m * 5^s, and the decimal
 * point stands s digits from their right end.  So both cases are one integer, multiplied by small
 * powers of 2 or of 5.  It is kept in base 10^9, which makes the multiplications simple and the
 * digits free.  Dividing common powers of two out of m first keeps short numbers short.
 *
 * Everything is exact, so rounding to any number of digits afterwards is correct, ties included.
 * Left out: the faster methods that produce only the digits asked for (Steele and White, 1990;
 * Grisu; Ryu), each several times this long.
 */
#include "decimal.h"

#include <stdint.h>
#include <string.h>

#define BASE      1000000000u /* 10^9 */
#define DIGITS    9
#define LIMBS_MAX (DECIMAL_MAX / DIGITS)

struct number {
    int n;
    uint32_t limb[LIMBS_MAX]; /* the lowest first, each below BASE */
};

static void multiply(struct number *x, uint32_t factor)
{
    uint64_t carry = 0;

    for (int i = 0; i < x->n; i++) {
        carry += (uint64_t)x->limb[i] * factor;
        x->limb[i] = carry % BASE;
        carry /= BASE;
    }
    for (; carry; carry /= BASE)
        x->limb[x->n++] = carry % BASE;
}

/* Multiplies by small^times; chunk is small^per_chunk, which fits 32 bits. */
static void multiply_power(struct number *x, uint32_t small, int times, uint32_t chunk,
                           int per_chunk)
{
    for (; times >= per_chunk; times -= per_chunk)
        multiply(x, chunk);
    while (times-- > 0)
        multiply(x, small);
}

static void to_digits(struct decimal *d, const struct number *x)
{
    char *p = d->digits;
    int lead = 0;

    for (int i = x->n - 1; i >= 0; i--, p += DIGITS) {
        uint32_t limb = x->limb[i];

        for (int k = DIGITS - 1; k >= 0; k--, limb /= 10)
            p[k] = '0' + limb % 10;
    }
    d->n = p - d->digits;
    while (lead < d->n && d->digits[lead] == '0')
        lead++;
    d->n -= lead;
    memmove(d->digits, d->digits + lead, d->n);
}

static void strip_zeros(struct decimal *d)
{
    while (d->n > 0 && d->digits[d->n - 1] == '0')
        d->n--;
}

void __decimal_from(struct decimal *d, double x)
{
    struct number num = {0};
    uint64_t bits;

    memcpy(&bits, &x, sizeof(bits));
    uint64_t m = bits & 0xfffffffffffffu;
    int e = bits >> 52 & 0x7ff;
    if (e > 0)
        m |= 1ull << 52;
    else
        e = 1;
    e -= 1075;
    d->n = d->point = 0;
    if (m == 0)
        return;

    e += __builtin_ctzll(m);
    m >>= __builtin_ctzll(m);
    for (; m; m /= BASE)
        num.limb[num.n++] = m % BASE;
    if (e >= 0)
        multiply_power(&num, 2, e, 1u << 29, 29);
    else
        multiply_power(&num, 5, -e, 1220703125, 13);
    to_digits(d, &num);
    d->point = e >= 0 ? d->n : d->n + e;
    strip_zeros(d);
}

void __decimal_round(struct decimal *d, int keep)
{
    if (keep >= d->n)
        return;
    if (keep < 0) {
        d->n = 0;
        return;
    }
    int up = d->digits[keep] > '5' || (d->digits[keep] == '5' && d->n > keep + 1);
    if (d->digits[keep] == '5' && d->n == keep + 1 && keep > 0)
        up = d->digits[keep - 1] & 1; /* an exact tie; '0' is an even character */
    d->n = keep;
    if (up) {
        while (d->n > 0 && d->digits[d->n - 1] == '9')
            d->n--;
        if (d->n > 0) {
            d->digits[d->n - 1]++;
        } else {
            d->digits[0] = '1';
            d->n = 1;
            d->point++;
        }
    }
    strip_zeros(d);
}
