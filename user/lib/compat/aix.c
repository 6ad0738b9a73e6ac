/*
 * AIX's profil, whose second form takes an array of ranges of code.
 *
 * A pc belongs to the first entry with p_high above it, if p_low is not above it.  The p_highs
 * ascend: so an entry has the pcs from its p_low, or from the p_high before it if that is greater.
 * Ticks there are counted at their distance from p_low.
 *
 * The array is the program's, and may have a bad address.  The kernel does not know its layout, so
 * this file reads it.  A futex call tests each address before that: a bad array is an error and
 * does not end the program.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/calls.h>
#include <sys/mman.h>
#include <sys/profil.h>

#include "dialect.h"

/* The programs' header, in which two names are not ours. */
#define prof   aix_prof
#define profil profil_of_aix
#include "../../compat/aix/profbuff.h"
#undef prof
#undef profil

#define RANGES_NBYTES (PROF_REGIONS_MAX * sizeof(struct prof_range))

static bool is_readable(uintptr_t address)
{
    static const struct timespec now;

    return __futex_wait((int *)(address & ~3ul), 0, &now) == 0 || errno != EFAULT;
}

static bool read_entry(struct aix_prof *entry, const struct aix_prof *from)
{
    uintptr_t address = (uintptr_t)from;

    if (!is_readable(address) || !is_readable(address + sizeof(*entry) - 1))
        return false;
    memcpy(entry, from, sizeof(*entry));
    return true;
}

static unsigned long scale_from(unsigned scale)
{
    unsigned low = scale & 0xffff;

    return low == 1 ? PROF_SCALE_CLOCK : low;
}

/* The entry's p_low is below its p_high. */
static unsigned long scale_of(const struct aix_prof *entry, size_t nbytes)
{
    if (entry->p_scale != -1)
        return scale_from(entry->p_scale);
    unsigned long scale = nbytes * PROF_SCALE_MAX / ((uintptr_t)entry->p_high - entry->p_low);
    return scale < PROF_SCALE_MAX ? scale : PROF_SCALE_MAX;
}

/* The range of an entry, whose first pc is at least `low`. */
static struct prof_range range_of(const struct aix_prof *entry, uintptr_t low)
{
    size_t nbytes = entry->p_bufsize > 0 ? entry->p_bufsize : 0;

    return (struct prof_range){
        .pr = {entry->p_buff, nbytes, entry->p_low, scale_of(entry, nbytes)},
        .pr_low = low > (uintptr_t)entry->p_low ? low : (uintptr_t)entry->p_low,
        .pr_high = entry->p_high,
    };
}

/* Stores the ranges of the array, except those without any pc.  Returns their number: 0 if there
 * are none or they do not ascend, -1 if the array is not readable. */
static int read_array(struct prof_range *ranges, const struct aix_prof *array)
{
    uintptr_t high = 0;
    int n = 0;

    for (int i = 0; i <= PROF_REGIONS_MAX; i++) {
        struct aix_prof entry;

        if (!read_entry(&entry, &array[i]))
            return -1;
        if (entry.p_high == 0)
            return n;
        if ((uintptr_t)entry.p_high <= high || i == PROF_REGIONS_MAX)
            break;
        if ((uintptr_t)entry.p_low < (uintptr_t)entry.p_high)
            ranges[n++] = range_of(&entry, high);
        high = entry.p_high;
    }
    return 0;
}

/* If the array is not readable, the kernel gets a range that it cannot read: it turns profiling
 * off, with that reason. */
static void profile_array(const struct aix_prof *array)
{
    struct prof_range *ranges =
        mmap(NULL, RANGES_NBYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int n = ranges == MAP_FAILED ? 0 : read_array(ranges, array);

    if (n < 0)
        __dialect_ranges(MAP_FAILED, 1, PROF_SIGNED);
    else
        __dialect_ranges(ranges, n, PROF_SIGNED);
    if (ranges != MAP_FAILED)
        munmap(ranges, RANGES_NBYTES);
}

void profil_of_aix(void *buff, unsigned bufsiz, unsigned offset, unsigned scale)
{
    int error = errno;

    if (bufsiz == -1u)
        profile_array(buff);
    else
        __dialect_profil(buff, bufsiz, offset, scale_from(scale), PROF_SIGNED);
    errno = error;
}
