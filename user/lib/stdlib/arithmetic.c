/* Absolute values, and quotient with remainder (C truncates towards zero). */
#include <inttypes.h>
#include <stdlib.h>

int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n)
{
    return n < 0 ? -n : n;
}

div_t div(int n, int d)
{
    return (div_t){n / d, n % d};
}

ldiv_t ldiv(long n, long d)
{
    return (ldiv_t){n / d, n % d};
}

lldiv_t lldiv(long long n, long long d)
{
    return (lldiv_t){n / d, n % d};
}

imaxdiv_t imaxdiv(intmax_t n, intmax_t d)
{
    return (imaxdiv_t){n / d, n % d};
}
