#include "profile.h"

#include "prof.h"

/* An array grows when its count is a power of two. */
static void *grow(void *array, size_t count, size_t nbytes)
{
    bool full = (count & (count - 1)) == 0;

    return full ? tool_alloc(array, (count ? 2 * count : 1) * nbytes) : array;
}

void profile_add_ticks(struct profile *profile, uint64_t low, uint64_t high, uint64_t ticks)
{
    profile->bins = grow(profile->bins, profile->bin_count, sizeof(*profile->bins));
    profile->bins[profile->bin_count++] = (struct bin){low, high, ticks};
    profile->ticks += ticks;
}

void profile_add_call(struct profile *profile, const struct gmonrec *call)
{
    profile->calls = grow(profile->calls, profile->call_count, sizeof(*profile->calls));
    profile->calls[profile->call_count++] = *call;
}

static int by_range(const void *left, const void *right)
{
    const struct bin *a = left, *b = right;

    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->high < b->high ? -1 : a->high > b->high;
}

void profile_settle(struct profile *profile)
{
    size_t kept = 0;

    qsort(profile->bins, profile->bin_count, sizeof(*profile->bins), by_range);
    for (size_t i = 0; i < profile->bin_count; i++) {
        if (kept > 0 && by_range(&profile->bins[kept - 1], &profile->bins[i]) == 0)
            profile->bins[kept - 1].ticks += profile->bins[i].ticks;
        else
            profile->bins[kept++] = profile->bins[i];
    }
    profile->bin_count = kept;
}

void profile_free(struct profile *profile)
{
    free(profile->bins);
    free(profile->calls);
    memset(profile, 0, sizeof(*profile));
}
