/*
 * - 16 bits for two bytes of code, or 32 bits for four: the scale is 65536 and the counters divide
 *   the range evenly, so gprof's idea of a bin is the kernel's.
 * - Profiling is turned off before the totals are read, so the totals and the counters cover the
 *   same ticks.
 * - The program may call profil itself.  If it only turns profiling off, the counters hold the
 *   ticks before that; if it profiles into other counters, `ended` says so.  Every function checks
 *   this first: what the program did stays so until it resumes this profile.
 */
#include "ticks.h"

#include <abi/gmon.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static int turn_on(const struct ticks *t)
{
    const struct prof region = {t->counters, t->nbytes, t->low, t->scale};

    return t->wide ? sprofil(&region, 1, NULL, PROF_UINT)
                   : profil(t->counters, t->nbytes, t->low, t->scale);
}

void __ticks_notice(struct ticks *t)
{
    struct profstat st;

    profstat(&st);
    if (t->on && (st.ps_serial != t->serial || st.ps_state == PROF_OFF))
        __ticks_pause(t, 0);
}

bool __ticks_resume(struct ticks *t)
{
    __ticks_notice(t);
    if (t->on)
        return true;
    if (turn_on(t) < 0)
        return false;
    struct profstat st;
    profstat(&st);
    t->serial = st.ps_serial;
    t->on_ns = now_ns();
    times(&t->on_times);
    t->on = true;
    if (t->ended != GMON_REPLACED)
        t->ended = 0;
    return true;
}

/* All counts begin at 0. */
static void begin_counts(struct ticks *t)
{
    struct profstat st;

    profstat(&st);
    t->sum = (struct profstat){.ps_hz = st.ps_hz, .ps_flags = st.ps_flags};
    t->elapsed_ns = 0;
    t->child_user = t->child_system = 0;
}

bool __ticks_begin_in(struct ticks *t)
{
    t->on = false;
    t->ended = 0;
    begin_counts(t);
    return __ticks_resume(t);
}

bool __ticks_begin(struct ticks *t, uintptr_t low, uintptr_t high, bool wide)
{
    const uintptr_t each = wide ? sizeof(uint32_t) : sizeof(uint16_t);

    if (t->mapped)
        munmap(t->counters, t->nbytes);
    t->low = low & ~(each - 1);
    t->high = (high + each - 1) & ~(each - 1);
    t->nbytes = t->high - t->low;
    t->scale = PROF_SCALE_MAX;
    t->wide = wide;
    t->counters = mmap(NULL, t->nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    t->mapped = t->counters != MAP_FAILED;
    if (!t->mapped) {
        t->counters = NULL;
        return false;
    }
    return __ticks_begin_in(t);
}

/* Turns profiling off, unless the program has replaced the profile.  Returns the state before: a
 * value of GMON_ENDED. */
static uint64_t stop(const struct ticks *t, struct profstat *st)
{
    profstat(st);
    if (st->ps_serial != t->serial)
        return GMON_REPLACED;
    uint64_t ended = st->ps_state == PROF_ON ? 0 : st->ps_reason;
    profil(NULL, 0, 0, 0);
    profstat(st);
    return ended;
}

void __ticks_pause(struct ticks *t, uint64_t reason)
{
    if (!t->on)
        return;
    struct profstat st;
    uint64_t ended = stop(t, &st);
    t->on = false;
    if (t->ended != GMON_REPLACED)
        t->ended = ended ? ended : reason;
    t->elapsed_ns += now_ns() - t->on_ns;
    if (ended == GMON_REPLACED)
        return; /* what the kernel says is of the program's own profile */
    t->sum.ps_user += st.ps_user;
    t->sum.ps_system += st.ps_system;
    t->sum.ps_outside += st.ps_outside;
    t->sum.ps_full += st.ps_full;
    t->sum.ps_missed += st.ps_missed;
    t->sum.ps_forked += st.ps_forked;
    struct tms now;
    times(&now);
    t->child_user += now.tms_cutime - t->on_times.tms_cutime;
    t->child_system += now.tms_cstime - t->on_times.tms_cstime;
}

bool __ticks_forked(struct ticks *t)
{
    bool on = t->on;

    if (!t->counters)
        return true;
    if (on) {
        profil(NULL, 0, 0, 0);
        t->ended = 0; /* what went before is the parent's */
    }
    t->on = false;
    if (!t->mapped) {
        memset(t->counters, 0, t->nbytes);
    } else if (mmap(t->counters, t->nbytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        t->counters = NULL;
        t->mapped = false;
        return false;
    }
    begin_counts(t);
    return !on || __ticks_resume(t);
}
