/* prof reads only the totals among the records after the counters; it checks that every record is
 * complete. */
#include "profile.h"

#include "program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *find_fault(const struct gmonhdr *head, size_t nbytes)
{
    if (head->gh_version != GMON_VERSION)
        return "not a profile in the 4.4BSD layout";
    if (head->gh_ncnt < sizeof(*head) + 2 || head->gh_ncnt % 2 != 0)
        return "damaged: its header gives an impossible number of counters";
    if (head->gh_lpc >= head->gh_hpc || head->gh_hpc - head->gh_lpc > UINT32_MAX)
        return "damaged: its header gives an impossible range of text";
    if (head->gh_rate == 0)
        return "damaged: its header gives no rate";
    if (head->gh_ncnt > nbytes)
        return "cut short: counters are missing";
    size_t records = nbytes - head->gh_ncnt;
    return records % sizeof(struct gmonrec) != 0 ? "damaged: it ends in the middle of a record"
                                                 : NULL;
}

static void read_totals(struct profile *profile, const char *records, const char *end)
{
    struct gmonrec record;

    for (; records < end; records += sizeof(record)) {
        memcpy(&record, records, sizeof(record));
        if (record.gr_from != 0 || record.gr_self >= GMON_TOTALS)
            continue;
        profile->totals[record.gr_self] = record.gr_count;
        profile->has_totals = true;
    }
}

int profile_read(const char *path, struct profile *profile, const char **problem)
{
    size_t nbytes = 0;

    memset(profile, 0, sizeof(*profile));
    profile->image = program_read_file(path, &nbytes);
    if (!profile->image) {
        *problem = strerror(errno);
        return -1;
    }
    if (nbytes >= 4 && memcmp(profile->image, "gmon", 4) == 0) {
        *problem = "a profile in GNU's own layout, which prof does not read";
    } else if (nbytes >= sizeof(profile->head)) {
        memcpy(&profile->head, profile->image, sizeof(profile->head));
        *problem = find_fault(&profile->head, nbytes);
    } else {
        *problem = "not a profile";
    }
    if (*problem) {
        profile_free(profile);
        return -1;
    }
    profile->counters = (uint16_t *)(void *)(profile->image + sizeof(profile->head));
    profile->count = (profile->head.gh_ncnt - sizeof(profile->head)) / sizeof(*profile->counters);
    for (size_t i = 0; i < profile->count; i++)
        profile->total += profile->counters[i];
    read_totals(profile, profile->image + profile->head.gh_ncnt, profile->image + nbytes);
    return 0;
}

void profile_free(struct profile *profile)
{
    free(profile->image);
    memset(profile, 0, sizeof(*profile));
}
