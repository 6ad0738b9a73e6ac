/*
 * primes: counts the primes up to N, in several ways.
 *
 *     primes N [WAY...]     ways: sieve, divide, common, witness; all of them unless named
 *
 * Each way does a different kind of real work, for a profile to show.  The sieve of Eratosthenes
 * walks through memory; trial division divides.  Euclid's algorithm looks for common divisors with
 * smaller primes, and the test of Miller and Rabin multiplies modulo n.  All must agree.  Hot
 * functions are kept out of line, under their own names.
 */
#define TOOL "primes"
#include "tool.h"

#include <stdbool.h>
#include <stdint.h>

#define USAGE "N [sieve | divide | common | witness]..."
#define N_MAX 100000000l

#define OUT_OF_LINE __attribute__((noinline))

/* --- by the sieve --- */

OUT_OF_LINE static void strike_out(uint8_t *composite, uint32_t p, uint32_t n)
{
    for (uint64_t multiple = (uint64_t)p * p; multiple <= n; multiple += p)
        composite[multiple] = 1;
}

OUT_OF_LINE static uint32_t count_left(const uint8_t *composite, uint32_t n)
{
    uint32_t count = 0;

    for (uint32_t i = 2; i <= n; i++)
        count += !composite[i];
    return count;
}

static uint32_t count_by_sieve(uint32_t n)
{
    uint8_t *composite = calloc((size_t)n + 1, 1);

    if (!composite)
        tool_die("memory for the sieve");
    for (uint64_t p = 2; p * p <= n; p++)
        if (!composite[p])
            strike_out(composite, (uint32_t)p, n);
    uint32_t count = count_left(composite, n);
    free(composite);
    return count;
}

/* --- by trial division --- */

OUT_OF_LINE static bool has_divisor(uint32_t n)
{
    for (uint32_t d = 2; d <= n / d; d++)
        if (n % d == 0)
            return true;
    return false;
}

static uint32_t count_by_division(uint32_t n)
{
    uint32_t count = 0;

    for (uint32_t i = 2; i <= n; i++)
        count += !has_divisor(i);
    return count;
}

/* --- by common divisors --- */

OUT_OF_LINE static uint32_t greatest_common(uint32_t a, uint32_t b)
{
    while (b > 0) {
        uint32_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* known: the primes found so far, of which there are count. */
OUT_OF_LINE static bool has_common(uint32_t n, const uint32_t *known, uint32_t count)
{
    for (uint32_t i = 0; i < count && known[i] <= n / known[i]; i++)
        if (greatest_common(n, known[i]) > 1)
            return true;
    return false;
}

static uint32_t count_by_common(uint32_t n)
{
    /* Among two neighbours past 2 one is even. */
    uint32_t *known = malloc(((size_t)n / 2 + 2) * sizeof(*known)), count = 0;

    if (!known)
        tool_die("memory for the primes");
    for (uint32_t i = 2; i <= n; i++)
        if (!has_common(i, known, count))
            known[count++] = i;
    free(known);
    return count;
}

/* --- by witnesses (M. O. Rabin, Probabilistic Algorithm for Testing Primality, 1980) --- */

OUT_OF_LINE static uint32_t times_modulo(uint32_t a, uint32_t b, uint32_t n)
{
    return (uint32_t)((uint64_t)a * b % n);
}

OUT_OF_LINE static uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t n)
{
    uint32_t result = 1, square = base % n;

    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            result = times_modulo(result, square, n);
        square = times_modulo(square, square, n);
    }
    return result;
}

/* n - 1 = odd * 2^twos. */
OUT_OF_LINE static bool is_witness(uint32_t base, uint32_t odd, int twos, uint32_t n)
{
    uint32_t x = power_modulo(base, odd, n);

    if (x == 1 || x == n - 1)
        return false;
    while (--twos > 0) {
        x = times_modulo(x, x, n);
        if (x == n - 1)
            return false;
    }
    return true;
}

/* With these bases there is no doubt for any n below 2^64 (Sorenson and Webster, 2015). */
static bool survives_witnesses(uint32_t n)
{
    static const uint32_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    uint32_t odd = n - 1;
    int twos = 0;

    for (; odd % 2 == 0; odd /= 2)
        twos++;
    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
        if (n == bases[i])
            return true;
        if (n % bases[i] == 0 || is_witness(bases[i], odd, twos, n))
            return false;
    }
    return true;
}

static uint32_t count_by_witnesses(uint32_t n)
{
    uint32_t count = 0;

    for (uint32_t i = 2; i <= n; i++)
        count += survives_witnesses(i);
    return count;
}

static const struct {
    const char *name;
    uint32_t (*count)(uint32_t n);
} ways[] = {
    {"sieve", count_by_sieve},
    {"divide", count_by_division},
    {"common", count_by_common},
    {"witness", count_by_witnesses},
};

#define WAYS (sizeof(ways) / sizeof(ways[0]))

static bool is_wanted(const char *name, char **wanted)
{
    if (!*wanted)
        return true;
    for (; *wanted; wanted++)
        if (strcmp(name, *wanted) == 0)
            return true;
    return false;
}

static void check_names(char **wanted)
{
    for (; *wanted; wanted++) {
        size_t i = 0;

        while (i < WAYS && strcmp(*wanted, ways[i].name) != 0)
            i++;
        if (i == WAYS)
            tool_usage(USAGE);
    }
}

int main(int argc, char **argv)
{
    uint32_t count = 0, first = 0;
    bool counted = false;

    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !*argv)
        tool_usage(USAGE);
    uint32_t n = (uint32_t)tool_number(*argv, 0, N_MAX);
    check_names(argv + 1);
    for (size_t i = 0; i < WAYS; i++) {
        if (!is_wanted(ways[i].name, argv + 1))
            continue;
        count = ways[i].count(n);
        if (counted && count != first) {
            fprintf(stderr, "primes: %s finds %u, not %u\n", ways[i].name, count, first);
            return 1;
        }
        first = count;
        counted = true;
    }
    printf("%u primes up to %u\n", count, n);
    return tool_end(0);
}
