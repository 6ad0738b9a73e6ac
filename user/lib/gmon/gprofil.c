/*
 * One mapping is the file at all times: the header, a counter of 16 bits for each two bytes of
 * text, and the records of calls, which arcs.c appends.  It has room for all possible records, and
 * takes memory only for those in use.
 */
#include "gprofil.h"

#include <abi/gmon.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/gmon.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <unistd.h>

#include "arcs.h"

/* Bytes of text in a unit of counters and of records. */
#define UNIT sizeof(uint64_t)

static struct gmonhdr *buffer; /* NULL: there is no profile */
static struct gmonhdr begun;   /* what it began with */
static size_t buflen, samplesize;
static bool is_on;
static uint64_t serial; /* profstat's, of the profile that was turned on here */

static int set(unsigned scale, int dirfd)
{
    return gprofil(buffer, buflen, samplesize, begun.gh_lpc, scale, dirfd);
}

static bool turn_on(int dirfd)
{
    is_on = set(PROF_SCALE_MAX, dirfd) == 0;
    struct profstat st;
    profstat(&st);
    serial = st.ps_serial;
    return is_on;
}

/* New pages at that address, or where there is room. */
static void *map(void *at, size_t nbytes)
{
    void *p = mmap(at, nbytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);

    return p != MAP_FAILED ? p : NULL;
}

static struct gmonrec *records(void)
{
    return (void *)((char *)buffer + begun.gh_ncnt);
}

/* The directory of PROFDIR, or -1. */
static int open_directory(void)
{
    const char *path = getenv("PROFDIR");

    return path && *path ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

bool __gprofil_begin(uintptr_t low, uintptr_t high, bool gnu)
{
    struct profstat st;

    profstat(&st);
    low &= ~(UNIT - 1);
    samplesize = (high - low + UNIT - 1) & ~(UNIT - 1);
    buflen = sizeof(begun) + samplesize + ARCS_MAX * sizeof(struct gmonrec);
    begun = gmon_head(low, low + samplesize, samplesize / sizeof(uint16_t), st.ps_hz);
    begun.gh_flags = gnu ? GMON_GNU : 0;
    buffer = map(NULL, buflen);
    if (!buffer)
        return false;
    *buffer = begun;
    int fd = open_directory();
    turn_on(fd);
    if (fd >= 0)
        close(fd);
    return __arcs_begin(low, high, records(), &buffer->gh_totarc) && is_on;
}

void __gprofil_notice(void)
{
    struct profstat st;

    profstat(&st);
    is_on = is_on && st.ps_serial == serial && st.ps_state == PROF_ON;
}

bool __gprofil_control(bool on)
{
    __gprofil_notice();
    if (!buffer || on == is_on)
        return true;
    if (on)
        return turn_on(-1);
    is_on = false;
    return set(0, -1) == 0;
}

/* All counters are 0, with new pages for those that are theirs alone.  The header stays as it is:
 * the process may be killed here, and then it is in the file. */
static bool clear_counters(void)
{
    char *first = (char *)buffer;
    size_t whole = begun.gh_ncnt & ~(PAGE_SIZE - 1);
    size_t header_page = whole ? PAGE_SIZE : begun.gh_ncnt;

    memset(first + sizeof(begun), 0, header_page - sizeof(begun));
    memset(first + whole, 0, whole ? begun.gh_ncnt - whole : 0);
    if (whole <= PAGE_SIZE || map(first + PAGE_SIZE, whole - PAGE_SIZE))
        return true;
    buffer = NULL; /* the counts are the parent's: moncontrol() must not go on with them */
    return false;
}

bool __gprofil_forked(void)
{
    bool was_on = is_on;

    if (was_on)
        set(0, -1);
    is_on = false;
    if (!buffer)
        return true;
    __arcs_clear(records(), buffer->gh_totarc / sizeof(struct gmonrec));
    return clear_counters() && (!was_on || turn_on(-1));
}
