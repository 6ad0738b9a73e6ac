#include "gmon_write.h"

#include <string.h>

#include "prof.h"

#define COUNTER_MAX UINT16_MAX
#define CODE_BYTES  4 /* of a counter, as profil(2) with scale 32768 has them */

static void put(FILE *out, const void *bytes, size_t nbytes)
{
    fwrite(bytes, 1, nbytes, out);
}

/* The ticks of each counter. */
static uint64_t *sum_up(const struct profile *profile, size_t count)
{
    uint64_t *ticks = tool_alloc(NULL, count * sizeof(*ticks));

    memset(ticks, 0, count * sizeof(*ticks));
    for (size_t i = 0; i < profile->bin_count; i++) {
        uint64_t at = (profile->bins[i].low - profile->low) / CODE_BYTES;

        if (at < count) /* or the program wrote to its counters (abi/record.h) */
            ticks[at] += profile->bins[i].ticks;
    }
    return ticks;
}

/* Writes one part's counters: the ticks that the parts before left, at most COUNTER_MAX each. */
static void put_counters(FILE *out, const uint64_t *ticks, size_t count, uint64_t part)
{
    uint64_t before = part * COUNTER_MAX;

    for (size_t i = 0; i < count; i++) {
        uint64_t left = ticks[i] > before ? ticks[i] - before : 0;
        uint16_t counter = (uint16_t)(left < COUNTER_MAX ? left : COUNTER_MAX);

        put(out, &counter, sizeof(counter));
    }
}

static void write_bsd(FILE *out, const struct profile *profile, const uint64_t *ticks, size_t count)
{
    const struct gmonhdr head =
        gmon_head(profile->low, profile->low + count * CODE_BYTES, count, profile->rate);

    put(out, &head, sizeof(head));
    put_counters(out, ticks, count, 0);
    for (uint64_t i = 1; i < GMON_TOTALS; i++) {
        const struct gmonrec total = {.gr_self = i, .gr_count = profile->totals[i]};

        put(out, &total, sizeof(total));
    }
}

static void put_gnu_total(FILE *out, uint64_t which, uint64_t value)
{
    do {
        const struct gmon_gnu_arc total = gmon_gnu_arc(0, which, value);

        put(out, &total, sizeof(total));
        value -= total.call.gg_count;
    } while (value > 0);
}

static void write_gnu(FILE *out, const struct profile *profile, const uint64_t *ticks, size_t count,
                      uint64_t most)
{
    const struct gmon_gnu_start start = gmon_gnu_start(
        profile->low, profile->low + count * CODE_BYTES, (uint32_t)count, profile->rate);

    put(out, &start.head, sizeof(start.head));
    for (uint64_t part = 0; part * COUNTER_MAX < most; part++) {
        put(out, &start.part, sizeof(start.part));
        put_counters(out, ticks, count, part);
    }
    for (uint64_t i = 1; i < GMON_TOTALS; i++)
        put_gnu_total(out, i, profile->totals[i]);
}

void gmon_write(FILE *out, const struct profile *profile)
{
    size_t count = (profile->high - profile->low + CODE_BYTES - 1) / CODE_BYTES;
    uint64_t *ticks = sum_up(profile, count), most = 0;

    for (size_t i = 0; i < count; i++)
        if (ticks[i] > most)
            most = ticks[i];
    if (most > COUNTER_MAX)
        write_gnu(out, profile, ticks, count, most);
    else
        write_bsd(out, profile, ticks, count);
    free(ticks);
}
