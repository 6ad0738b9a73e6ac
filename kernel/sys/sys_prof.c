/* The system-call wrappers of profil(2), sprofil(2) and profstat(2). */
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "prof/prof.h"
#include "sched/clock.h"
#include "sched/thread.h"
#include "sys/syscalls.h"
#include <abi/errno.h>

int64_t sys_profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale)
{
    if (scale == 0) {
        prof_stop(current_thread(), PROF_CALL);
        return 0;
    }
    if (scale > PROF_SCALE_MAX || (uint64_t)buf % sizeof(*buf) != 0)
        return -EINVAL;
    struct prof_histogram histogram = {(uint64_t)buf, bufsiz, offset, scale};
    struct prof_table table = prof_table_single(&histogram);
    return prof_set(current_thread(), &table);
}

static int read_regions(struct prof_table *table, const struct prof *user_regions, int n)
{
    for (int i = 0; i < n; i++) {
        struct prof region;
        int error = copy_from_user(&region, &user_regions[i], sizeof(region));
        if (!error)
            error = prof_table_add(table, &region);
        if (error)
            return error;
    }
    return prof_table_sort(table);
}

static int tell_tick(struct timeval *user_tick)
{
    struct timeval tick = {.tv_sec = 0, .tv_usec = 1000000 / clock_hz()};
    return user_tick ? copy_to_user(user_tick, &tick, sizeof(tick)) : 0;
}

int64_t sys_sprofil(const struct prof *user_regions, int n, struct timeval *user_tick,
                    unsigned flags)
{
    if (n < 0 || n > PROF_REGIONS_MAX)
        return -E2BIG;
    if (flags & ~(PROF_UINT | PROF_STOP))
        return -EINVAL;
    struct prof_table table = prof_table_empty(flags);
    int error = read_regions(&table, user_regions, n);
    if (!error)
        error = tell_tick(user_tick);
    if (!error && n > 0)
        return prof_set(current_thread(), &table);
    prof_table_free(&table);
    if (!error || error == -EFAULT)
        prof_stop(current_thread(), error ? PROF_FAULT : PROF_CALL);
    return error;
}

int64_t sys_profstat(struct profstat *user_stat)
{
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    return copy_to_user(user_stat, &stat, sizeof(stat));
}
