/*
 * The moments of the clock's ticks (kernel/sched/moment.h): every moment of a period is as likely
 * as any other, and no period's says anything about another's, whatever beat a program keeps.
 * The numbers are the same in every run.
 */
/* sources: -lm */
#include "sched/moment.h"
#include "check.h"
#include <math.h>

#define N    64000
#define BINS 64
#define LAGS 16

static const uint64_t rates[] = {10, 60, 100, 1000, 10000};

/* As a part of the period, 0 to 1. */
static double moment(uint64_t number, uint64_t period_ns)
{
    uint64_t at = moment_in_period(number, period_ns);
    CHECK(at < period_ns);
    return (double)at / (double)period_ns;
}

/* Chi-squared with 63 degrees of freedom has mean 63 and standard deviation 11.2: chance exceeds
 * 130 once in a million times. */
static void is_uniform(uint64_t first, uint64_t stride, uint64_t period_ns)
{
    unsigned count[BINS] = {0};
    double chi2 = 0, want = (double)N / BINS;
    for (uint64_t i = 0; i < N; i++)
        count[(int)(moment(first + i * stride, period_ns) * BINS)]++;
    for (int i = 0; i < BINS; i++)
        chi2 += (count[i] - want) * (count[i] - want) / want;
    if (chi2 > 130 || chi2 < 20)
        FAIL("from %lu, every %lu: chi-squared is %.1f, not about 63", first, stride, chi2);
}

/* The correlation of N independent pairs has standard deviation 1 / sqrt(N): 5 of those. */
static void is_independent(uint64_t first, uint64_t stride, uint64_t lag, uint64_t period_ns)
{
    double sum = 0;
    for (uint64_t i = 0; i < N; i++)
        sum += (moment(first + i * stride, period_ns) - 0.5) *
               (moment(first + i * stride + lag, period_ns) - 0.5);
    double r = sum / N * 12;
    if (fabs(r) > 5 / sqrt(N))
        FAIL("from %lu, every %lu, lag %lu: correlation %.4f", first, stride, lag, r);
}

int main(void)
{
    static const uint64_t firsts[] = {0, 1000, 123456789},
                          strides[] = {1, 2, 3, 5, 10, 16, 100, 1000, 4096};
    for (unsigned h = 0; h < sizeof(rates) / sizeof(rates[0]); h++) {
        uint64_t period_ns = 1000000000 / rates[h];
        for (unsigned f = 0; f < sizeof(firsts) / sizeof(firsts[0]); f++)
            for (unsigned s = 0; s < sizeof(strides) / sizeof(strides[0]); s++) {
                is_uniform(firsts[f], strides[s], period_ns);
                for (uint64_t lag = 1; lag <= LAGS; lag++)
                    is_independent(firsts[f], strides[s], lag, period_ns);
            }
    }
    return 0;
}
