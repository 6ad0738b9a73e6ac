/*
 * Nothing in the file is trusted: every count is checked against the file's length before it is
 * used, so that a damaged file gives a message.  A file of the GNU layout may have several
 * histograms.  As for gprof, two of them either have the same range, and are added up, or do not
 * overlap.  Such a file may also have calls and no histogram.
 */
#include "gmon_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

/* The bytes of the file that are not yet read. */
struct rest {
    const char *at;
    size_t nbytes;
};

/* Copies the next nbytes; false if there are not so many. */
static bool take(struct rest *rest, void *to, size_t nbytes)
{
    if (rest->nbytes < nbytes)
        return false;
    memcpy(to, rest->at, nbytes);
    rest->at += nbytes;
    rest->nbytes -= nbytes;
    return true;
}

/* Widens the range by a histogram's, and sets the rate of all.  NULL, or what is wrong. */
static const char *add_range(struct profile *profile, uint64_t low, uint64_t high, uint32_t rate)
{
    if (low >= high || high - low > UINT32_MAX)
        return "damaged: its header gives an impossible range of text";
    if (rate == 0)
        return "damaged: its header gives no rate";
    if (profile->rate != 0 && profile->rate != rate)
        return "damaged: its histograms are not of the same rate";
    if (profile->rate == 0 || low < profile->low)
        profile->low = low;
    if (high > profile->high)
        profile->high = high;
    profile->rate = rate;
    return NULL;
}

/* Takes count counters of 16 bits, which divide [low, high). */
static const char *read_counters(struct rest *rest, struct profile *profile, uint64_t low,
                                 uint64_t high, size_t count)
{
    double width = (double)(high - low) / (double)count;
    uint16_t ticks;

    if (rest->nbytes / sizeof(ticks) < count)
        return "cut short: counters are missing";
    for (size_t i = 0; i < count && take(rest, &ticks, sizeof(ticks)); i++)
        if (ticks > 0)
            profile_add_ticks(profile, low + (uint64_t)((double)i * width),
                              low + (uint64_t)((double)(i + 1) * width), ticks);
    return NULL;
}

/* A file that the kernel wrote (gprofil) has some of the totals, and not the times. */
static void read_record(struct profile *profile, const struct gmonrec *record)
{
    if (record->gr_from == 0 && record->gr_self < GMON_TOTALS) {
        profile->totals[record->gr_self] += record->gr_count;
        if (record->gr_self == GMON_ELAPSED_NS)
            profile->has_totals = true;
    } else if (record->gr_count > 0) {
        profile_add_call(profile, record);
    }
}

static const char *read_bsd(struct rest rest, struct profile *profile)
{
    struct gmonhdr head;

    if (!take(&rest, &head, sizeof(head)))
        return "not a profile";
    if (head.gh_version != GMON_VERSION)
        return "not a profile in the layout of 4.4BSD or of GNU";
    if (head.gh_ncnt < sizeof(head) + 2 || head.gh_ncnt % 2 != 0)
        return "damaged: its header gives an impossible number of counters";
    const char *problem = add_range(profile, head.gh_lpc, head.gh_hpc, head.gh_rate);
    if (!problem)
        problem = read_counters(&rest, profile, head.gh_lpc, head.gh_hpc,
                                (head.gh_ncnt - sizeof(head)) / 2);
    struct gmonrec record;
    while (!problem && take(&rest, &record, sizeof(record)))
        read_record(profile, &record);
    return !problem && rest.nbytes > 0 ? "damaged: it ends in the middle of a record" : problem;
}

static const char *read_histogram(struct rest *rest, struct profile *profile)
{
    struct gmon_gnu_histogram head;

    if (!take(rest, &head, sizeof(head)))
        return "damaged: it ends in the middle of a record";
    if (head.gg_ncounters == 0)
        return "damaged: its header gives an impossible number of counters";
    const char *problem = add_range(profile, head.gg_lpc, head.gg_hpc, head.gg_rate);
    return problem ? problem
                   : read_counters(rest, profile, head.gg_lpc, head.gg_hpc, head.gg_ncounters);
}

static const char *read_call(struct rest *rest, struct profile *profile)
{
    struct gmon_gnu_call call;

    if (!take(rest, &call, sizeof(call)))
        return "damaged: it ends in the middle of a record";
    read_record(profile, &(struct gmonrec){call.gg_from, call.gg_self, call.gg_count});
    return NULL;
}

static const char *read_gnu(struct rest rest, struct profile *profile)
{
    struct gmon_gnu_head head;

    if (!take(&rest, &head, sizeof(head)))
        return "not a profile";
    if (head.gg_version != GMON_GNU_VERSION)
        return "a profile of an unknown version of the GNU layout";
    const char *problem = NULL;
    char kind;
    while (!problem && take(&rest, &kind, sizeof(kind))) {
        if (kind == GMON_GNU_HISTOGRAM)
            problem = read_histogram(&rest, profile);
        else if (kind == GMON_GNU_CALL)
            problem = read_call(&rest, profile);
        else
            problem = "damaged: it has a record of an unknown kind";
    }
    if (!problem && profile->rate == 0 && profile->call_count == 0)
        problem = "a profile without a histogram and without calls";
    return problem;
}

/* The profile must be settled. */
static bool overlaps(const struct profile *profile)
{
    for (size_t i = 1; i < profile->bin_count; i++)
        if (profile->bins[i].low < profile->bins[i - 1].high)
            return true;
    return false;
}

int gmon_read(const char *path, struct profile *profile, const char **problem)
{
    static const char magic[] = GMON_GNU_MAGIC;
    struct rest rest = {.nbytes = 0};
    char *image = program_read_file(path, &rest.nbytes);

    memset(profile, 0, sizeof(*profile));
    if (!image) {
        *problem = strerror(errno);
        return -1;
    }
    rest.at = image;
    bool gnu = rest.nbytes >= sizeof(magic) && memcmp(image, magic, sizeof(magic)) == 0;
    *problem = gnu ? read_gnu(rest, profile) : read_bsd(rest, profile);
    free(image);
    profile_settle(profile);
    if (!*problem && overlaps(profile))
        *problem = "damaged: its histograms are not of the same text, and overlap";
    if (!*problem)
        return 0;
    profile_free(profile);
    return -1;
}
