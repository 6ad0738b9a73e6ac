#include "gmon_write.h"

#include <string.h>

#include <abi/record.h>

#include "prof.h"

#define COUNTER_MAX UINT16_MAX

static void put(FILE *out, const void *bytes, size_t nbytes)
{
    fwrite(bytes, 1, nbytes, out);
}

/* The counters whose sum with those of the parts before is each count, as far as that goes. */
static void put_counters(FILE *out, const struct profile *profile, size_t count, uint64_t part)
{
    uint16_t *counters = tool_alloc(NULL, count * sizeof(*counters));

    memset(counters, 0, count * sizeof(*counters));
    for (size_t i = 0; i < profile->bin_count; i++) {
        const struct bin *bin = &profile->bins[i];
        uint64_t before = part * COUNTER_MAX;
        uint64_t left = bin->ticks > before ? bin->ticks - before : 0;
        uint64_t at = (bin->low - profile->low) / PROF_HIT_BYTES;

        if (at < count) /* or the program wrote to its counters (abi/record.h) */
            counters[at] = (uint16_t)(left < COUNTER_MAX ? left : COUNTER_MAX);
    }
    put(out, counters, count * sizeof(*counters));
    free(counters);
}

static void write_bsd(FILE *out, const struct profile *profile, size_t count)
{
    const struct gmonhdr head = {
        .gh_lpc = profile->low,
        .gh_hpc = profile->low + count * PROF_HIT_BYTES,
        .gh_ncnt = (uint32_t)(sizeof(head) + 2 * count),
        .gh_version = GMON_VERSION,
        .gh_rate = profile->rate,
    };

    put(out, &head, sizeof(head));
    put_counters(out, profile, count, 0);
    for (uint64_t i = 1; i < GMON_TOTALS; i++) {
        const struct gmonrec total = {.gr_self = i, .gr_count = profile->totals[i]};

        put(out, &total, sizeof(total));
    }
}

static void put_gnu_total(FILE *out, uint64_t which, uint64_t value)
{
    do {
        const struct gmon_gnu_call total = {
            .gg_self = which, .gg_count = (uint32_t)(value < UINT32_MAX ? value : UINT32_MAX)};

        putc(GMON_GNU_CALL, out);
        put(out, &total, sizeof(total));
        value -= total.gg_count;
    } while (value > 0);
}

static void write_gnu(FILE *out, const struct profile *profile, size_t count, uint64_t most)
{
    static const struct gmon_gnu_head head = {GMON_GNU_MAGIC, GMON_GNU_VERSION, {0}};
    const struct gmon_gnu_histogram histogram = {
        .gg_lpc = profile->low,
        .gg_hpc = profile->low + count * PROF_HIT_BYTES,
        .gg_ncounters = (uint32_t)count,
        .gg_rate = profile->rate,
        .gg_dimension = "seconds",
        .gg_abbreviation = 's',
    };

    put(out, &head, sizeof(head));
    for (uint64_t part = 0; part * COUNTER_MAX < most; part++) {
        putc(GMON_GNU_HISTOGRAM, out);
        put(out, &histogram, sizeof(histogram));
        put_counters(out, profile, count, part);
    }
    for (uint64_t i = 1; i < GMON_TOTALS; i++)
        put_gnu_total(out, i, profile->totals[i]);
}

void gmon_write(FILE *out, const struct profile *profile)
{
    size_t count = (profile->high - profile->low + PROF_HIT_BYTES - 1) / PROF_HIT_BYTES;
    uint64_t most = 0;

    for (size_t i = 0; i < profile->bin_count; i++)
        if (profile->bins[i].ticks > most)
            most = profile->bins[i].ticks;
    if (most > COUNTER_MAX)
        write_gnu(out, profile, count, most);
    else
        write_bsd(out, profile, count);
}
